//! Damaged segments, and what is asked of a part that opens them.

use std::sync::Arc;

use sutra_core::{
    ById, Change, ChunkId, ChunkSet, ChunkText, IndexPart, MemorySegment, Ranking, Renumbering, Result,
    Segment, SegmentSink, Stamp, TieOrder, Unwatched,
};

/// How many chunks a sound segment has.
pub const ROWS: u32 = 300;

const STAMP: Stamp = Stamp::new(1, 1);

/// Names and bytes of blobs.
pub type Blobs = Vec<(String, Vec<u8>)>;

/// The blobs that a part writes of these chunks.
pub fn sound(part: &impl IndexPart, added: &[ChunkText<'_>]) -> Blobs {
    let mut segment = MemorySegment::new();
    part.build(&Change::new(STAMP, added), &mut segment, &Unwatched).expect("a sound change");
    segment.blobs().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect()
}

/// The text of a chunk: lists of one block, of several and of a tail, and several groups of terms.
pub fn text(n: u32) -> String {
    format!("oak {} w{n} {}", ["elm", "", "elm ash"][n as usize % 3], "yew ".repeat(n as usize % 40))
}

/// The blobs with some bytes changed: which byte of which blob becomes what; a blob is cut where the place lies beyond
/// its end.
pub fn damaged(mut blobs: Blobs, changes: &[(u8, u16, u8)]) -> MemorySegment {
    for (blob, at, byte) in changes {
        let count = blobs.len();
        let bytes = &mut blobs[usize::from(*blob) % count].1;
        match bytes.get_mut(usize::from(*at)) {
            Some(place) => *place = *byte,
            None => bytes.truncate(usize::from(*byte)),
        }
    }
    let mut segment = MemorySegment::new();
    for (name, bytes) in &blobs {
        segment.write(name, bytes).expect("written once");
    }
    segment
}

/// Merges and opens a segment of [`ROWS`] chunks, some of which are gone, and searches what opens, by words: an error or
/// an answer.
pub fn search_damaged<I>(
    part: &impl IndexPart,
    segment: MemorySegment,
    open: impl Fn(&[Arc<dyn Segment>], &Arc<ChunkSet>) -> Result<I>,
    search: impl Fn(&I, &str, usize, &dyn TieOrder) -> Result<Ranking>,
) -> Option<I> {
    let segments: [Arc<dyn Segment>; 1] = [Arc::new(segment)];
    let mut live = ChunkSet::all(STAMP, ROWS as usize);
    (0..ROWS).step_by(17).for_each(|chunk| live.remove(ChunkId::new(chunk)));
    let live = Arc::new(live);
    let _ = part.merge(&segments, &Renumbering::keep(&live), &mut MemorySegment::new(), &Unwatched);
    let index = open(&segments, &live).ok()?;
    for (query, k) in [("oak elm", 1), ("oak yew yew w17 w200", 10), ("ash w3", usize::MAX)] {
        if let Ok(ranking) = search(&index, query, k, &ById) {
            assert!(ranking.hits().iter().all(|hit| hit.score.is_finite() && live.contains(hit.chunk)));
        }
    }
    Some(index)
}
