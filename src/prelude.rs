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
    Candidate, Chunker, Document, Encoder, EncoderFit, Error, ErrorKind, Filter, Fusion, IndexPart, Query,
    Reranker, Result, Retriever, Scale, ScoreKind, Search, Signal, VectorIndex,
};
pub use sutra_rerank::Missing;
