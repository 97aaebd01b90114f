//! A pipeline behind HTTP. `main.rs` says how it works and how to try it.

mod answer;
mod app;
mod ask;
mod cancel_on_drop;
mod failure;
mod search;

pub use app::app;
pub use cancel_on_drop::CancelOnDrop;
