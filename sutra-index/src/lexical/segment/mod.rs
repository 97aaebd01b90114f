//! The bytes of BM25: format version 1.
//!
//! A segment is four blobs, each with a frame of 16 bytes (8 that name it, the version, zeros); numbers are little-endian.
//!
//! - `bm25`: the header, with the sizes of the others and the analyser's fingerprint;
//! - `bm25.lengths`: how many terms each row has, a `u32` each;
//! - `bm25.terms`: the dictionary, see [`dictionary`];
//! - `bm25.lists`: the postings of each term, see [`encode::list`].
//!
//! Everything is exact, and nothing in it depends on parameters or on statistics of other rows: what a block of postings
//! can score at most is worked out from its [`corners`].

mod bits;
mod corners;
mod dictionary;
mod encode;
mod entry;
mod frame;
mod header;
mod list;
mod reader;
mod varint;
mod writer;

pub(super) use bits::BLOCK;
pub(super) use corners::CORNERS;
pub(crate) use corners::{Corner, MANY};
pub(super) use dictionary::{Listed, Terms};
pub(crate) use entry::Entry;
pub(super) use frame::VERSION;
pub(crate) use list::{Block, List};
pub(crate) use reader::SegmentReader;
pub(super) use writer::SegmentWriter;
