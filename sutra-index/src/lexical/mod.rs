//! BM25 over an inverted index.

mod best;
mod builder;
mod dictionary;
mod format;
mod index;
mod params;
mod part;
mod postings;
mod query_terms;
mod retrieve;
mod signal;

pub use builder::Bm25Builder;
pub use index::Bm25Index;
pub use params::Bm25Params;
pub use part::Bm25Part;
