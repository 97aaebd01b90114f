//! Any bytes in the blobs of a segment of BM25: an error or an answer, never a panic, and nothing large allocated.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sutra_core::{ChunkId, ChunkText, DocId};
use sutra_fuzz::segment::{Blobs, ROWS, damaged, search_damaged, sound, text};
use sutra_index::Bm25Part;
use sutra_text::Analyzer;

static PART: LazyLock<Bm25Part> = LazyLock::new(|| Bm25Part::new(Analyzer::neutral()));

static SOUND: LazyLock<Blobs> = LazyLock::new(|| {
    let chunk = |n| ChunkText::new(ChunkId::new(n), DocId::new(n), text(n));
    sound(&*PART, &(0..ROWS).map(chunk).collect::<Vec<_>>())
});

fuzz_target!(|changes: Vec<(u8, u16, u8)>| {
    let segment = damaged(SOUND.clone(), &changes);
    let open = |segments: &[_], live: &_| PART.open_index(segments, live);
    let index = search_damaged(&*PART, segment, open, |index, query, k, ties| index.search(query, k, ties));
    if let Some(index) = index {
        let _ = (index.vocabulary_len(), index.mean_length(), index.document_frequency("yew"));
    }
});
