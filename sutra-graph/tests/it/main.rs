//! Tests of the graph crate.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod collections;
mod golden;
mod laws;
mod links;
mod props;
mod regression;
mod support;
