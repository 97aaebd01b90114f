//! Which chunks a query's operators let through, as far as lists of postings tell.

use std::collections::BTreeSet;

use sutra_core::{Cancel, Result};

use super::Bm25Index;
use super::phrase::{Phrase, Phrases};
use super::segment::{Block, Entry, List};
use super::stored::Stored;

/// What chunks must hold and must not hold.
pub(super) struct Constraints<'a> {
    segments: Vec<InSegment<'a>>,
    /// Whether anything is required.
    pub(super) requires: bool,
    /// What lists do not tell: whether terms stand next to each other.
    pub(super) phrases: Phrases,
}

/// The lists of one segment.
#[derive(Default)]
struct InSegment<'a> {
    /// Those of the terms that must be there, the shortest first.
    required: Vec<List<'a>>,
    /// Whether a term that must be there is in no row.
    never: bool,
    /// Those of the terms that must not be there.
    excluded: Vec<List<'a>>,
    /// Those of each phrase that must not be there, where the segment has all its terms.
    suspect: Vec<Vec<List<'a>>>,
}

impl Bm25Index {
    /// `None` where every chunk is let through.
    pub(super) fn constraints(
        &self,
        required: &BTreeSet<Phrase>,
        excluded: &BTreeSet<Phrase>,
    ) -> Result<Option<Constraints<'_>>> {
        if required.is_empty() && excluded.is_empty() {
            return Ok(None);
        }
        let in_segment = |stored| InSegment::new(stored, required, excluded);
        let segments = self.segments().iter().map(in_segment).collect::<Result<_>>()?;
        let mut phrases = Phrases::default();
        required.iter().filter(|phrase| !phrase.is_word()).for_each(|phrase| phrases.require(phrase));
        excluded.iter().filter(|phrase| !phrase.is_word()).for_each(|phrase| phrases.exclude(phrase));
        Ok(Some(Constraints { segments, requires: !required.is_empty(), phrases }))
    }
}

impl<'a> InSegment<'a> {
    fn new(stored: &'a Stored, required: &BTreeSet<Phrase>, excluded: &BTreeSet<Phrase>) -> Result<Self> {
        let mut lists = Self::default();
        let terms: BTreeSet<&str> = required.iter().flat_map(Phrase::terms).collect();
        match lists_of(stored, terms)? {
            Some(found) => lists.required = found,
            None => lists.never = true,
        }
        for phrase in excluded {
            if let Some(found) = lists_of(stored, phrase.terms().collect())? {
                if phrase.is_word() { lists.excluded.extend(found) } else { lists.suspect.push(found) }
            }
        }
        Ok(lists)
    }
}

/// The lists of all these terms, the shortest first; `None` where one of them is in no row.
fn lists_of<'a>(stored: &'a Stored, terms: BTreeSet<&str>) -> Result<Option<Vec<List<'a>>>> {
    let mut lists = Vec::with_capacity(terms.len());
    for term in terms {
        match stored.reader.find(term)? {
            Some(list) => lists.push(list),
            None => return Ok(None),
        }
    }
    lists.sort_by_key(|list| list.len);
    Ok(Some(lists))
}

impl Constraints<'_> {
    /// The rows of a segment, ascending, that hold all required terms and none of the excluded ones; dead rows too.
    /// Something must be required. O(shortest list * log blocks) for each list.
    pub(super) fn required_rows(&self, segment: usize, watch: &dyn Cancel) -> Result<Vec<u32>> {
        let Some(lists) = self.segments.get(segment).filter(|lists| !lists.never) else {
            return Ok(Vec::new());
        };
        let mut rows = intersection(&lists.required, watch)?;
        for list in &lists.excluded {
            watch.check()?;
            retain(&mut rows, list, false)?;
        }
        Ok(rows)
    }

    /// Keeps those of a segment's rows, given in ascending order, that hold all required terms and none of the excluded
    /// ones.
    pub(super) fn keep(&self, segment: usize, rows: &mut Vec<u32>) -> Result<()> {
        let Some(lists) = self.segments.get(segment).filter(|lists| !lists.never) else {
            rows.clear();
            return Ok(());
        };
        lists.required.iter().try_for_each(|list| retain(rows, list, true))?;
        lists.excluded.iter().try_for_each(|list| retain(rows, list, false))
    }

    /// Calls `each` with the rows of a segment that hold an excluded term.
    pub(super) fn each_excluded(
        &self,
        segment: usize,
        watch: &dyn Cancel,
        mut each: impl FnMut(u32),
    ) -> Result<()> {
        let lists = self.segments.get(segment);
        for list in lists.iter().flat_map(|lists| &lists.excluded) {
            watch.check()?;
            rows_of(list)?.into_iter().for_each(&mut each);
        }
        Ok(())
    }

    /// Calls `each` with the rows of a segment that hold all the terms of an excluded phrase, of `among` where there are
    /// such.
    pub(super) fn each_suspect(
        &self,
        segment: usize,
        among: Option<&[u32]>,
        watch: &dyn Cancel,
        mut each: impl FnMut(u32),
    ) -> Result<()> {
        let lists = self.segments.get(segment);
        for phrase in lists.iter().flat_map(|lists| &lists.suspect) {
            watch.check()?;
            let rows = match among {
                Some(among) => {
                    let mut rows = among.to_vec();
                    phrase.iter().try_for_each(|list| retain(&mut rows, list, true))?;
                    rows
                }
                None => intersection(phrase, watch)?,
            };
            rows.into_iter().for_each(&mut each);
        }
        Ok(())
    }
}

/// The rows that all lists hold.
fn intersection(lists: &[List<'_>], watch: &dyn Cancel) -> Result<Vec<u32>> {
    let Some((shortest, others)) = lists.split_first() else { return Ok(Vec::new()) };
    let mut rows = rows_of(shortest)?;
    for list in others {
        watch.check()?;
        retain(&mut rows, list, true)?;
    }
    Ok(rows)
}

/// All rows of a list.
fn rows_of(list: &List<'_>) -> Result<Vec<u32>> {
    let (mut block, mut rows) = (Block::new(), Vec::with_capacity(list.len));
    for at in 0..list.blocks() {
        list.unpack(at, &mut block)?;
        rows.extend_from_slice(&block.rows[..block.len]);
    }
    Ok(rows)
}

/// Keeps the rows, given in ascending order, that `list` holds, or those that it does not hold. Blocks that none of them
/// can be in are not unpacked.
fn retain(rows: &mut Vec<u32>, list: &List<'_>, held: bool) -> Result<()> {
    let mut block = Block::new();
    let (mut at, mut place, mut kept) = (usize::MAX, 0, 0);
    for number in 0..rows.len() {
        let row = rows[number];
        let next = list.entries.get(at.wrapping_add(1));
        if at == usize::MAX || next.is_some_and(|next| Entry::first(next) <= row) {
            (at, place) = (list.block_of(row), 0);
            list.unpack(at, &mut block)?;
        }
        let left = &block.rows[place..block.len];
        place += left.partition_point(|found| *found < row);
        let found = block.rows[..block.len].get(place) == Some(&row);
        rows[kept] = row;
        kept += usize::from(found == held);
    }
    rows.truncate(kept);
    Ok(())
}
