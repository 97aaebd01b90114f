//! Scoring the rows of a segment, a window of them at a time.
//!
//! MaxScore (Turtle and Flood, 1995) on windows, with the bounds of blocks spread over stretches of rows (as in Dimopoulos,
//! Nepomnyachiy and Suel, 2013). A stretch in which the bounds of all terms together stay below the worst of the k best is
//! passed over. In what is left of a window, the terms whose bounds together stay below it cannot bring a row among the
//! best: they are only asked for the rows that the other terms name and that may still come to it. A row is left out only
//! if it is certainly worse than the worst of the k best, so that ties are settled as if all were scored.

use sutra_core::Result;

use super::best::Best;
use super::cursor::Cursor;
use super::query_terms::{QueryList, Scoring};
use super::retrieve::Rules;
use super::scores::Scores;
use crate::chunk_ids::ChunkIds;

/// Rows are scored this many at a time, so that their scores stay in a near cache. A power of two.
pub(super) const WINDOW: usize = 1 << 13;

/// A window has this many stretches.
pub(super) const STRETCHES: usize = 16;

/// Rows of a stretch.
pub(super) const STRETCH: usize = WINDOW / STRETCHES;

/// Asking a term for one row costs about as much as adding up this many of its postings.
const PROBE: usize = 4;

/// What no row of a stretch scores more than, or gets from one term.
pub(super) type Bounds = [f64; STRETCHES];

/// Room for a window.
pub(super) struct Windows {
    scores: Scores,
    /// What a term adds to some rows.
    parts: Vec<f64>,
    /// Rows of the window that may be among the best.
    candidates: Vec<u32>,
    /// The bounds of each term.
    bounds: Vec<Bounds>,
    /// The greatest bound of each term, the smallest first.
    order: Vec<(f64, usize)>,
}

impl Windows {
    pub(super) fn new() -> Self {
        Self {
            scores: Scores::new(),
            parts: Vec::new(),
            candidates: Vec::new(),
            bounds: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Offers the rows of a segment that hold a term and may be among the best.
    pub(super) fn run(
        &mut self,
        lists: &[QueryList<'_>],
        norms: &[f32],
        scoring: Scoring,
        chunks: &ChunkIds,
        rules: &Rules<'_>,
        best: &mut Best<'_>,
    ) -> Result<()> {
        let cursors = lists.iter().map(|list| Cursor::new(*list, norms, scoring));
        let mut cursors = cursors.collect::<Result<Vec<_>>>()?;
        cursors.sort_unstable_by(|a, b| a.bound().total_cmp(&b.bound()));
        self.raise(&mut cursors, scoring, chunks, rules, best)?;
        self.bounds.resize(cursors.len(), [0.0; STRETCHES]);
        let mut from = 0;
        while let Some(first) = next_row(&cursors, best) {
            rules.watch.check()?;
            let base = first.max(from) & !(WINDOW as u32 - 1);
            self.window(&mut cursors, first.max(from), base, best)?;
            for place in self.candidates.drain(..) {
                let score = scoring.score(self.scores.of(place));
                let chunk = chunks.chunk((base + place) as usize);
                if score >= best.threshold() && rules.accept(chunk) {
                    best.offer(chunk, score)?;
                }
            }
            self.scores.clear();
            if best.is_done() {
                break;
            }
            match base.checked_add(WINDOW as u32) {
                Some(next) => from = next,
                None => break,
            }
        }
        Ok(())
    }

    /// Finds the candidates of the window of rows that begins at `base`, from row `from` on.
    fn window(&mut self, cursors: &mut [Cursor<'_>], from: u32, base: u32, best: &Best<'_>) -> Result<()> {
        let bar = best.bar();
        let live = self.live(cursors, from, base, bar)?;
        if live.iter().all(|live| !live) {
            return Ok(());
        }
        self.order(&live);
        // The terms that cannot reach the bar together, and what they add at most in each stretch.
        let (mut others, mut sum, mut rest) = (0, 0.0, [0.0; STRETCHES]);
        while let Some((bound, at)) = self.order.get(others).filter(|(bound, _)| sum + bound < bar) {
            sum += bound;
            rest.iter_mut().zip(&self.bounds[*at]).for_each(|(rest, bound)| *rest += bound);
            others += 1;
        }
        for place in others..self.order.len() {
            let cursor = &mut cursors[self.order[place].1];
            let mut start = 0;
            while start < STRETCHES {
                let end = start + live[start..].iter().take_while(|one| **one == live[start]).count();
                if live[start] {
                    let row = (base + (start * STRETCH) as u32).max(from);
                    cursor.seek(row);
                    let stop = u64::from(base) + (end * STRETCH) as u64;
                    self.scores.add_all(cursor, base, stop)?;
                }
                start = end;
            }
        }
        let least = rest.map(|rest| (bar - rest).max(f64::MIN_POSITIVE));
        self.scores.collect(&least, &mut self.candidates);
        for place in (0..others).rev() {
            if self.candidates.is_empty() {
                break;
            }
            let at = self.order[place].1;
            rest.iter_mut().zip(&self.bounds[at]).for_each(|(rest, bound)| *rest = (*rest - bound).max(0.0));
            self.ask(&mut cursors[at], base, bar, &rest)?;
        }
        Ok(())
    }

    /// The bounds of all terms, and the stretches in which they reach the bar together: none, before all bounds are known,
    /// where those that are left cannot take any stretch there.
    fn live(
        &mut self,
        cursors: &mut [Cursor<'_>],
        from: u32,
        base: u32,
        bar: f64,
    ) -> Result<[bool; STRETCHES]> {
        let mut total = [0.0; STRETCHES];
        let mut left: f64 = cursors.iter().map(Cursor::bound).sum();
        for (cursor, bounds) in cursors.iter_mut().zip(&mut self.bounds).rev() {
            // Terms that can bring a row among the best will be unpacked in any case.
            let open = left >= bar;
            left -= cursor.bound();
            cursor.spread(from, base, open, bounds)?;
            total.iter_mut().zip(&*bounds).for_each(|(total, bound)| *total += bound);
            if total.iter().all(|total| total + left < bar) {
                return Ok([false; STRETCHES]);
            }
        }
        Ok(total.map(|total| total > 0.0 && total >= bar))
    }

    /// Orders the terms by what they add at most in the live stretches.
    fn order(&mut self, live: &[bool; STRETCHES]) {
        self.order.clear();
        for (at, bounds) in self.bounds.iter().enumerate() {
            let of_live = bounds.iter().zip(live).filter(|(_, live)| **live);
            let bound = of_live.map(|(bound, _)| *bound).fold(0.0, f64::max);
            if bound > 0.0 {
                self.order.push((bound, at));
            }
        }
        self.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// Adds what a term adds to the candidates, and keeps those that can still reach the bar.
    fn ask(&mut self, cursor: &mut Cursor<'_>, base: u32, bar: f64, rest: &Bounds) -> Result<()> {
        let end = u64::from(base) + WINDOW as u64;
        if cursor.postings_until(end) < self.candidates.len() * PROBE {
            self.scores.add_all(cursor, base, end)?;
        } else {
            for candidate in &self.candidates {
                if let Some(part) = cursor.part_of(base + candidate)? {
                    self.scores.add(*candidate, part);
                }
            }
        }
        let mut kept = 0;
        for place in 0..self.candidates.len() {
            let candidate = self.candidates[place];
            self.candidates[kept] = candidate;
            let least = bar - rest[candidate as usize / STRETCH % STRETCHES];
            kept += usize::from(self.scores.of(candidate) >= least);
        }
        self.candidates.truncate(kept);
        Ok(())
    }

    /// Raises the threshold to what the `k` best are known to reach before any is scored: a row scores at least what one
    /// of its terms adds.
    fn raise(
        &mut self,
        cursors: &mut [Cursor<'_>],
        scoring: Scoring,
        chunks: &ChunkIds,
        rules: &Rules<'_>,
        best: &mut Best<'_>,
    ) -> Result<()> {
        for cursor in cursors {
            self.parts.clear();
            cursor.each_of_best_block(|row, part| {
                if rules.accept(chunks.chunk(row as usize)) {
                    self.parts.push(scoring.score(part).into());
                }
            })?;
            best.raise(&mut self.parts);
        }
        Ok(())
    }
}

/// The next row that may be among the best: the first that one of the terms names that can bring one there. Terms come
/// with the smallest bounds first.
fn next_row(cursors: &[Cursor<'_>], best: &Best<'_>) -> Option<u32> {
    let bar = best.bar();
    let mut sum = 0.0;
    let needed = |cursor: &&Cursor<'_>| {
        sum += cursor.bound();
        sum >= bar
    };
    cursors.iter().filter(needed).filter_map(Cursor::row).min()
}
