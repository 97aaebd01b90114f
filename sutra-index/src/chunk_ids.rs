//! Which chunk each row of a segment is.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Candidate, ChunkId, ChunkSet, Error, Renumbering, Result, Segment, SegmentSink};

use crate::head;

/// The blob of a segment that holds the chunks of its rows.
pub(crate) const BLOB: &str = "chunks";

const MAGIC: &[u8; 8] = b"SUTRAIDS";
const VERSION: u32 = 1;
const WHAT: &str = "chunks of a segment";

/// Rows that stand for chunks of neighbouring ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The chunk of the first row.
    pub(crate) first: ChunkId,
    /// The first row.
    pub(crate) row: usize,
    /// How many rows; at least one.
    pub(crate) count: usize,
}

impl Run {
    /// What the ids of its chunks are below.
    fn end(&self) -> usize {
        self.first.index() + self.count
    }
}

/// The chunk of each row, ascending, as runs of neighbouring ids: one run where a commit numbered its chunks one after
/// another. Memory is O(runs).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChunkIds {
    runs: Vec<Run>,
    len: usize,
}

impl ChunkIds {
    /// The chunks of rows that come in ascending order.
    pub(crate) fn of(chunks: impl IntoIterator<Item = ChunkId>) -> Result<Self> {
        let mut ids = Self::default();
        chunks.into_iter().try_for_each(|chunk| ids.push(chunk.index(), 1))?;
        Ok(ids)
    }

    fn push(&mut self, first: usize, count: usize) -> Result<()> {
        let row = self.len;
        // The last number is left free, so that one past a chunk is a number too.
        let first_chunk =
            ChunkId::from_index(first).and_then(|chunk| ChunkId::from_index(first + count).map(|_| chunk))?;
        self.len += count;
        match self.runs.last_mut() {
            Some(last) if first < last.end() => {
                return Err(Error::invalid_input(format!(
                    "chunk {first} comes after chunk {}",
                    last.end() - 1
                )));
            }
            Some(last) if first == last.end() => last.count += count,
            _ => self.runs.push(Run { first: first_chunk, row, count }),
        }
        Ok(())
    }

    /// How many rows there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The runs, in ascending order of rows and of chunks.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run> + '_ {
        self.runs.iter().copied()
    }

    /// The chunk of each row.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ChunkId> + '_ {
        self.runs.iter().flat_map(|run| (run.first.get()..).take(run.count).map(ChunkId::new))
    }

    /// The chunk of a row that exists. O(log runs).
    #[inline]
    pub(crate) fn chunk(&self, row: usize) -> ChunkId {
        let at = match self.runs.len() {
            1 => 0,
            _ => self.runs.partition_point(|run| run.row <= row).saturating_sub(1),
        };
        let chunk = self.runs.get(at).map_or(row, |run| run.first.index() + (row - run.row));
        ChunkId::new(chunk as u32)
    }

    /// The row of a chunk. O(log runs).
    #[inline]
    pub(crate) fn row(&self, chunk: ChunkId) -> Option<usize> {
        let at = self.runs.partition_point(|run| run.first <= chunk).checked_sub(1)?;
        let run = self.runs.get(at)?;
        let within = chunk.index() - run.first.index();
        (within < run.count).then_some(run.row + within)
    }

    /// How many rows stand for chunks that are not in `live`. O(live / 64 + runs).
    pub(crate) fn dead_len(&self, live: &ChunkSet) -> usize {
        let alive: usize = self.runs.iter().map(|run| live.len_in(run.first, run.count)).sum();
        self.len - alive
    }

    /// The rows of those of the candidates that are in `live`, each with the candidate's place: by rows, so that
    /// neighbours share a block. O(candidates * log (candidates * runs)).
    pub(crate) fn rows_of(&self, candidates: &[Candidate<'_>], live: &ChunkSet) -> Vec<(u32, usize)> {
        let row = |(at, candidate): (usize, &Candidate<'_>)| {
            let row = self.row(candidate.chunk).filter(|_| live.contains(candidate.chunk));
            row.map(|row| (row as u32, at))
        };
        let mut rows: Vec<_> = candidates.iter().enumerate().filter_map(row).collect();
        rows.sort_unstable();
        rows
    }

    /// Writes the blob: `SUTRAIDS`, version, number of runs, and the first id and the length of each as `u32`.
    pub(crate) fn write(&self, out: &mut dyn SegmentSink) -> Result<()> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(VERSION);
        writer.length(self.runs.len());
        for run in &self.runs {
            writer.u32(run.first.get());
            writer.u32(run.count as u32);
        }
        out.write(BLOB, &writer.into_bytes())
    }

    /// Reads the blob of a segment. O(runs).
    pub(crate) fn read(segment: &dyn Segment) -> Result<Self> {
        let mut reader = Reader::new(WHAT, segment.blob(BLOB)?);
        head::check(&mut reader, WHAT, MAGIC, VERSION)?;
        let mut ids = Self::default();
        for _ in 0..reader.length("runs")? {
            let (first, count) = (reader.u32("first chunk")? as usize, reader.u32("count")? as usize);
            let apart = ids.runs.last().is_none_or(|last| first > last.end());
            if count == 0 || !apart || u32::try_from(first + count).is_err() {
                return Err(reader.damaged("runs"));
            }
            ids.push(first, count)?;
        }
        reader.finish()?;
        Ok(ids)
    }
}

/// Checks that each live chunk stands in exactly one of several segments. O(runs * log runs + live / 64).
pub(crate) fn ensure_live<'a>(
    segments: impl IntoIterator<Item = &'a ChunkIds>,
    live: &ChunkSet,
) -> Result<()> {
    let mut runs: Vec<_> = segments.into_iter().flat_map(ChunkIds::runs).collect();
    runs.sort_unstable_by_key(|run| run.first);
    let (mut found, mut end) = (0, 0);
    for run in &runs {
        let twice = end.min(run.end()).saturating_sub(run.first.index());
        if twice > 0 && live.len_in(run.first, twice) > 0 {
            let message = format!("live chunks from {} on stand in two segments", run.first);
            return Err(Error::corrupt(message));
        }
        found += live.len_in(run.first, run.count);
        end = end.max(run.end());
    }
    if found == live.len() {
        return Ok(());
    }
    let held =
        |chunk: &ChunkId| runs.iter().any(|run| (run.first.index()..run.end()).contains(&chunk.index()));
    let missing = live.iter().find(|chunk| !held(chunk)).unwrap_or(ChunkId::new(0));
    Err(Error::corrupt(format!("chunk {missing} is live and stands in no segment")))
}

/// A row of one of several segments, and the number that its chunk is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) chunk: ChunkId,
    segment: u32,
    row: u32,
}

impl Place {
    pub(crate) fn segment(self) -> usize {
        self.segment as usize
    }

    pub(crate) fn row(self) -> usize {
        self.row as usize
    }
}

/// Where the chunks that stay stand in several segments, in the order of their new numbers. O(n log n).
pub(crate) fn places(segments: &[ChunkIds], numbers: &Renumbering) -> Result<Vec<Place>> {
    let mut places = Vec::new();
    for (segment, chunks) in (0..).zip(segments) {
        let rows = (0..).zip(chunks.iter());
        places.extend(rows.filter_map(|(row, old)| Some(Place { chunk: numbers.get(old)?, segment, row })));
    }
    places.sort_unstable_by_key(|place| place.chunk);
    match places.windows(2).find(|pair| pair[0].chunk == pair[1].chunk) {
        Some(pair) => Err(Error::corrupt(format!("two chunks are to be chunk {}", pair[0].chunk))),
        None => Ok(places),
    }
}
