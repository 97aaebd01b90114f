//! The k best of many hits.

use sutra_core::{ChunkId, Ranking, Result, Scale, Stamp, TieOrder, TopK};

/// Keeps the `k` best, ties settled within, and counts what was offered until it is certain that more than `k` match.
pub(crate) struct Best<'a> {
    k: usize,
    top: TopK<'a>,
    /// How many were offered: exact up to `k`, some number above it beyond.
    matched: usize,
    /// What the `k` best are known to reach.
    floor: f32,
    /// Whether more than `k` are known to match, whatever was offered.
    more: bool,
}

impl<'a> Best<'a> {
    pub(crate) fn new(k: usize, ties: &'a dyn TieOrder) -> Self {
        Self { k, top: TopK::new(k, ties), matched: 0, floor: 0.0, more: false }
    }

    /// Whether anything that is left to find changes nothing.
    pub(crate) fn is_done(&self) -> bool {
        self.k == 0 && self.matched > 0
    }

    /// What a score that changes the ranking, or whether it is exhausted, is not below.
    #[inline]
    pub(crate) fn threshold(&self) -> f32 {
        if self.matched > self.k { self.top.threshold().unwrap_or(0.0).max(self.floor) } else { self.floor }
    }

    /// Tells that so many chunks match, each with at least this score. None of them need have been offered.
    pub(super) fn raise(&mut self, scores: &mut [f64]) {
        if self.k > 0 && scores.len() > self.k {
            let (_, worst, _) = scores.select_nth_unstable_by(self.k - 1, |a, b| b.total_cmp(a));
            self.floor = self.floor.max(*worst as f32);
            self.more = true;
        }
    }

    /// What a sum that rounds to a score at or above the threshold is not below.
    #[inline]
    pub(crate) fn bar(&self) -> f64 {
        f64::from(self.threshold()) * (1.0 - f64::from(f32::EPSILON))
    }

    pub(crate) fn offer(&mut self, chunk: ChunkId, score: f32) -> Result<()> {
        self.matched += 1;
        self.top.push(chunk, score)
    }

    /// The `k` best; exhausted if no more were offered.
    pub(crate) fn into_ranking(self, stamp: Stamp, scale: Scale) -> Result<Ranking> {
        self.top.into_ranking(stamp, scale, self.matched <= self.k && !self.more)
    }
}
