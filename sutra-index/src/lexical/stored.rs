//! The segments of an index, and the statistics of their live rows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sutra_core::{ChunkSet, Error, Fingerprint, Result, Segment};

use super::segment::{Block, List, SegmentReader};
use crate::chunk_ids::ChunkIds;

/// Asking a list for one row costs about as much as looking at this many of its postings.
const PROBE: usize = 64;

/// Counts of shorter lists are not remembered, nor more than this many.
const SHORTEST: usize = 512;
const REMEMBERED: usize = 1 << 14;

/// A segment with the chunks of its rows.
pub(super) struct Stored {
    pub(super) reader: SegmentReader,
    pub(super) chunks: ChunkIds,
    /// How many rows stand for chunks that are gone.
    pub(super) dead: usize,
    /// Those rows, ascending.
    dead_rows: OnceLock<Vec<u32>>,
    /// How many live chunks long lists name, by where the list stands.
    counts: Mutex<HashMap<u64, usize>>,
}

impl Stored {
    /// A segment whose rows are these chunks. O(live / 64).
    pub(super) fn new(
        segment: &Arc<dyn Segment>,
        chunks: ChunkIds,
        analyzer: &Fingerprint,
        live: &ChunkSet,
    ) -> Result<Self> {
        let reader = SegmentReader::new(segment, analyzer)?;
        if reader.rows() != chunks.len() {
            let message = format!("BM25 segment: {} rows stand for {} chunks", reader.rows(), chunks.len());
            return Err(Error::corrupt(message));
        }
        Ok(Self {
            reader,
            dead: chunks.dead_len(live),
            chunks,
            dead_rows: OnceLock::new(),
            counts: Mutex::default(),
        })
    }

    /// Opens a segment as it was written.
    pub(super) fn open(segment: &Arc<dyn Segment>, analyzer: &Fingerprint, live: &ChunkSet) -> Result<Self> {
        Self::new(segment, ChunkIds::read(segment.as_ref())?, analyzer, live)
    }

    /// The rows of chunks that are gone, ascending. O(rows), once.
    pub(super) fn dead_rows(&self, live: &ChunkSet) -> &[u32] {
        self.dead_rows.get_or_init(|| {
            if self.dead == 0 {
                return Vec::new();
            }
            let rows = (0..).zip(self.chunks.iter());
            rows.filter(|(_, chunk)| !live.contains(*chunk)).map(|(row, _)| row).collect()
        })
    }

    /// How many live chunks a list names: O(1) where no chunk is gone, and for a long list that was asked before.
    pub(super) fn live_len(&self, list: &List<'_>, live: &ChunkSet) -> Result<usize> {
        if self.dead == 0 {
            return Ok(list.len);
        }
        if list.len < SHORTEST {
            return Ok(list.len - self.count_dead(list, live)?);
        }
        // A count is whole or not there, whatever another thread did.
        let counts = || self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = counts().get(&list.start).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let count = list.len - self.count_dead(list, live)?;
        let mut counts = counts();
        if counts.len() < REMEMBERED {
            counts.insert(list.start, count);
        }
        Ok(count)
    }

    fn count_dead(&self, list: &List<'_>, live: &ChunkSet) -> Result<usize> {
        let dead = self.dead_rows(live);
        let (mut block, mut gone) = (Block::new(), 0);
        if dead.len() * PROBE < list.len {
            let mut at = usize::MAX;
            for row in dead {
                let of_row = list.block_of(*row);
                if of_row != at {
                    list.unpack(of_row, &mut block)?;
                    at = of_row;
                }
                gone += usize::from(block.rows[..block.len].binary_search(row).is_ok());
            }
        } else {
            for at in 0..list.blocks() {
                list.unpack(at, &mut block)?;
                let is_dead = |row: &&u32| !live.contains(self.chunks.chunk(**row as usize));
                gone += block.rows[..block.len].iter().filter(is_dead).count();
            }
        }
        Ok(gone)
    }
}

/// The statistics of all live chunks but the frequencies of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statistics {
    /// The sum of the lengths of live chunks.
    pub(super) length: u64,
    /// The greatest of them.
    pub(super) longest: u32,
}

impl Statistics {
    /// O(rows).
    pub(super) fn of(segments: &[Stored], live: &ChunkSet) -> Result<Self> {
        let mut statistics = Self { length: 0, longest: 0 };
        for stored in segments {
            let lengths = stored.reader.lengths()?;
            let total: u64 = lengths.iter().map(|length| u64::from(u32::from_le_bytes(*length))).sum();
            if total != stored.reader.length() {
                return Err(Error::corrupt("BM25 segment: the lengths of the rows are damaged"));
            }
            let mut dead = stored.dead_rows(live).iter().peekable();
            for (row, length) in (0..).zip(lengths) {
                if dead.next_if(|dead| **dead == row).is_none() {
                    let length = u32::from_le_bytes(*length);
                    statistics.length += u64::from(length);
                    statistics.longest = statistics.longest.max(length);
                }
            }
        }
        Ok(statistics)
    }
}
