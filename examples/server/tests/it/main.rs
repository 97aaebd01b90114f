//! The server as its clients see it.

mod cancel;
mod client;
mod inside_runtime;
mod search;
mod slow_signal;
