//! Pieces of Markdown keep the laws of a chunker on any text; without the headings, the rest of them do.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sutra_chunk::MarkdownChunker;
use sutra_core::Chunker;
use sutra_fuzz::{Thirds, check, overlap, unit};

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (max, shared, kind, text) = input;
    let max = usize::from(max) + 1;
    let (shared, unit) = (overlap(shared, max), unit(kind));
    let chunker = MarkdownChunker::new(max, unit, shared).unwrap();
    let plain = check(&chunker, text, max, &unit);
    let headed = check(&chunker.clone().with_table_heads(), text, max, &unit);
    assert!(plain.iter().map(|piece| piece.span).eq(headed.iter().map(|piece| piece.span)));
    check(&MarkdownChunker::sized_by(max, Thirds, shared).unwrap(), text, max, &Thirds);
    for piece in chunker.without_heading_lines().chunk(text).expect("a text can be cut") {
        assert!(piece.span.slice(text).is_ok_and(|slice| !slice.is_empty()));
    }
});
