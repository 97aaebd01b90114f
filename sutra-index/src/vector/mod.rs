//! Retrieval over stored vectors.

mod flat;
mod flat_format;
mod kernel;

pub use flat::FlatIndex;
