//! The segments of an index, and the statistics of their live rows.

use std::sync::{Arc, OnceLock};

use sutra_core::{ChunkSet, Error, Fingerprint, Result, Segment};

use super::prefix::FieldSegment;
use super::{Bm25Field, header};
use crate::chunk_ids::ChunkIds;
use crate::lexical::{Block, List, SegmentReader};

/// Rows are counted in a bitmap where a list for each so many of them, or more, is named.
const SPARSE: usize = 32;

/// A segment: the postings of each field, and the chunks of the rows.
pub(super) struct Stored {
    pub(super) fields: Vec<SegmentReader>,
    pub(super) chunks: ChunkIds,
    /// How many rows stand for chunks that are gone.
    pub(super) dead: usize,
    /// A bit a row, 1 where its chunk is live; asked for where some are gone.
    live_rows: OnceLock<Vec<u64>>,
}

impl Stored {
    /// Opens a segment as it was written. O(fields + live / 64).
    pub(super) fn open(
        segment: &Arc<dyn Segment>,
        fields: &[Bm25Field],
        analyzer: &Fingerprint,
        live: &ChunkSet,
    ) -> Result<Self> {
        header::check(segment.as_ref(), fields, analyzer)?;
        let chunks = ChunkIds::read(segment.as_ref())?;
        let mut readers = Vec::with_capacity(fields.len());
        for (field, described) in fields.iter().enumerate() {
            let of_field: Arc<dyn Segment> = Arc::new(FieldSegment { field, segment: segment.clone() });
            let reader = SegmentReader::new(&of_field, analyzer)?;
            if reader.rows() != chunks.len() {
                return Err(Error::corrupt(format!(
                    "BM25F segment: {} rows of the field {:?} stand for {} chunks",
                    reader.rows(),
                    described.name(),
                    chunks.len()
                )));
            }
            readers.push(reader);
        }
        Ok(Self { fields: readers, dead: chunks.dead_len(live), chunks, live_rows: OnceLock::new() })
    }

    fn live_rows(&self, live: &ChunkSet) -> &[u64] {
        self.live_rows.get_or_init(|| {
            let mut rows = vec![0; self.chunks.len().div_ceil(64)];
            for (row, chunk) in self.chunks.iter().enumerate() {
                rows[row / 64] |= u64::from(live.contains(chunk)) << (row % 64);
            }
            rows
        })
    }

    /// How many live rows are in one of the lists. O(postings + rows / 64), O(1) for one list where no chunk is gone.
    pub(super) fn live_union(&self, lists: &[(usize, List<'_>)], live: &ChunkSet) -> Result<usize> {
        if let ([(_, list)], 0) = (lists, self.dead) {
            return Ok(list.len);
        }
        let postings: usize = lists.iter().map(|(_, list)| list.len).sum();
        if postings * SPARSE < self.chunks.len() {
            let mut rows = Vec::with_capacity(postings);
            each_row(lists, |row| rows.push(row))?;
            rows.sort_unstable();
            rows.dedup();
            if self.dead > 0 {
                let alive = self.live_rows(live);
                rows.retain(|row| alive[*row as usize / 64] >> (row % 64) & 1 == 1);
            }
            return Ok(rows.len());
        }
        let mut rows = vec![0_u64; self.chunks.len().div_ceil(64)];
        each_row(lists, |row| rows[row as usize / 64] |= 1 << (row % 64))?;
        if self.dead > 0 {
            rows.iter_mut().zip(self.live_rows(live)).for_each(|(rows, alive)| *rows &= alive);
        }
        Ok(rows.iter().map(|word| word.count_ones() as usize).sum())
    }
}

/// Calls `each` with the rows of all lists, which are rows of the segment.
fn each_row(lists: &[(usize, List<'_>)], mut each: impl FnMut(u32)) -> Result<()> {
    let mut block = Block::new();
    for (_, list) in lists {
        for at in 0..list.blocks() {
            list.unpack(at, &mut block)?;
            block.rows.iter().take(block.len).for_each(|row| each(*row));
        }
    }
    Ok(())
}

/// The lengths of a field in live chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lengths {
    /// Their sum.
    pub(super) total: u64,
    /// The greatest.
    pub(super) longest: u32,
}

impl Lengths {
    /// Those of each field. O(fields * rows).
    pub(super) fn of(segments: &[Stored], fields: usize, live: &ChunkSet) -> Result<Vec<Self>> {
        (0..fields).map(|field| Self::of_field(segments, field, live)).collect()
    }

    fn of_field(segments: &[Stored], field: usize, live: &ChunkSet) -> Result<Self> {
        let mut lengths = Self::default();
        for stored in segments {
            let reader = &stored.fields[field];
            let of_rows = reader.lengths()?.iter().map(|length| u32::from_le_bytes(*length));
            if of_rows.clone().map(u64::from).sum::<u64>() != reader.length() {
                return Err(Error::corrupt("BM25F segment: the lengths of the rows are damaged"));
            }
            let alive = if stored.dead > 0 { stored.live_rows(live) } else { &[] };
            for (row, length) in of_rows.enumerate() {
                if alive.get(row / 64).is_none_or(|word| word >> (row % 64) & 1 == 1) {
                    lengths.total += u64::from(length);
                    lengths.longest = lengths.longest.max(length);
                }
            }
        }
        Ok(lengths)
    }
}
