//! Any bytes in the blobs of a segment of BM25: an error or an answer, never a panic, and nothing large allocated.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use sutra_core::{
    ById, Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Renumbering, Segment,
    SegmentSink, Stamp, Unwatched,
};
use sutra_index::Bm25Part;
use sutra_text::Analyzer;

const ROWS: u32 = 300;
const STAMP: Stamp = Stamp::new(1, 1);

static PART: LazyLock<Bm25Part> = LazyLock::new(|| Bm25Part::new(Analyzer::neutral()));

/// Lists of one block, of several and of a tail, and several groups of terms.
static SOUND: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let text = |n: u32| {
        format!("oak {} w{n} {}", ["elm", "", "elm ash"][n as usize % 3], "yew ".repeat(n as usize % 40))
    };
    let added: Vec<_> = (0..ROWS).map(|n| ChunkText::new(ChunkId::new(n), DocId::new(n), text(n))).collect();
    let mut segment = MemorySegment::new();
    PART.build(&Change::new(STAMP, &added), &mut segment, &Unwatched).expect("a sound change");
    segment.blobs().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect()
});

// Which bytes of which blob become what; a blob is cut where the place lies beyond its end.
fuzz_target!(|changes: Vec<(u8, u16, u8)>| {
    let mut blobs = SOUND.clone();
    for (blob, at, byte) in changes {
        let count = blobs.len();
        let bytes = &mut blobs[usize::from(blob) % count].1;
        match bytes.get_mut(usize::from(at)) {
            Some(place) => *place = byte,
            None => bytes.truncate(usize::from(byte)),
        }
    }
    let mut segment = MemorySegment::new();
    for (name, bytes) in &blobs {
        segment.write(name, bytes).expect("written once");
    }
    let segments: [Arc<dyn Segment>; 1] = [Arc::new(segment)];
    let mut live = ChunkSet::all(STAMP, ROWS as usize);
    (0..ROWS).step_by(17).for_each(|chunk| live.remove(ChunkId::new(chunk)));
    let live = Arc::new(live);
    let _ = PART.merge(&segments, &Renumbering::keep(&live), &mut MemorySegment::new(), &Unwatched);
    let Ok(index) = PART.open_index(&segments, &live) else { return };
    for (query, k) in [("oak elm", 1), ("oak yew yew w17 w200", 10), ("ash w3", usize::MAX)] {
        if let Ok(ranking) = index.search(query, k, &ById) {
            assert!(ranking.hits().iter().all(|hit| hit.score.is_finite() && live.contains(hit.chunk)));
        }
    }
    let _ = (index.vocabulary_len(), index.mean_length(), index.document_frequency("yew"));
});
