//! Tests of the encoders.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod collections;
mod golden;
mod laws;
mod lsa;
mod props;
mod regression;
mod stored;
mod support;
