//! Tests of the text analysis.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod golden;
mod languages;
mod laws;
mod props;
mod regression;
