//! Any bytes in the blobs of a segment of BM25F: an error or an answer, never a panic, and nothing large allocated.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sutra_core::{Candidate, ChunkId, ChunkText, DocId, Metadata, Span};
use sutra_fuzz::segment::{Blobs, ROWS, damaged, search_damaged, sound, text};
use sutra_index::{Bm25Field, Bm25fPart};
use sutra_text::Analyzer;

static PART: LazyLock<Bm25fPart> = LazyLock::new(|| {
    let title = Bm25Field::title().with_weight(3.0).expect("a weight");
    Bm25fPart::new(Analyzer::neutral(), [title, Bm25Field::text()]).expect("two fields")
});

static SOUND: LazyLock<Blobs> = LazyLock::new(|| {
    let metadata = Metadata::new();
    let chunk = |n: u32| {
        let (text, id) = (text(n), (ChunkId::new(n), DocId::new(n)));
        let span = Span::whole(&text);
        let candidate = Candidate::new(id.0, id.1, "any", text, span, &metadata);
        ChunkText::of(candidate.with_title(["oak", "", "elm yew"][n as usize % 3]))
    };
    sound(&*PART, &(0..ROWS).map(chunk).collect::<Vec<_>>())
});

fuzz_target!(|changes: Vec<(u8, u16, u8)>| {
    let segment = damaged(SOUND.clone(), &changes);
    let open = |segments: &[_], live: &_| PART.open_index(segments, live);
    let index = search_damaged(&*PART, segment, open, |index, query, k, ties| index.search(query, k, ties));
    if let Some(index) = index {
        let _ = index.document_frequency("yew");
    }
});
