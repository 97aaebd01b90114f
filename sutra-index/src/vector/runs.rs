//! Where chunks stand in several segments.

use sutra_core::{ChunkId, ChunkSet, Error, Result};

use super::segment::FlatSegment;

/// Neighbouring rows of a segment that stand for neighbouring chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) segment: usize,
    /// The first row.
    pub(super) row: usize,
    pub(super) count: usize,
    /// The chunk of the first row.
    pub(super) first: ChunkId,
}

impl Rows {
    /// What the ids of its chunks are below.
    fn end(&self) -> usize {
        self.first.index() + self.count
    }

    /// The place of a chunk among the rows.
    fn within(&self, chunk: ChunkId) -> Option<usize> {
        chunk.index().checked_sub(self.first.index()).filter(|within| *within < self.count)
    }

    /// `count` of its rows, from the `start`th on.
    pub(super) fn part(&self, start: usize, count: usize) -> Self {
        let first = ChunkId::new(self.first.get() + start as u32);
        Self { row: self.row + start, count, first, ..*self }
    }
}

/// The runs of all segments, in the order of chunks.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs(Vec<Rows>);

impl Runs {
    /// The runs of these segments. O(runs * log runs).
    pub(super) fn new(segments: &[FlatSegment]) -> Result<Self> {
        let mut runs = Vec::new();
        for (number, segment) in segments.iter().enumerate() {
            runs.extend(segment.chunks.runs().map(|run| Rows {
                segment: number,
                row: run.row,
                count: run.count,
                first: run.first,
            }));
        }
        runs.sort_unstable_by_key(|run| run.first);
        match runs.windows(2).find(|pair| pair[0].end() > pair[1].first.index()) {
            Some(pair) => Err(Error::corrupt(format!("chunk {} stands in two segments", pair[1].first))),
            None => Ok(Self(runs)),
        }
    }

    /// Segment and row of a chunk. O(log runs).
    pub(super) fn find(&self, chunk: ChunkId) -> Option<(usize, usize)> {
        let at = self.0.partition_point(|run| run.first <= chunk).checked_sub(1)?;
        let run = self.0.get(at)?;
        Some((run.segment, run.row + run.within(chunk)?))
    }

    /// Hands `each` the rows of the chunks in `live` and, where it is given, in `allowed`, at most `most` at once, in the
    /// order of chunks. O(runs + rows handed out), with the bitmaps' words to look through.
    pub(super) fn each(
        &self,
        live: &ChunkSet,
        allowed: Option<&ChunkSet>,
        most: usize,
        each: &mut dyn FnMut(Rows) -> Result<()>,
    ) -> Result<()> {
        if let Some(allowed) = allowed {
            return self.each_of(allowed.iter().filter(|chunk| live.contains(*chunk)), most, each);
        }
        for run in &self.0 {
            if live.len_in(run.first, run.count) == run.count {
                for start in (0..run.count).step_by(most) {
                    each(run.part(start, most.min(run.count - start)))?;
                }
            } else {
                let chunks = (run.first.get()..).take(run.count).map(ChunkId::new);
                self.each_of(chunks.filter(|chunk| live.contains(*chunk)), most, each)?;
            }
        }
        Ok(())
    }

    /// Hands `each` segment, row and chunk of each chunk in both `live` and `allowed`, in the order of chunks. Neighbours
    /// are not looked for: where about every other chunk is wanted, that takes longer than the rows do.
    #[inline]
    pub(super) fn each_one(
        &self,
        live: &ChunkSet,
        allowed: &ChunkSet,
        mut each: impl FnMut(usize, usize, ChunkId) -> Result<()>,
    ) -> Result<()> {
        let (mut at, mut run) = (0, Rows { segment: 0, row: 0, count: 0, first: ChunkId::new(0) });
        for chunk in allowed.iter().filter(|chunk| live.contains(*chunk)) {
            if run.end() <= chunk.index() {
                at += self.0[at..].partition_point(|run| run.end() <= chunk.index());
                match self.0.get(at) {
                    Some(next) => run = *next,
                    None => break,
                }
            }
            if let Some(within) = run.within(chunk) {
                each(run.segment, run.row + within, chunk)?;
            }
        }
        Ok(())
    }

    /// [`each`](Self::each) for chunks in ascending order.
    fn each_of(
        &self,
        chunks: impl Iterator<Item = ChunkId>,
        most: usize,
        each: &mut dyn FnMut(Rows) -> Result<()>,
    ) -> Result<()> {
        let (mut at, mut open): (usize, Option<Rows>) = (0, None);
        for chunk in chunks {
            if let Some(rows) = &mut open {
                if rows.end() == chunk.index() && rows.count < most && self.0[at].within(chunk).is_some() {
                    rows.count += 1;
                    continue;
                }
                each(*rows)?;
            }
            if self.0.get(at).is_none_or(|run| run.end() <= chunk.index()) {
                at += self.0[at..].partition_point(|run| run.end() <= chunk.index());
            }
            let run = self.0.get(at);
            open = run.and_then(|run| Some(run.part(run.within(chunk)?, 1)));
        }
        open.map_or(Ok(()), each)
    }
}
