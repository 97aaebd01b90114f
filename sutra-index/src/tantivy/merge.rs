//! Several segments as one.

use std::collections::HashMap;

use sutra_core::{Error, Fingerprint, Observer, Result, SegmentSink};
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

use super::failure::{from_io_error, guarded};
use super::stored::Stored;
use super::terms::Terms;
use super::writer::SegmentWriter;
use crate::chunk_ids::Place;

/// How many terms or rows are done between two looks at the observer.
const STEP: usize = 1024;

/// No row, and no term.
const NONE: u32 = u32::MAX;

/// The terms of the rows that stay, in their order and at their positions: postings turned round again.
struct Rows {
    /// Terms by number.
    terms: Vec<String>,
    numbers: HashMap<Vec<u8>, u32>,
    /// The term at each position of each row, row after row.
    at: Vec<u32>,
    /// Where each row begins in `at`; one more than there are rows.
    starts: Vec<usize>,
}

/// Writes the rows at `places`, in their order, as one segment: their terms are read back and indexed as a build would
/// have, so the bytes are those of a build.
pub(super) fn write(
    segments: &[Stored],
    places: &[Place],
    analyzer: &Fingerprint,
    out: &mut dyn SegmentSink,
    watch: &dyn Observer,
) -> Result<()> {
    let rows = read(segments, places, watch)?;
    let (mut writer, mut terms) = (SegmentWriter::new()?, Terms::default());
    for (row, range) in rows.starts.windows(2).enumerate() {
        if row % STEP == 0 {
            watch.check()?;
        }
        terms.clear();
        for number in rows.at.get(range[0]..range[1]).unwrap_or_default() {
            terms.push(rows.terms.get(*number as usize).ok_or_else(damaged)?);
        }
        writer.add(&terms)?;
    }
    drop(rows);
    watch.check()?;
    writer.finish(analyzer, out)
}

fn read(segments: &[Stored], places: &[Place], watch: &dyn Observer) -> Result<Rows> {
    let lengths = segments.iter().map(Stored::lengths).collect::<Result<Vec<_>>>()?;
    let mut new_rows: Vec<Vec<u32>> =
        segments.iter().map(|stored| vec![NONE; stored.rows() as usize]).collect();
    let (mut starts, mut end) = (vec![0], 0_usize);
    for (row, place) in (0..).zip(places) {
        let old = new_rows
            .get_mut(place.segment())
            .and_then(|rows| rows.get_mut(place.row()))
            .ok_or_else(damaged)?;
        *old = row;
        let length =
            lengths.get(place.segment()).and_then(|lengths| lengths.get(place.row())).ok_or_else(damaged)?;
        end = end.checked_add(u32::from_le_bytes(*length) as usize).ok_or_else(damaged)?;
        starts.push(end);
    }
    ensure_held(segments, end)?;
    let mut rows = Rows { terms: Vec::new(), numbers: HashMap::new(), at: vec![NONE; end], starts };
    for (stored, new_rows) in segments.iter().zip(&new_rows) {
        if let Some(inverted) = stored.inverted()? {
            guarded("reading postings", || rows.take(&inverted, new_rows, watch))?;
        }
    }
    if rows.at.contains(&NONE) { Err(damaged()) } else { Ok(rows) }
}

/// Checks that there are as many terms as lengths say before room is made for them.
fn ensure_held(segments: &[Stored], count: usize) -> Result<()> {
    let mut held = 0_u64;
    for stored in segments {
        held = held.saturating_add(stored.inverted()?.map_or(0, |inverted| inverted.total_num_tokens()));
    }
    if count as u64 <= held { Ok(()) } else { Err(damaged()) }
}

impl Rows {
    /// Takes the postings of a segment whose rows get these numbers.
    fn take(&mut self, inverted: &InvertedIndexReader, new_rows: &[u32], watch: &dyn Observer) -> Result<()> {
        let mut stream = inverted.terms().stream().map_err(from_io_error)?;
        let mut positions = Vec::new();
        for count in 0_usize.. {
            if count.is_multiple_of(STEP) {
                watch.check()?;
            }
            let Some((term, info)) = stream.next() else { break };
            let mut number = self.numbers.get(term).copied();
            let mut postings = inverted
                .read_postings_from_terminfo(info, IndexRecordOption::WithFreqsAndPositions)
                .map_err(from_io_error)?;
            let mut row = postings.doc();
            while row != TERMINATED {
                let new = new_rows.get(row as usize).copied().ok_or_else(damaged)?;
                if new != NONE {
                    let number = match number {
                        Some(number) => number,
                        None => *number.insert(self.add(term)?),
                    };
                    postings.positions(&mut positions);
                    self.put(new as usize, number, &positions)?;
                }
                row = postings.advance();
            }
        }
        Ok(())
    }

    fn add(&mut self, term: &[u8]) -> Result<u32> {
        let text = std::str::from_utf8(term).map_err(|_| damaged())?;
        let number =
            u32::try_from(self.terms.len()).ok().filter(|number| *number != NONE).ok_or_else(damaged)?;
        self.terms.push(text.to_owned());
        self.numbers.insert(term.to_vec(), number);
        Ok(number)
    }

    fn put(&mut self, row: usize, number: u32, positions: &[u32]) -> Result<()> {
        let (Some(start), Some(end)) = (self.starts.get(row), self.starts.get(row + 1)) else {
            return Err(damaged());
        };
        let places = self.at.get_mut(*start..*end).ok_or_else(damaged)?;
        for position in positions {
            let place =
                places.get_mut(*position as usize).filter(|place| **place == NONE).ok_or_else(damaged)?;
            *place = number;
        }
        Ok(())
    }
}

fn damaged() -> Error {
    Error::corrupt("tantivy segment: lengths and postings contradict each other")
}
