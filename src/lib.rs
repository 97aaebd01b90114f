//! Retrieval inside your own program: chunking, BM25, dense indexes, reranking and graph scores, combined into
//! one explained score.
//!
//! ```
//! use sutra::prelude::*;
//!
//! let pipeline = Pipeline::builder().preset(Preset::Hybrid).build(vec![
//!     Document::new("sea", "Harbour walls keep the sea out. They are built of stone."),
//!     Document::new("bread", "Bread rises in a warm kitchen."),
//! ])?;
//! let results = pipeline.search(&Query::new("what are harbour walls built of?"))?;
//! assert_eq!(results.hits[0].id, "sea");
//! # Ok::<(), Error>(())
//! ```
//!
//! - A [`Generation`] is a set of documents and what was built over them: chunks, a BM25 index, vectors,
//!   centralities. It never changes.
//! - A [`Collection`] keeps generations on disk, one commit after another; a crash leaves one of them whole.
//! - A [`PipelineBuilder`] is a recipe: retrievers, a fusion, and the weighted signals of the final score. A
//!   [`Preset`] is a recipe with a name.
//! - A [`Pipeline`] is a recipe bound to a generation. It answers a [`core::Query`] with [`SearchResults`], each
//!   hit with its byte span and its explanation.
//! - [`ingest`] reads folders and files into documents.
//! - A [`Context`] is the hits of a query as numbered passages for a prompt, under a budget.
//! - [`parse_filter`] and [`recipe_from_toml`] read filters and recipes from text, for command lines and settings.
//!
//! Every stage is a trait of [`core`] that you can implement; the family's own implementations live in
//! [`chunk`], [`encode`], [`index`], [`rerank`], [`graph`] and [`text`].

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod chunked;
mod collection;
mod context;
mod deadline;
mod filter_language;
mod generation;
pub mod ingest;
mod mapped_file;
mod pipeline;
pub mod prelude;
mod recipe_file;
pub mod store;
mod stored;

pub use sutra_chunk as chunk;
pub use sutra_core as core;
pub use sutra_encode as encode;
pub use sutra_graph as graph;
pub use sutra_index as index;
pub use sutra_rerank as rerank;
pub use sutra_text as text;

pub use chunked::ChunkedDocument;
pub use collection::{
    Collection, CollectionWriter, CommitReport, DocumentChange, FileSource, FilesReport, LeftOutFile,
    StoredCorpus, Verification, VerifiedFile,
};
pub use context::{Context, ContextBuilder, ContextPassage, Template};
pub use deadline::Deadline;
pub use filter_language::{parse_filter, write_filter};
pub use generation::{EncoderSource, Generation, GenerationBuilder};
pub use mapped_file::MappedFile;
pub use pipeline::{
    Description, Neighbour, OnDeadline, PartDescription, Pipeline, PipelineBuilder, Preset, RankedBy,
    SearchHit, SearchResults,
};
pub use recipe_file::{RecipeFile, recipe_from_toml};
