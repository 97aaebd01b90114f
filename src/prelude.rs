//! What most programs need: `use sutra::prelude::*;`.
//!
//! ```
//! use sutra::prelude::*;
//! let pipeline = Pipeline::builder().build(vec![Document::new("a", "Bread rises.")])?;
//! assert_eq!(pipeline.search(&Query::new("bread"))?.hits.len(), 1);
//! # Ok::<(), Error>(())
//! ```

pub use crate::{EncoderSource, Generation, Pipeline, Preset, SearchHit, SearchResults};
pub use sutra_core::{
    Chunker, Document, Encoder, Error, ErrorKind, Filter, Fusion, Query, Result, Retriever, Signal,
};
