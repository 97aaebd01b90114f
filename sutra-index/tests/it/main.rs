//! Tests of the indexes.

#![allow(clippy::unwrap_used)] // helpers of tests

mod bm25_format;
mod bm25_golden;
mod bm25_laws;
mod bm25_operators;
mod bm25_pruning;
mod bm25_quality;
mod bm25_regression;
mod bm25_support;
mod bm25f;
mod bm25f_format;
mod bm25f_props;
mod bm25f_quality;
mod bm25f_support;
mod flat;
mod flat_cases;
mod flat_quality;
mod flat_segments;
mod flat_storage;
mod flat_support;
mod laws;
mod parts;
mod retriever_laws;
#[cfg(feature = "tantivy")]
mod tantivy_format;
#[cfg(feature = "tantivy")]
mod tantivy_laws;
#[cfg(feature = "tantivy")]
mod tantivy_queries;
#[cfg(feature = "tantivy")]
mod tantivy_segments;
#[cfg(feature = "tantivy")]
mod tantivy_support;
