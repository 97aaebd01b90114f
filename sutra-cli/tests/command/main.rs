//! The command as a shell sees it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_input;
mod chunks;
mod collection;
mod eval;
mod filter;
mod index;
mod kill;
mod pipeline_file;
mod run;
mod search;
mod sources;
mod stages;
