//! Tests of the indexes.

#![allow(clippy::unwrap_used)] // helpers of tests

mod bm25_format;
mod bm25_golden;
mod bm25_laws;
mod bm25_pruning;
mod bm25_quality;
mod bm25_regression;
mod bm25_support;
mod flat;
mod flat_segments;
mod laws;
mod parts;
mod retriever_laws;
