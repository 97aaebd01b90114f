//! Tests of the core types through their public interface.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod chunk_set;
mod filter;
mod forward;
mod ranking;
mod scale;
mod search;
mod wire;
