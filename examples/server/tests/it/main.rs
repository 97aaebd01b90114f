//! The server as its clients see it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod cancel;
mod client;
mod inside_runtime;
mod search;
mod slow_signal;
