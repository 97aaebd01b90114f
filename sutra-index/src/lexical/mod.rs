//! BM25 over an inverted index.

mod best;
mod builder;
mod constrained;
mod constraint;
mod cursor;
mod formula;
mod index;
mod invert;
mod inverter;
mod merge;
mod operators;
mod params;
mod part;
mod phrase;
mod query_terms;
mod retrieve;
mod scores;
mod segment;
mod signal;
mod stored;
mod verify;
mod window;

pub(crate) use best::Best;
pub(crate) use formula::idf;
pub(crate) use inverter::Inverter;
pub(crate) use merge::write as merge_segments;
pub(crate) use query_terms::Counts;
pub(crate) use segment::{Block, Corner, Entry, List, MANY, SegmentReader};

pub use builder::Bm25Builder;
pub use index::Bm25Index;
pub use params::{Bm25Params, Bm25Variant};
pub use part::Bm25Part;
