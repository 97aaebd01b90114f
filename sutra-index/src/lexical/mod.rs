//! BM25 over an inverted index.

mod best;
mod builder;
mod cursor;
mod formula;
mod index;
mod inverter;
mod merge;
mod params;
mod part;
mod query_terms;
mod retrieve;
mod segment;
mod signal;
mod stored;
mod window;

pub use builder::Bm25Builder;
pub use index::Bm25Index;
pub use params::{Bm25Params, Bm25Variant};
pub use part::Bm25Part;
