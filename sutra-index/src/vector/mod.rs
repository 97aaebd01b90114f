//! Retrieval over stored vectors.

mod flat;
mod flat_format;
mod kernel;
mod part;

pub use flat::FlatIndex;
pub use part::FlatPart;
