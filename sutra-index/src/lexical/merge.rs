//! Several segments as one.

use std::cmp::Ordering;

use sutra_core::{Fingerprint, Observer, Result, SegmentSink};

use super::segment::{Block, Listed, SegmentReader, SegmentWriter, Terms};
use super::stored::Stored;
use crate::chunk_ids::Place;

/// How many terms are written between two looks at the observer.
const STEP: usize = 1024;

/// No row.
const GONE: u32 = u32::MAX;

/// Goes through the terms of several segments in one order.
struct Merged<'a> {
    /// The terms of each segment that is not at its end, the list of each at its term.
    open: Vec<(usize, Terms<'a>, Listed)>,
}

impl<'a> Merged<'a> {
    fn new(readers: impl IntoIterator<Item = &'a SegmentReader>) -> Result<Self> {
        let mut open = Vec::new();
        for (segment, reader) in readers.into_iter().enumerate() {
            let mut terms = reader.all_terms();
            if let Some(listed) = terms.advance()? {
                open.push((segment, terms, listed));
            }
        }
        Ok(Self { open })
    }

    /// Gives the next term and calls `each` with every segment that holds it and its list there; `false` at the end.
    fn next(
        &mut self,
        term: &mut Vec<u8>,
        mut each: impl FnMut(usize, Listed) -> Result<()>,
    ) -> Result<bool> {
        let Some(first) = self.open.iter().map(|(_, terms, _)| terms.term()).min() else { return Ok(false) };
        term.clear();
        term.extend(first);
        let mut at = 0;
        while let Some((segment, terms, listed)) = self.open.get_mut(at) {
            if terms.term().cmp(term) == Ordering::Equal {
                each(*segment, *listed)?;
                match terms.advance()? {
                    Some(next) => *listed = next,
                    None => {
                        self.open.remove(at);
                        continue;
                    }
                }
            }
            at += 1;
        }
        Ok(true)
    }
}

/// How many different terms the segments hold. O(terms * segments).
pub(super) fn count_terms(segments: &[Stored]) -> Result<usize> {
    let mut merged = Merged::new(segments.iter().map(|stored| &stored.reader))?;
    let (mut term, mut count) = (Vec::new(), 0);
    while merged.next(&mut term, |_, _| Ok(()))? {
        count += 1;
    }
    Ok(count)
}

/// Writes the rows at `places`, in their order, as one segment.
pub(crate) fn write(
    readers: &[SegmentReader],
    places: &[Place],
    analyzer: &Fingerprint,
    out: &mut dyn SegmentSink,
    watch: &dyn Observer,
) -> Result<()> {
    let mut new_rows: Vec<Vec<u32>> = readers.iter().map(|reader| vec![GONE; reader.rows()]).collect();
    let mut lengths = Vec::with_capacity(places.len());
    let of_segments = readers.iter().map(SegmentReader::lengths).collect::<Result<Vec<_>>>()?;
    for (row, place) in (0..).zip(places) {
        new_rows[place.segment()][place.row()] = row;
        lengths.push(u32::from_le_bytes(of_segments[place.segment()][place.row()]));
    }
    let mut writer = SegmentWriter::new(&lengths, out)?;
    let mut merged = Merged::new(readers)?;
    let (mut term, mut block) = (Vec::new(), Block::new());
    let (mut list, mut rows, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0_usize.. {
        if at % STEP == 0 {
            watch.check()?;
        }
        list.clear();
        let found = merged.next(&mut term, |segment, listed| {
            let from = readers[segment].list(listed)?;
            for at in 0..from.blocks() {
                from.unpack(at, &mut block)?;
                let postings = block.rows.iter().zip(&block.counts).take(block.len);
                let renumbered = postings.map(|(row, count)| (new_rows[segment][*row as usize], *count));
                list.extend(renumbered.filter(|(row, _)| *row != GONE));
            }
            Ok(())
        })?;
        if !found {
            break;
        }
        list.sort_unstable();
        rows.clear();
        rows.extend(list.iter().map(|(row, _)| *row));
        counts.clear();
        counts.extend(list.iter().map(|(_, count)| *count));
        writer.push(&term, &rows, &counts)?;
    }
    writer.finish(analyzer)
}
