//! The rows that may be among the best, until their exact scores are known.

use std::cmp::Ordering;

use sutra_core::{ById, ChunkId, Ranking, Result, Scale, Stamp, TieOrder, TopK};

/// How many rows wait for their exact scores at most.
const MOST: usize = 1 << 14;

/// A row whose score may be as good as `upper`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) segment: usize,
    pub(super) row: usize,
    pub(super) chunk: ChunkId,
    pub(super) upper: f32,
}

/// Collects rows by bounds of their scores, and finds the best by the scores themselves.
///
/// The `k`th best lower bound is at most the `k`th best score: a row whose upper bound is below it is none of the `k`
/// best, whatever the tie order says. All others wait, best first, until one cannot enter any more.
pub(super) struct Pool<'a> {
    /// What a row's upper bound must reach.
    threshold: f32,
    /// The best lower bounds; nothing where all scores from `threshold` on are wanted.
    lower: Option<TopK<'static>>,
    waiting: Vec<Candidate>,
    top: TopK<'a>,
}

impl<'a> Pool<'a> {
    /// The `k` best.
    pub(super) fn best(k: usize, ties: &'a dyn TieOrder) -> Self {
        let lower = Some(TopK::new(k, &ById));
        Self { threshold: f32::NEG_INFINITY, lower, waiting: Vec::new(), top: TopK::new(k, ties) }
    }

    /// All whose score is at least `least`.
    pub(super) fn from(least: f32, ties: &'a dyn TieOrder) -> Self {
        Self { threshold: least, lower: None, waiting: Vec::new(), top: TopK::new(usize::MAX, ties) }
    }

    /// What an upper bound must reach: prune where `upper < threshold`.
    #[inline]
    pub(super) fn threshold(&self) -> f32 {
        self.threshold
    }

    /// Lets a row wait whose score lies between `lower` and its upper bound. Says whether it is time to
    /// [`settle`](Self::settle).
    pub(super) fn wait(&mut self, candidate: Candidate, lower: f32) -> Result<bool> {
        self.waiting.push(candidate);
        if let Some(best) = &mut self.lower
            && lower.is_finite()
        {
            best.push(candidate.chunk, lower)?;
            self.threshold = best.threshold().map_or(self.threshold, |lowest| self.threshold.max(lowest));
        }
        Ok(self.waiting.len() >= MOST)
    }

    /// Takes the exact score of each waiting row that may still enter.
    pub(super) fn settle(&mut self, score: &mut dyn FnMut(&Candidate) -> Result<f32>) -> Result<()> {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable_by(|a, b| b.upper.total_cmp(&a.upper).then_with(|| a.chunk.cmp(&b.chunk)));
        for candidate in &waiting {
            if candidate.upper < self.threshold {
                break;
            }
            let score = score(candidate)?;
            self.enter(candidate.chunk, score)?;
        }
        waiting.clear();
        self.waiting = waiting;
        Ok(())
    }

    /// Offers a row by its exact score.
    #[inline]
    pub(super) fn enter(&mut self, chunk: ChunkId, score: f32) -> Result<()> {
        if score < self.threshold {
            return Ok(());
        }
        self.top.push(chunk, score)?;
        if let Some(worst) = self.top.threshold()
            && worst.total_cmp(&self.threshold) == Ordering::Greater
        {
            self.threshold = worst;
        }
        Ok(())
    }

    /// What was found, after everything was settled.
    pub(super) fn into_ranking(self, stamp: Stamp, scale: Scale, exhausted: bool) -> Result<Ranking> {
        self.top.into_ranking(stamp, scale, exhausted)
    }
}
