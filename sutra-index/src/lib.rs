//! Retrieval indexes: BM25 over terms and exact search over vectors.
//!
//! Each index belongs to one generation of a corpus and never changes. It is a
//! [`Retriever`](sutra_core::Retriever), which finds the best chunks of all, and a
//! [`Signal`](sutra_core::Signal), which gives the same numbers for candidates that others found.
//!
//! - [`Bm25Index`] ranks by the terms of a [`sutra_text::Analyzer`];
//! - [`Bm25fIndex`] ranks by terms in several weighted fields, as titles and texts are;
//! - [`FlatIndex`] compares a query's vector with every stored one;
//! - [`Bm25Part`], [`Bm25fPart`] and [`FlatPart`] write them as segments of a collection, a commit each, and open those
//!   as one;
//! - with the feature `tantivy`, `TantivyIndex` and `TantivyPart` do so by tantivy: phrases and its query language.
//!
//! ```
//! use sutra_core::{ById, ChunkId, Stamp};
//! use sutra_index::{Bm25Index, Bm25Params};
//! use sutra_text::Analyzer;
//!
//! let mut builder = Bm25Index::builder(Analyzer::english());
//! for (chunk, passage) in ["Oaks grow slowly.", "An elm grows fast.", "Rivers flow."].iter().enumerate() {
//!     builder.add(ChunkId::from_index(chunk)?, passage)?;
//! }
//! let index = builder.finish(Stamp::new(1, 1))?;
//!
//! let ranking = index.search("growing elms", 10, &ById)?;
//! assert_eq!(ranking.ids().map(ChunkId::get).collect::<Vec<_>>(), [1, 0]);
//! assert!(ranking.is_exhausted());
//!
//! // With other parameters.
//! let index = index.with_params(Bm25Params::new(0.9, 0.4)?);
//! assert_eq!(index.search("growing elms", 10, &ById)?.len(), 2);
//! # Ok::<(), sutra_core::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod chunk_ids;
mod fielded;
mod head;
mod kernel;
mod lexical;
#[cfg(feature = "tantivy")]
mod tantivy;
mod vector;

#[cfg(feature = "tantivy")]
#[cfg_attr(docsrs, doc(cfg(feature = "tantivy")))]
pub use self::tantivy::{TantivyIndex, TantivyPart};
pub use fielded::{Bm25Field, Bm25fIndex, Bm25fPart};
pub use kernel::Kernel;
pub use lexical::{Bm25Builder, Bm25Index, Bm25Params, Bm25Part, Bm25Variant};
pub use vector::{FlatIndex, FlatPart, Storage};
