//! Every stage of Sutra, written outside the family: one file each, small and real, to learn from.
//!
//! This crate sees what anyone sees who depends on `sutra-core` and on the facade. Each stage implements one trait of
//! core; `tests/laws.rs` holds each to that trait's laws, `tests/stages.rs` to what it says of itself, and
//! `tests/pipeline.rs` puts all of them into one pipeline.
//!
//! | stage | trait | what it does |
//! |---|---|---|
//! | [`ChapterChunker`] | [`Chunker`](sutra_core::Chunker) | cuts at blank lines; headings become context |
//! | [`TrigramEncoder`] | [`Encoder`](sutra_core::Encoder) | hashes character trigrams |
//! | [`IdfFit`] | [`EncoderFit`](sutra_core::EncoderFit) | fits word weights; saves and loads them |
//! | [`RemoteRetriever`] | [`Retriever`](sutra_core::Retriever) | asks a service that knows no chunks and no filters |
//! | [`QuantisedIndex`] | [`VectorIndex`](sutra_core::VectorIndex) | exact search with a first pass over bytes |
//! | [`WithEncoder`] | [`Retriever`](sutra_core::Retriever) | brings a second encoder along |
//! | [`Borda`] | [`Fusion`](sutra_core::Fusion) | fuses by counting votes |
//! | [`Freshness`] | [`Signal`](sutra_core::Signal) | scores by age, with missing values and a map of its own |
//! | [`RoundRobin`] | [`Reranker`](sutra_core::Reranker) | one document after another |
//! | [`PhrasePart`] | [`IndexPart`](sutra_core::IndexPart) | keeps segments; opens a [`PhraseIndex`] |
//!
//! ```
//! use outside::{ChapterChunker, PhrasePart, RoundRobin};
//! use sutra::Pipeline;
//! use sutra_core::{Document, Query};
//!
//! let pipeline = Pipeline::builder()
//!     .chunker(ChapterChunker)
//!     .part("phrase", PhrasePart)
//!     .reranker("round robin", RoundRobin)
//!     .build(vec![Document::new("sea", "THE SEA\n\nWhales sing.\n\nWalls keep the sea out.")])?;
//! let results = pipeline.search(&Query::new("keep the sea"))?;
//! assert_eq!(results.hits[0].context, "THE SEA");
//! # Ok::<(), sutra_core::Error>(())
//! ```

mod borda;
mod chapter_chunker;
mod freshness;
mod idf_encoder;
mod phrase_index;
mod phrase_part;
mod quantised_index;
mod remote_retriever;
mod round_robin;
mod trigram_encoder;
mod with_encoder;
mod words;

pub use borda::Borda;
pub use chapter_chunker::ChapterChunker;
pub use freshness::Freshness;
pub use idf_encoder::IdfFit;
pub use phrase_index::PhraseIndex;
pub use phrase_part::PhrasePart;
pub use quantised_index::QuantisedIndex;
pub use remote_retriever::{Page, RemoteRetriever, RemoteService, Row};
pub use round_robin::RoundRobin;
pub use trigram_encoder::TrigramEncoder;
pub use with_encoder::WithEncoder;
