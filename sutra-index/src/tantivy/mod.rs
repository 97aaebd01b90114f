//! BM25, phrases and a query language by tantivy.
//!
//! A segment of ours holds one tantivy index of one segment, its files and its `meta.json` as blobs. tantivy is asked for
//! bytes, postings and scores of terms and phrases; which chunks are live, what statistics are, how scores are added up
//! and which are the best is settled here, so that the laws of the other indexes hold.

mod bytes_in_use;
mod clause;
mod cursor;
mod directory;
mod failure;
mod files;
mod header;
mod index;
mod language;
mod merge;
mod part;
mod plan;
mod query_text;
mod retrieve;
mod schema;
mod signal;
mod statistics;
mod stored;
mod terms;
mod tokenizer;
mod window;
mod writer;

pub use index::TantivyIndex;
pub use part::TantivyPart;
