//! Reciprocal rank fusion.

use sutra_core::{Error, Fusion, Named, Ranking, Result, TieOrder};

use super::Weights;
use super::combine::Weighted;

/// Reciprocal rank fusion: the sum of `weight / (k + rank)` over the rankings that hold a chunk, ranks from 1.
///
/// It looks at ranks alone, so scores need not be comparable; a ranking that does not hold a chunk adds nothing.
/// The default `k` is 60. (Cormack, Clarke and Buettcher 2009.) The scale is
/// [`Fused`](sutra_core::ScoreKind::Fused) with the maximum `sum weight / (k + 1)` over the rankings at hand.
///
/// O(n) for n hits in all, O(n log k) for the best.
///
/// ```
/// use sutra_core::{ById, ChunkId, Fusion, Hit, Named, Ranking, Scale, ScoreKind, Stamp};
/// use sutra_rerank::Rrf;
/// let hits = vec![Hit { chunk: ChunkId::new(0), score: 7.0 }, Hit { chunk: ChunkId::new(1), score: 3.0 }];
/// let bm25 = Ranking::new(Stamp::new(1, 1), Scale::new(ScoreKind::Bm25), hits, true, &ById)?;
/// let fused = Rrf::new().fuse(&[Named { name: "bm25", ranking: &bm25 }], &ById, 10)?;
/// assert_eq!(fused.hits()[0].score, 1.0 / 61.0);
/// assert_eq!(fused.scale().to_unit(fused.hits()[0].score), Some(1.0));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rrf {
    k: f64,
    weights: Weights,
}

impl Default for Rrf {
    fn default() -> Self {
        Self::new()
    }
}

impl Rrf {
    /// With `k` = 60 and equal weights.
    #[must_use]
    pub fn new() -> Self {
        Self { k: 60.0, weights: Weights::default() }
    }

    /// The same with another `k`: the larger, the less the first ranks stand out. 0 is allowed.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) where it is negative or not finite.
    pub fn with_k(mut self, k: f64) -> Result<Self> {
        if !(k.is_finite() && k >= 0.0) {
            return Err(Error::invalid_config(format!("k is {k}: it is finite and not negative")));
        }
        self.k = k;
        Ok(self)
    }

    /// The same with weights by name.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl Fusion for Rrf {
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) without a ranking,
    /// [`Duplicate`](sutra_core::ErrorKind::Duplicate) for two of one name,
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) where all at hand have weight 0.
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
        let lists = Weighted::new(rankings, &self.weights)?;
        let max = lists.total() / (self.k + 1.0);
        let parts =
            |ranking: &Ranking| (1..=ranking.len()).map(|rank| 1.0 / (self.k + rank as f64)).collect();
        lists.fuse((ties, k, max), parts, |sum| sum.score)
    }
}
