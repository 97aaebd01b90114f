//! Windows of any size, in units and under a sizer, keep the laws of a chunker on any text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sutra_chunk::WindowChunker;
use sutra_fuzz::{Thirds, check, overlap, unit};

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (max, shared, kind, text) = input;
    let max = usize::from(max) + 1;
    let (shared, unit) = (overlap(shared, max), unit(kind));
    check(&WindowChunker::new(max, unit, shared).unwrap(), text, max, &unit);
    check(&WindowChunker::sized_by(max, Thirds, shared).unwrap(), text, max, &Thirds);
});
