//! The k best of many scores.

use std::cmp::Ordering;

use crate::{ChunkId, Error, Hit, Ranking, Result, Scale, Stamp, TieOrder};

/// Collects the `k` best of many scored chunks, equal scores settled by a [`TieOrder`] *inside* the
/// collection, so that the result is the same in whatever order the chunks come.
///
/// A push costs O(log k) and only where it may enter. Memory is O(min(k, pushes)).
///
/// ```
/// use sutra_core::{ById, ChunkId, Scale, ScoreKind, Stamp, TopK};
/// let mut top = TopK::new(2, &ById);
/// for (id, score) in [(3, 1.0), (1, 1.0), (2, 1.0)] {
///     top.push(ChunkId::new(id), score)?;
/// }
/// let ranking = top.into_ranking(Stamp::new(1, 1), Scale::new(ScoreKind::Cosine), false)?;
/// assert_eq!(ranking.ids().map(|id| id.get()).collect::<Vec<_>>(), [1, 2]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub struct TopK<'a> {
    k: usize,
    ties: &'a dyn TieOrder,
    /// A binary heap with the worst of the best at the root.
    heap: Vec<Hit>,
}

impl<'a> TopK<'a> {
    /// Collects the `k` best.
    #[must_use]
    pub fn new(k: usize, ties: &'a dyn TieOrder) -> Self {
        Self { k, ties, heap: Vec::new() }
    }

    /// The score that a chunk must reach to be looked at: the worst of the `k` best, once there are `k`.
    /// A chunk whose score is *equal* may still enter by its id, so prune only where `bound < threshold`.
    #[must_use]
    #[inline]
    pub fn threshold(&self) -> Option<f32> {
        if self.heap.len() < self.k { None } else { self.heap.first().map(|hit| hit.score) }
    }

    /// Offers a chunk. Each chunk may be offered once.
    ///
    /// # Errors
    /// [`NonFinite`](crate::ErrorKind::NonFinite) naming the chunk.
    #[inline]
    pub fn push(&mut self, chunk: ChunkId, score: f32) -> Result<()> {
        if !score.is_finite() {
            return Err(Error::non_finite(format_args!("the score of chunk {chunk}"), score));
        }
        let hit = Hit { chunk, score: score + 0.0 };
        if self.heap.len() < self.k {
            self.heap.push(hit);
            self.sift_up(self.heap.len() - 1);
        } else if self.heap.first().is_some_and(|worst| self.before(hit, *worst)) {
            self.heap[0] = hit;
            self.sift_down();
        }
        Ok(())
    }

    /// The chunks collected, best first.
    ///
    /// `exhausted` says that there was nothing else to find: see [`Ranking::is_exhausted`].
    ///
    /// # Errors
    /// [`Duplicate`](crate::ErrorKind::Duplicate) if a chunk was offered twice.
    pub fn into_ranking(self, stamp: Stamp, scale: Scale, exhausted: bool) -> Result<Ranking> {
        Ranking::new(stamp, scale, self.heap, exhausted, self.ties)
    }

    fn before(&self, a: Hit, b: Hit) -> bool {
        order(a, b, self.ties) == Ordering::Less
    }

    fn sift_up(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(self.heap[parent], self.heap[at]) {
                break;
            }
            self.heap.swap(parent, at);
            at = parent;
        }
    }

    fn sift_down(&mut self) {
        let mut at = 0;
        loop {
            let mut worst = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < self.heap.len() && self.before(self.heap[worst], self.heap[child]) {
                    worst = child;
                }
            }
            if worst == at {
                break;
            }
            self.heap.swap(at, worst);
            at = worst;
        }
    }
}

/// Best first: by score descending, then by the tie order.
pub(crate) fn order(a: Hit, b: Hit, ties: &dyn TieOrder) -> Ordering {
    b.score.total_cmp(&a.score).then_with(|| ties.tie(a.chunk, b.chunk))
}
