//! Types and contracts of the Sutra retrieval crates.
//!
//! A pipeline is made of stages, each behind one trait that anyone can implement: a [`Chunker`] cuts texts, an
//! [`Encoder`] turns them into vectors, a [`Retriever`] finds candidates, a [`Fusion`] makes one ranking of
//! several, [`Signal`]s score every candidate for the final score, and a [`Reranker`] may put the list in an order
//! of its own. [`EncoderFit`] makes encoders out of the texts they will encode, [`VectorIndex`] is a retriever that
//! hands out its vectors, and [`IndexPart`] is the write side of a stage. This crate holds those traits and the types
//! that travel between them, and knows no files, threads, clocks, randomness or models.
//!
//! The documentation of a trait is its contract. The feature `laws` holds each contract as a suite of checks that any
//! implementation can run; an example that implements every trait lies in the repository under `examples/outside`.
//!
//! Three rules hold everywhere:
//! - **A higher score is better.** Distances are negated where they are made.
//! - **Scores of different kinds are never added.** Each carries a [`Scale`] that maps it to [0, 1] first.
//! - **Offsets are byte [`Span`]s into the original text**, carried from the start.
//!
//! ```
//! use sutra_core::{ById, ChunkId, Scale, ScoreKind, Stamp, TopK};
//!
//! let mut top = TopK::new(2, &ById);
//! for (chunk, score) in [(0, 0.2), (1, 0.9), (2, 0.5)] {
//!     top.push(ChunkId::new(chunk), score)?;
//! }
//! let ranking = top.into_ranking(Stamp::new(1, 1), Scale::new(ScoreKind::Cosine), false)?;
//! assert_eq!(ranking.hits()[0].chunk, ChunkId::new(1));
//! assert_eq!(ranking.scale().to_unit(0.5), Some(0.75));
//! # Ok::<(), sutra_core::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod candidate;
mod change;
mod chunk_set;
mod chunker;
mod corpus;
mod document;
mod embeddings;
mod encoder;
mod encoder_fit;
mod error;
mod filter;
mod fingerprint;
mod forward;
mod fusion;
mod ids;
mod index_part;
#[cfg(feature = "laws")]
pub mod laws;
mod metadata;
mod observer;
mod query;
mod ranking;
mod renumbering;
mod reranker;
mod retriever;
mod score;
mod segment;
mod signal;
mod span;
mod top_k;
mod vector_index;
pub mod wire;

pub use candidate::{Candidate, StageScore};
pub use change::{Change, ChunkText};
pub use chunk_set::ChunkSet;
pub use chunker::Chunker;
pub use corpus::{ById, Corpus, TieOrder};
pub use document::{Document, Piece, passage};
pub use embeddings::Embeddings;
pub use encoder::Encoder;
pub use encoder_fit::{EncoderFit, FittedEncoder, Texts};
pub use error::{Error, ErrorKind, Result, ResultExt};
pub use filter::Filter;
pub use fingerprint::Fingerprint;
pub use fusion::{Fusion, Named};
pub use ids::{ChunkId, DocId, Stamp};
pub use index_part::{Feed, IndexPart, Opened, Provides};
pub use metadata::{Metadata, Value};
pub use observer::{Cancel, CancelFlag, Observer, Progress, Unwatched};
pub use query::{Encoding, Query, Search};
pub use ranking::{Hit, Ranking};
pub use renumbering::Renumbering;
pub use reranker::{Reranker, Scored};
pub use retriever::{Filtering, Retriever};
pub use score::{Scale, ScoreKind};
pub use segment::{MemorySegment, Segment, SegmentSink};
pub use signal::{Detail, Signal};
pub use span::Span;
pub use top_k::TopK;
pub use vector_index::{Metric, VectorIndex};
