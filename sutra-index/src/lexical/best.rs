//! The k best of many hits that come in the order of chunks.

use std::cmp::Ordering;

use sutra_core::{Hit, Ranking, Result, Scale, Stamp, TieOrder};

/// So few hits are not worth a selection.
const SMALLEST: usize = 64;

/// Keeps the `k` best by selecting among twice as many now and then: O(1) a hit, where a heap of a hundred
/// or a thousand costs O(log k). Ties are settled within the selection.
pub(super) struct Best<'a> {
    k: usize,
    ties: &'a dyn TieOrder,
    hits: Vec<Hit>,
    /// How many hits call for a selection.
    room: usize,
    /// The worst of the `k` best at the last selection: what is below it cannot be among them.
    threshold: f32,
    /// How many were offered: exact up to `k`, some number above it beyond.
    pub(super) matched: usize,
}

impl<'a> Best<'a> {
    pub(super) fn new(k: usize, ties: &'a dyn TieOrder) -> Self {
        let room = k.saturating_add(k.max(SMALLEST));
        Self { k, ties, hits: Vec::new(), room, threshold: 0.0, matched: 0 }
    }

    /// Whether a hit of this score changes neither the ranking nor whether it is exhausted.
    pub(super) fn passes_over(&self, score: f32) -> bool {
        self.matched > self.k && score < self.threshold
    }

    pub(super) fn offer(&mut self, hit: Hit) {
        self.matched += 1;
        if self.k > 0 && hit.score >= self.threshold {
            self.hits.push(hit);
            if self.hits.len() >= self.room {
                self.select();
            }
        }
    }

    fn select(&mut self) {
        if self.k == 0 || self.hits.len() <= self.k {
            return;
        }
        let ties = self.ties;
        let (_, worst, _) = self.hits.select_nth_unstable_by(self.k - 1, |a, b| order(*a, *b, ties));
        self.threshold = worst.score;
        self.hits.truncate(self.k);
    }

    /// The `k` best; exhausted if no more were offered.
    pub(super) fn into_ranking(mut self, stamp: Stamp, scale: Scale) -> Result<Ranking> {
        self.select();
        Ranking::new(stamp, scale, self.hits, self.matched <= self.k, self.ties)
    }
}

/// Best first: by score descending, then by the tie order.
fn order(a: Hit, b: Hit, ties: &dyn TieOrder) -> Ordering {
    b.score.total_cmp(&a.score).then_with(|| ties.tie(a.chunk, b.chunk))
}
