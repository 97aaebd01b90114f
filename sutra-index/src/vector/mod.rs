//! Retrieval over stored vectors.

mod batch;
mod compare;
mod flat;
mod format;
mod normalise;
mod part;
mod pool;
mod prepared;
mod row_codes;
mod runs;
mod scan;
mod segment;
mod write;

pub use flat::FlatIndex;
pub use part::FlatPart;
