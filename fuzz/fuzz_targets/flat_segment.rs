//! Any bytes in the blobs of a segment of vectors: an error or an answer, never a panic, and nothing large allocated.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use sutra_core::laws::LawCorpus;
use sutra_core::{
    Change, ChunkId, ChunkSet, ChunkText, Corpus, DocId, Embeddings, Encoding, Fingerprint, IndexPart,
    MemorySegment, Metric, Query, Renumbering, Retriever, Search, Segment, Stamp, Unwatched, VectorIndex,
};
use sutra_fuzz::segment::damaged;
use sutra_index::{FlatPart, Storage};

const ROWS: u32 = 20;

/// The sound segment, some bytes of which are overwritten.
fn sound(part: &FlatPart, corpus: &LawCorpus, encoder: &Fingerprint) -> MemorySegment {
    let added: Vec<_> = (0..ROWS).map(|id| ChunkText::new(ChunkId::new(id), DocId::new(id), "any")).collect();
    let values = (0..ROWS * 3).map(|at| ((at * 7) % 11) as f32 - 4.0).collect();
    let vectors = Embeddings::new(3, values).expect("finite");
    let mut segment = MemorySegment::new();
    let change = Change::new(corpus.stamp(), &added).with_vectors(&vectors, encoder);
    part.build(&change, &mut segment, &Unwatched).expect("a sound change");
    segment
}

// The metric and the storage, and which bytes of which blob become what; a blob is cut where the place lies beyond its end.
fuzz_target!(|input: (u8, Vec<(u8, u16, u8)>)| {
    let (way, changes) = input;
    let (metric, storage) = (usize::from(way) % 3, usize::from(way) / 3 % 3);
    let part = FlatPart::new([Metric::Cosine, Metric::InnerProduct, Metric::L2][metric])
        .with_storage([Storage::F32, Storage::F16, Storage::Int8][storage]);
    let (corpus, encoder) =
        (LawCorpus::generated(Stamp::new(1, 1), 1).expect("the laws' own"), Fingerprint::new("any"));
    let blobs = sound(&part, &corpus, &encoder)
        .blobs()
        .map(|(name, bytes)| (name.to_owned(), bytes.to_vec()))
        .collect();
    let segment = damaged(blobs, &changes);
    let segments: [Arc<dyn Segment>; 1] = [Arc::new(segment)];
    let mut live = ChunkSet::none(corpus.stamp(), corpus.len());
    (0..ROWS).for_each(|chunk| {
        live.insert(ChunkId::new(chunk));
    });
    let live = Arc::new(live);
    let _ = part.merge(&segments, &Renumbering::keep(&live), &mut MemorySegment::new(), &Unwatched);
    let Ok(index) = part.open_index(&segments, &live, &encoder, 3) else { return };
    let query = Query::new("any");
    let search = Search::new(&query, &corpus)
        .with_encoding(encoder.clone(), Encoding::Vector(vec![1.0, -2.0, 0.5]))
        .expect("finite");
    for k in [1, 100] {
        if let Ok(ranking) = index.retrieve(&search, k) {
            assert!(ranking.hits().iter().all(|hit| hit.score.is_finite() && hit.chunk.get() < ROWS));
        }
    }
    let _ = index.within(&search, 0.0);
    let _ =
        index.vectors(&corpus.ids(), &mut |_, vector| assert!(vector.iter().all(|value| value.is_finite())));
});
