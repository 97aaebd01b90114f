//! Scoring the rows of a segment, a window of them at a time.
//!
//! MaxScore (Turtle and Flood, 1995) on windows with the bounds of blocks: in a window, the terms whose bounds together
//! stay below the worst of the k best cannot bring a row among them. They are only asked for the rows that the other
//! terms name and that may still come to it. A row is left out only if it is certainly worse than the worst of the k
//! best, so that ties are settled as if all were scored.

use sutra_core::Result;

use super::best::Best;
use super::cursor::Cursor;
use super::query_terms::{QueryList, Scoring};
use super::retrieve::Rules;
use crate::chunk_ids::ChunkIds;

/// Rows are scored this many at a time, so that their scores stay in the nearest cache. A power of two.
const WINDOW: usize = 1 << 12;

/// Scores are looked through this many at a time.
const GROUP: usize = 8;

/// Asking a term for one row costs about as much as adding up this many of its postings.
const PROBE: usize = 6;

/// Room for a window.
pub(super) struct Windows {
    scores: Vec<f64>,
    /// For each group of scores, 1 where one of them is not 0.
    touched: Vec<u8>,
    /// What a term adds to some rows.
    parts: Vec<f64>,
    /// Rows of the window that may be among the best.
    candidates: Vec<u32>,
    /// The bound of each term, the smallest first.
    order: Vec<(f64, usize)>,
}

impl Windows {
    pub(super) fn new() -> Self {
        Self {
            scores: vec![0.0; WINDOW],
            touched: vec![0; WINDOW / GROUP],
            parts: Vec::new(),
            candidates: Vec::new(),
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
        self.raise(&mut cursors, chunks, rules, best)?;
        let mut from = 0;
        while let Some(first) = next_row(&cursors, best) {
            rules.watch.check()?;
            let base = first.max(from) & !(WINDOW as u32 - 1);
            self.window(&mut cursors, first.max(from), base, best)?;
            for place in self.candidates.drain(..) {
                let score = self.scores[place as usize % WINDOW] as f32;
                let chunk = chunks.chunk((base + place) as usize);
                if score >= best.threshold() && rules.accept(chunk) {
                    best.offer(chunk, score)?;
                }
            }
            self.clear();
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
        let end = u64::from(base) + WINDOW as u64;
        let bar = best.bar();
        self.order.clear();
        for (at, cursor) in cursors.iter_mut().enumerate() {
            let bound = cursor.enter(from, end)?;
            if bound > 0.0 {
                self.order.push((bound, at));
            }
        }
        self.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        // The terms that cannot reach the bar together, and the sum of their bounds.
        let (mut others, mut rest) = (0, 0.0);
        while let Some((bound, _)) = self.order.get(others).filter(|(bound, _)| rest + bound < bar) {
            rest += bound;
            others += 1;
        }
        if others == self.order.len() {
            return Ok(());
        }
        for (_, at) in &self.order[others..] {
            add_all(&mut cursors[*at], base, &mut self.scores, &mut self.touched)?;
        }
        self.collect(bar - rest);
        for place in (0..others).rev() {
            let (bound, at) = self.order[place];
            if self.candidates.is_empty() {
                break;
            }
            rest -= bound;
            if cursors[at].postings_until(end) < self.candidates.len() * PROBE {
                add_all(&mut cursors[at], base, &mut self.scores, &mut self.touched)?;
            } else {
                for candidate in &self.candidates {
                    if let Some(part) = cursors[at].part_of(base + candidate)? {
                        self.scores[*candidate as usize % WINDOW] += part;
                    }
                }
            }
            let least = bar - rest.max(0.0);
            let mut kept = 0;
            for place in 0..self.candidates.len() {
                let candidate = self.candidates[place];
                self.candidates[kept] = candidate;
                kept += usize::from(self.scores[candidate as usize % WINDOW] >= least);
            }
            self.candidates.truncate(kept);
        }
        Ok(())
    }

    /// Makes candidates of the scores that are above 0 and at least `least`.
    fn collect(&mut self, least: f64) {
        let least = least.max(f64::MIN_POSITIVE);
        let groups = self.scores.as_chunks::<GROUP>().0;
        for (eight, touched) in self.touched.as_chunks::<8>().0.iter().enumerate() {
            let mut left = u64::from_le_bytes(*touched);
            while left != 0 {
                let number = eight * 8 + left.trailing_zeros() as usize / 8;
                left &= left - 1;
                let mut above = 0_u32;
                for (place, score) in groups[number].iter().enumerate() {
                    above |= u32::from(*score >= least) << place;
                }
                while above != 0 {
                    self.candidates.push((number * GROUP) as u32 + above.trailing_zeros());
                    above &= above - 1;
                }
            }
        }
    }

    /// Makes all scores 0.
    fn clear(&mut self) {
        let groups = self.scores.as_chunks_mut::<GROUP>().0;
        for (eight, touched) in self.touched.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut left = u64::from_le_bytes(*touched);
            while left != 0 {
                groups[eight * 8 + left.trailing_zeros() as usize / 8] = [0.0; GROUP];
                left &= left - 1;
            }
            *touched = [0; 8];
        }
    }

    /// Raises the threshold to what the `k` best are known to reach before any is scored: a row scores at least what one
    /// of its terms adds.
    fn raise(
        &mut self,
        cursors: &mut [Cursor<'_>],
        chunks: &ChunkIds,
        rules: &Rules<'_>,
        best: &mut Best<'_>,
    ) -> Result<()> {
        for cursor in cursors {
            self.parts.clear();
            cursor.each_of_best_block(|row, part| {
                if rules.accept(chunks.chunk(row as usize)) {
                    self.parts.push(part);
                }
            })?;
            best.raise(&mut self.parts);
        }
        Ok(())
    }
}

/// Adds what a term adds to the rows of the window that begins at `base`.
#[inline]
fn add_all(cursor: &mut Cursor<'_>, base: u32, scores: &mut [f64], touched: &mut [u8]) -> Result<()> {
    cursor.each_below(u64::from(base) + WINDOW as u64, |row, part| {
        let place = row.wrapping_sub(base) as usize;
        if let (Some(score), Some(touched)) = (scores.get_mut(place), touched.get_mut(place / GROUP)) {
            *score += part;
            *touched = 1;
        }
    })
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
