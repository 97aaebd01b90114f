//! A place in the list of a query's term.

use sutra_core::Result;

use super::query_terms::{QueryList, Scoring};
use super::segment::{BLOCK, Block, Entry};
use super::window::{Bounds, STRETCH, STRETCHES, WINDOW};

/// Goes through a list, a block at a time.
pub(super) struct Cursor<'a> {
    of: QueryList<'a>,
    norms: &'a [f32],
    scoring: Scoring,
    /// What no posting of a block adds more than.
    bounds: Vec<f64>,
    /// The greatest of the bounds.
    bound: f64,
    /// Rows below it are behind the cursor.
    from: u32,
    /// The block that the cursor stands in, and whether it is unpacked.
    at: usize,
    unpacked: bool,
    open: Box<Open>,
    /// The posting in the unpacked block.
    place: usize,
}

/// An unpacked block.
struct Open {
    block: Block,
    /// What each posting of the block adds to its row's score.
    parts: [f64; BLOCK],
}

impl<'a> Cursor<'a> {
    /// At the first posting. `norms` are those of the segment's rows. O(blocks).
    pub(super) fn new(of: QueryList<'a>, norms: &'a [f32], scoring: Scoring) -> Result<Self> {
        let open = Box::new(Open { block: Block::new(), parts: [0.0; BLOCK] });
        let (at, place, unpacked) = (0, 0, false);
        let (bounds, bound, from) = (Vec::new(), 0.0, 0);
        let mut cursor = Self { of, norms, scoring, bounds, bound, from, at, unpacked, open, place };
        if of.list.entries.is_empty() {
            // A short list has no entries, and is asked in any case.
            cursor.unpack()?;
            cursor
                .bounds
                .push(cursor.open.parts[..cursor.open.block.len].iter().copied().fold(0.0, f64::max));
        } else {
            of.list.check_order()?;
            let bound = |entry| scoring.bound(of.weight, &Entry::read(entry).corners);
            cursor.bounds.extend(of.list.entries.iter().map(bound));
        }
        cursor.bound = cursor.bounds.iter().copied().fold(0.0, f64::max);
        Ok(cursor)
    }

    fn unpack(&mut self) -> Result<()> {
        self.of.list.unpack(self.at, &mut self.open.block)?;
        let (formula, weight) = (self.scoring.formula, self.of.weight);
        let mut norms = [0.0; BLOCK];
        let Open { block, parts } = &mut *self.open;
        for (norm, row) in norms.iter_mut().zip(&block.rows[..block.len]) {
            *norm = self.norms.get(*row as usize).copied().unwrap_or(f32::MAX);
        }
        for ((part, norm), count) in parts.iter_mut().zip(norms).zip(&block.counts) {
            *part = f64::from(formula.part(weight, *count as i32 as f32, norm));
        }
        self.scoring.grid.round(&mut parts[..block.len]);
        self.unpacked = true;
        self.place = 0;
        self.pass();
        Ok(())
    }

    /// Stands at the first posting of the unpacked block that is not behind, or at the next block where there is none.
    #[inline]
    fn pass(&mut self) {
        let (from, rows) = (self.from, &self.open.block.rows[self.place..self.open.block.len]);
        if rows.first().is_some_and(|row| *row < from) {
            self.place += rows.partition_point(|row| *row < from);
        }
        if self.place == self.open.block.len {
            self.next_block();
        }
    }

    /// What no row adds more than.
    pub(super) fn bound(&self) -> f64 {
        self.bound
    }

    /// Calls `each` with rows of the list and what it adds to them: those of the block that can add most.
    pub(super) fn each_of_best_block(&mut self, mut each: impl FnMut(u32, f64)) -> Result<()> {
        let at = self.bounds.iter().position(|bound| *bound == self.bound).unwrap_or(0);
        if !self.unpacked || at != self.at {
            (self.at, self.from) = (at, 0);
            self.unpack()?;
        }
        let Open { block, parts } = &*self.open;
        block.rows.iter().zip(parts).take(block.len).for_each(|(row, part)| each(*row, *part));
        if at > 0 {
            (self.at, self.unpacked, self.place) = (0, false, 0);
        }
        Ok(())
    }

    /// A row such that no posting is left below it; `None` at the end.
    #[inline]
    pub(super) fn row(&self) -> Option<u32> {
        if self.unpacked {
            return self.open.block.rows[..self.open.block.len].get(self.place).copied();
        }
        self.of.list.entries.get(self.at).map(|entry| Entry::first(entry).max(self.from))
    }

    /// Leaves the postings below `from` behind.
    #[inline]
    pub(super) fn seek(&mut self, from: u32) {
        self.from = from;
        let entries = self.of.list.entries;
        if entries.get(self.at + 1).is_some_and(|next| Entry::first(next) <= from) {
            self.at += entries[self.at + 1..].partition_point(|entry| Entry::first(entry) <= from);
            self.unpacked = false;
        } else if self.unpacked {
            self.pass();
        }
    }

    /// Leaves the postings below `from` behind, and tells what no row of each stretch of the window that begins at `base`
    /// adds more than. A block that reaches beyond the window is unpacked where `open` is set, and its rows looked at.
    pub(super) fn spread(&mut self, from: u32, base: u32, open: bool, bounds: &mut Bounds) -> Result<()> {
        self.seek(from);
        *bounds = [0.0; STRETCHES];
        let end = u64::from(base) + WINDOW as u64;
        let first = |at: usize| self.of.list.entries.get(at).map(|entry| u64::from(Entry::first(entry)));
        // No entry tells where the last block ends.
        let last = || {
            self.at + 1 == self.bounds.len() && first(self.at).is_some_and(|first| first < u64::from(from))
        };
        let far = || {
            first(self.at).is_some_and(|first| first < end)
                && first(self.at + 1).is_none_or(|next| next >= end)
        };
        if !self.unpacked && (last() || open && far()) {
            self.unpack()?;
        }
        let mut at = self.at;
        if self.unpacked {
            let Open { block, parts } = &*self.open;
            for (row, part) in block.rows[..block.len].iter().zip(parts).skip(self.place) {
                let stretch = row.wrapping_sub(base) as usize / STRETCH;
                let Some(bound) = bounds.get_mut(stretch) else { break };
                *bound = bound.max(*part);
            }
            at += 1;
        }
        for (at, &of_block) in self.bounds.iter().enumerate().skip(at) {
            let Some(start) = first(at).filter(|first| *first < end) else { break };
            let next = first(at + 1).unwrap_or(u64::MAX).min(end) - 1;
            let stretch = |row: u64| (row - u64::from(base)) as usize / STRETCH;
            let stretches = stretch(start.max(from.into()))..=stretch(next);
            bounds[stretches].iter_mut().for_each(|bound| *bound = bound.max(of_block));
        }
        Ok(())
    }

    /// Calls `each` with the rows below `end` that are left and what they add, and stands behind them.
    #[inline]
    pub(super) fn each_below(&mut self, end: u64, mut each: impl FnMut(u32, f64)) -> Result<()> {
        while self.row().is_some_and(|row| u64::from(row) < end) {
            if !self.unpacked {
                self.unpack()?;
                continue;
            }
            let rows = &self.open.block.rows[self.place..self.open.block.len];
            let below = match rows.last() {
                Some(last) if u64::from(*last) >= end => rows.partition_point(|row| u64::from(*row) < end),
                _ => rows.len(),
            };
            for (row, part) in rows[..below].iter().zip(&self.open.parts[self.place..]) {
                each(*row, *part);
            }
            self.place += below;
            if self.place == self.open.block.len {
                self.next_block();
            }
        }
        Ok(())
    }

    /// About how many postings are left below `end`.
    pub(super) fn postings_until(&self, end: u64) -> usize {
        let entries = self.of.list.entries;
        if entries.is_empty() {
            return self.open.block.len - self.place;
        }
        let first = |at: usize| {
            entries.get(at).map_or(self.norms.len() as u64, |entry| u64::from(Entry::first(entry)))
        };
        let mut at = self.at;
        while at < entries.len() && first(at) < end {
            at += 1;
        }
        // Postings are taken to lie evenly.
        let rows = first(at).saturating_sub(first(self.at)).max(1);
        let here = end.saturating_sub(first(self.at).max(u64::from(self.from)));
        ((at - self.at) * BLOCK) * here.min(rows) as usize / rows as usize
    }

    fn next_block(&mut self) {
        self.at += 1;
        // The only block of a short list stays.
        self.unpacked = self.of.list.entries.is_empty();
    }

    /// What the term adds to the score of `row`, if it holds the term, and leaves the rows below behind. Rows come in
    /// ascending order.
    #[inline]
    pub(super) fn part_of(&mut self, row: u32) -> Result<Option<f64>> {
        self.from = row;
        let entries = self.of.list.entries;
        while entries.get(self.at + 1).is_some_and(|next| Entry::first(next) <= row) {
            let ahead = entries[self.at + 1..].partition_point(|entry| Entry::first(entry) <= row);
            self.at += ahead;
            self.unpacked = false;
        }
        if !self.unpacked {
            if entries.get(self.at).is_none_or(|entry| Entry::first(entry) > row) {
                return Ok(None);
            }
            self.unpack()?;
        } else {
            self.pass();
        }
        let rows = &self.open.block.rows[..self.open.block.len];
        let found = self.unpacked && rows.get(self.place) == Some(&row);
        Ok(found.then(|| self.open.parts[self.place]))
    }
}
