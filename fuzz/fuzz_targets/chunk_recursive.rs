//! Recursive pieces keep the laws of a chunker on any text, and are the same whether places are skipped or not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sutra_chunk::{ChunkSizer, RecursiveChunker, Unit};
use sutra_fuzz::{Thirds, check, overlap, unit};

/// Bytes, counted by a sizer: under it nothing is skipped.
struct Bytes;

impl ChunkSizer for Bytes {
    fn size(&self, text: &str) -> usize {
        text.len()
    }
}

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (max, shared, kind, text) = input;
    let max = usize::from(max) + 1;
    let (shared, unit) = (overlap(shared, max), unit(kind));
    check(&RecursiveChunker::new(max, unit, shared).unwrap(), text, max, &unit);
    check(&RecursiveChunker::sized_by(max, Thirds, shared).unwrap(), text, max, &Thirds);
    let counted = check(&RecursiveChunker::new(max, Unit::Bytes, shared).unwrap(), text, max, &Unit::Bytes);
    let sized = check(&RecursiveChunker::sized_by(max, Bytes, shared).unwrap(), text, max, &Unit::Bytes);
    assert_eq!(counted, sized);
});
