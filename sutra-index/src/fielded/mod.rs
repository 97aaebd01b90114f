//! BM25 over several weighted fields: BM25F.

mod cursor;
mod field;
mod header;
mod index;
mod part;
mod prefix;
mod query_terms;
mod retrieve;
mod scoring;
mod signal;
mod stored;
mod window;

pub use field::Bm25Field;
pub use index::Bm25fIndex;
pub use part::Bm25fPart;
