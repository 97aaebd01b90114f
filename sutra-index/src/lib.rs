//! Retrieval indexes: exact dense search and BM25.

mod lexical;
mod vector;
pub use vector::FlatIndex;
