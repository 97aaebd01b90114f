//! Scoring the rows of a segment, a window of them at a time.
//!
//! MaxScore (Turtle and Flood, 1995) on windows: in a window, the terms whose bounds together stay below the worst of
//! the k best cannot bring a row among them. They are only asked for the rows that the other terms name and that may
//! still come to it. The bound of a term is what it adds at the sum of the fields' greatest weighted counts there. A row
//! is left out only if it is certainly worse than the worst of the k best, so that ties are settled as if all were
//! scored.

use sutra_core::{ChunkSet, Result};

use super::cursor::TermCursor;
use super::scoring::Scoring;
use crate::chunk_ids::ChunkIds;
use crate::lexical::Best;

/// Rows are scored this many at a time, so that their numbers stay in the nearest cache. A power of two.
const WINDOW: usize = 1 << 11;

/// The rows that may be hits.
pub(super) struct Rows<'a> {
    pub(super) chunks: &'a ChunkIds,
    /// The live chunks, where the segment has others.
    pub(super) live: Option<&'a ChunkSet>,
    /// What the filter lets through.
    pub(super) allowed: Option<&'a ChunkSet>,
}

impl Rows<'_> {
    /// Whether a row from `from` to below `end` may be a hit.
    fn any(&self, from: u32, end: u32) -> bool {
        let (first, last) = (self.chunks.chunk(from as usize), self.chunks.chunk(end as usize - 1));
        let any = |set: &ChunkSet| set.len_in(first, last.index() + 1 - first.index()) > 0;
        self.live.is_none_or(any) && self.allowed.is_none_or(any)
    }
}

/// Room for a window.
pub(super) struct Windows {
    /// The sum of parts of each row.
    sums: Vec<f64>,
    /// The weighted count of one term in each row, 0 between terms.
    counts: Vec<f64>,
    /// The rows whose count is not 0, and room for one that is not new.
    counted: Vec<u32>,
    /// A bit for each row that holds a term.
    seen: Vec<u64>,
    /// The bound of each term, the smallest first.
    order: Vec<(f64, usize)>,
}

impl Windows {
    pub(super) fn new() -> Self {
        Self {
            sums: vec![0.0; WINDOW],
            counts: vec![0.0; WINDOW],
            counted: vec![0; WINDOW + 1],
            seen: vec![0; WINDOW / 64],
            order: Vec::new(),
        }
    }

    /// Offers the rows of a segment from `from` on that stand in one window, hold a term and may be among the best.
    /// Gives where to go on; `None` at the end.
    pub(super) fn run(
        &mut self,
        terms: &mut [TermCursor<'_>],
        from: u32,
        scoring: &Scoring<'_>,
        rows: &Rows<'_>,
        best: &mut Best<'_>,
    ) -> Result<Option<u32>> {
        let end = from.saturating_add(WINDOW as u32).min(rows.chunks.len() as u32);
        if from >= end {
            return Ok(None);
        }
        self.order.clear();
        let mut next = u32::MAX;
        for (at, term) in terms.iter_mut().enumerate() {
            let (count, row) = term.enter(from, end)?;
            next = next.min(row.unwrap_or(u32::MAX));
            if count > 0.0 {
                self.order.push((scoring.saturation.bound(term.weight, count), at));
            }
        }
        if next >= end {
            return Ok((next < u32::MAX).then_some(next));
        }
        if rows.any(from, end) {
            self.score(terms, from, end, scoring, rows, best)?;
        }
        Ok(Some(end))
    }

    fn score(
        &mut self,
        terms: &mut [TermCursor<'_>],
        from: u32,
        end: u32,
        scoring: &Scoring<'_>,
        rows: &Rows<'_>,
        best: &mut Best<'_>,
    ) -> Result<()> {
        self.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let bar = best.bar();
        // The terms that cannot reach the bar together, and the sum of their bounds.
        let (mut others, mut rest) = (0, 0.0);
        while let Some((bound, _)) = self.order.get(others).filter(|(bound, _)| rest + bound < bar) {
            rest += bound;
            others += 1;
        }
        for at in others..self.order.len() {
            self.add(&mut terms[self.order[at].1], from, end, scoring)?;
        }
        for word in 0..self.seen.len() {
            let mut bits = std::mem::take(&mut self.seen[word]);
            while bits != 0 {
                let place = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let sum = std::mem::take(&mut self.sums[place]);
                if sum + rest >= best.bar() {
                    self.offer(terms, (from + place as u32, sum, others, rest), scoring, rows, best)?;
                }
            }
        }
        Ok(())
    }

    /// Adds what a term adds to each row.
    fn add(&mut self, term: &mut TermCursor<'_>, from: u32, end: u32, scoring: &Scoring<'_>) -> Result<()> {
        let (sums, seen) = (&mut self.sums, &mut self.seen);
        let weight = term.weight;
        let mut add = |place: usize, count| {
            sums[place] += scoring.saturation.part(weight, count);
            seen[place / 64] |= 1 << (place % 64);
        };
        if term.is_single() {
            return term.each_below(end, |row, count| add((row - from) as usize % WINDOW, count));
        }
        let (counts, counted) = (&mut self.counts, &mut self.counted);
        let mut len = 0;
        let counting = term.each_below(end, |row, count| {
            let place = (row - from) as usize % WINDOW;
            counted[len] = place as u32;
            len += usize::from(counts[place] == 0.0);
            counts[place] += count;
        });
        counted[..len].iter().for_each(|place| {
            let place = *place as usize;
            add(place, std::mem::take(&mut counts[place]));
        });
        counting
    }

    /// Offers a row, if with what the first `others` terms, of together at most `rest`, add to `sum` it may be among the
    /// best.
    fn offer(
        &self,
        terms: &mut [TermCursor<'_>],
        (row, mut sum, others, mut rest): (u32, f64, usize, f64),
        scoring: &Scoring<'_>,
        rows: &Rows<'_>,
        best: &mut Best<'_>,
    ) -> Result<()> {
        let chunk = rows.chunks.chunk(row as usize);
        let accepts = |set: &ChunkSet| set.contains(chunk);
        if !(rows.live.is_none_or(accepts) && rows.allowed.is_none_or(accepts)) {
            return Ok(());
        }
        for (bound, at) in self.order[..others].iter().rev() {
            rest -= bound;
            let count = terms[*at].count_of(row)?;
            if count > 0.0 {
                sum += scoring.saturation.part(terms[*at].weight, count);
            }
            if sum + rest < best.bar() {
                return Ok(());
            }
        }
        let score = scoring.score(sum);
        if score >= best.threshold() { best.offer(chunk, score) } else { Ok(()) }
    }
}
