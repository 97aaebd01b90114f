//! A place in the lists of a query's term.

use sutra_core::Result;

use super::query_terms::TermLists;
use super::scoring::{FieldScoring, Scoring};
use crate::lexical::{Block, Entry, List};

/// Goes through the list of a field, a block at a time. Rows are asked for in ascending order.
struct FieldCursor<'a> {
    list: List<'a>,
    /// How much one term counts in each row.
    factors: &'a [f32],
    /// What no weighted count of each block exceeds.
    bounds: Vec<f64>,
    /// Rows below it are behind the cursor.
    from: u32,
    /// The block that the cursor stands in, whether it is unpacked, and the posting in it.
    at: usize,
    unpacked: bool,
    place: usize,
    block: Box<Block>,
}

impl<'a> FieldCursor<'a> {
    /// At the first posting. O(blocks).
    fn new(list: List<'a>, factors: &'a [f32], scoring: FieldScoring) -> Result<Self> {
        let block = Box::new(Block::new());
        let bounds = list.entries.iter().map(|entry| scoring.bound(&Entry::read(entry).corners)).collect();
        let mut cursor = Self { list, factors, bounds, from: 0, at: 0, unpacked: false, place: 0, block };
        if list.entries.is_empty() {
            // A short list has no entries.
            cursor.unpack()?;
            let bound = (0..cursor.block.len).map(|place| cursor.count(place)).fold(0.0, f64::max);
            cursor.bounds.push(bound);
        }
        Ok(cursor)
    }

    fn unpack(&mut self) -> Result<()> {
        self.list.unpack(self.at, &mut self.block)?;
        (self.unpacked, self.place) = (true, 0);
        Ok(())
    }

    /// The weighted count of a posting of the unpacked block.
    #[inline]
    fn count(&self, place: usize) -> f64 {
        let factor = self.factors.get(self.block.rows[place] as usize).copied().unwrap_or(f32::MIN_POSITIVE);
        f64::from(self.block.counts[place]) * f64::from(factor)
    }

    /// The first row of a block that follows the first, where there is one.
    #[inline]
    fn first(&self, at: usize) -> Option<u32> {
        self.list.entries.get(at).map(Entry::first)
    }

    /// Leaves the postings below `from` behind, and gives what no weighted count of the rows from there to below `end`
    /// exceeds, and a row such that no posting is left below it; `None` at the end.
    fn enter(&mut self, from: u32, end: u32) -> Result<(f64, Option<u32>)> {
        self.from = from;
        self.seek(from);
        if self.at + 1 == self.list.blocks()
            && !self.unpacked
            && self.first(self.at).is_some_and(|row| row < from)
        {
            // No entry tells where the last block ends.
            self.unpack()?;
        }
        if self.unpacked {
            self.pass(from);
        }
        let row = match self.unpacked {
            true => self.block.rows[..self.block.len].get(self.place).copied(),
            false => self.first(self.at).map(|row| row.max(from)),
        };
        if row.is_none_or(|row| row >= end) {
            return Ok((0.0, row));
        }
        let mut bound = self.bounds[self.at];
        let mut at = self.at + 1;
        while self.first(at).is_some_and(|first| first < end) {
            bound = bound.max(self.bounds[at]);
            at += 1;
        }
        Ok((bound, row))
    }

    /// Stands in the block that would hold `row`.
    #[inline]
    fn seek(&mut self, row: u32) {
        if self.first(self.at + 1).is_some_and(|next| next <= row) {
            let later = &self.list.entries[self.at + 1..];
            self.at += later.partition_point(|entry| Entry::first(entry) <= row);
            self.unpacked = false;
        }
    }

    /// How many of the rows of the unpacked block that are left are below `row`.
    #[inline]
    fn behind(&self, row: u32) -> usize {
        let rows = &self.block.rows[self.place..self.block.len];
        if rows.first().is_some_and(|first| *first < row) {
            rows.partition_point(|other| *other < row)
        } else {
            0
        }
    }

    /// Leaves the rows below `row` of the unpacked block behind, and goes on to the next block where none is left.
    #[inline]
    fn pass(&mut self, row: u32) {
        self.place += self.behind(row);
        if self.place == self.block.len && self.at + 1 < self.list.blocks() {
            self.at += 1;
            self.unpacked = false;
        }
    }

    /// Calls `each` with the rows below `end` that are left and their weighted counts, and stands behind them.
    #[inline]
    fn each_below(&mut self, end: u32, mut each: impl FnMut(u32, f64)) -> Result<()> {
        loop {
            if !self.unpacked {
                if self.first(self.at).is_none_or(|row| row >= end) {
                    return Ok(());
                }
                self.unpack()?;
            }
            self.place += self.behind(self.from);
            let rows = &self.block.rows[self.place..self.block.len];
            let below = match rows.last() {
                Some(last) if *last >= end => rows.partition_point(|row| *row < end),
                _ => rows.len(),
            };
            for place in self.place..self.place + below {
                each(self.block.rows[place], self.count(place));
            }
            self.place += below;
            if self.place < self.block.len || self.at + 1 == self.list.blocks() {
                return Ok(());
            }
            self.at += 1;
            self.unpacked = false;
        }
    }

    /// The weighted count of a row; `None` where it does not hold the term.
    #[inline]
    fn count_of(&mut self, row: u32) -> Result<Option<f64>> {
        self.seek(row);
        if !self.unpacked {
            if self.first(self.at).is_none_or(|first| first > row) {
                return Ok(None);
            }
            self.unpack()?;
        }
        self.place += self.behind(row);
        let found = self.place < self.block.len && self.block.rows[self.place] == row;
        Ok(found.then(|| self.count(self.place)))
    }
}

/// Goes through the lists of a term in all fields.
pub(super) struct TermCursor<'a> {
    pub(super) weight: f64,
    fields: Vec<FieldCursor<'a>>,
    /// How many fields may hold the term in the rows entered last.
    within: usize,
}

impl<'a> TermCursor<'a> {
    /// At the first rows. `factors` are those of the segment, by field. O(blocks).
    pub(super) fn new(term: &TermLists<'a>, factors: &'a [Vec<f32>], scoring: &Scoring<'_>) -> Result<Self> {
        let cursor = |(field, list): &(usize, List<'a>)| {
            FieldCursor::new(*list, &factors[*field], scoring.fields[*field])
        };
        let fields = term.lists.iter().map(cursor).collect::<Result<_>>()?;
        Ok(Self { weight: term.weight, fields, within: 0 })
    }

    /// Leaves the rows below `from` behind, and gives what no weighted count of the rows from there to below `end`
    /// exceeds, and a row such that none is left below it; `None` at the end.
    pub(super) fn enter(&mut self, from: u32, end: u32) -> Result<(f64, Option<u32>)> {
        let (mut bound, mut next) = (0.0, None);
        self.within = 0;
        for field in &mut self.fields {
            let (of_field, row) = field.enter(from, end)?;
            bound += of_field;
            self.within += usize::from(of_field > 0.0);
            next = [next, row].into_iter().flatten().min();
        }
        Ok((bound, next))
    }

    /// Whether one field alone holds the term in the rows entered last.
    pub(super) fn is_single(&self) -> bool {
        self.within == 1
    }

    /// Calls `each` with the rows below `end` that are left and their weighted counts, each row once for every field
    /// that holds the term, fields in their order.
    #[inline]
    pub(super) fn each_below(&mut self, end: u32, mut each: impl FnMut(u32, f64)) -> Result<()> {
        self.fields.iter_mut().try_for_each(|field| field.each_below(end, &mut each))
    }

    /// The weighted count of a row, 0 where it does not hold the term.
    #[inline]
    pub(super) fn count_of(&mut self, row: u32) -> Result<f64> {
        let mut count = 0.0;
        for field in &mut self.fields {
            count += field.count_of(row)?.unwrap_or(0.0);
        }
        Ok(count)
    }
}
