//! Tests of the chunkers, one binary.

// The exception that clippy.toml makes for tests does not reach their helpers.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod data;
mod headings;
mod laws;
mod markdown;
mod props;
mod recursive;
mod regression;
mod semantic;
mod sentence_languages;
mod sentence_stream;
mod sentences;
mod tokens;
mod window;
