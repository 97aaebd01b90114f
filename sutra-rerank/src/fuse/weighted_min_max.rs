//! Weighted sum of min-max normalised scores.

use sutra_core::{Fusion, Named, Ranking, Result, TieOrder};

use super::Weights;
use super::combine::Weighted;
use super::normalize::min_max;
use super::weights::by_weights;

/// The weighted sum of scores, each list first mapped to [0, 1] by its own lowest and highest:
/// `weight * (s - min) / (max - min)`.
///
/// A chunk that a list does not hold gets 0 from it, as the last of the list does. Where all scores of a list
/// are equal (so also in a list of one) each counts 1, or 0 where all of them are 0; distances of 0 count 1.
/// The weights are used as they are: those of sum 1 give scores in [0, 1]. The scale is
/// [`Fused`](sutra_core::ScoreKind::Fused) with the sum of the weights as the maximum.
///
/// O(n) for n hits in all, O(n log k) for the best.
///
/// ```
/// use sutra_core::{ById, ChunkId, Fusion, Hit, Named, Ranking, Scale, ScoreKind, Stamp};
/// use sutra_rerank::WeightedMinMax;
/// let rank = |hits: &[(u32, f32)]| {
///     let hits = hits.iter().map(|(id, score)| Hit { chunk: ChunkId::new(*id), score: *score }).collect();
///     Ranking::new(Stamp::new(1, 1), Scale::new(ScoreKind::Bm25), hits, true, &ById)
/// };
/// let bm25 = rank(&[(0, 9.0), (1, 5.0), (2, 4.0)])?;
/// let fused = WeightedMinMax::new().fuse(&[Named { name: "bm25", ranking: &bm25 }], &ById, 10)?;
/// assert_eq!(fused.hits().iter().map(|hit| hit.score).collect::<Vec<_>>(), [1.0, 0.2, 0.0]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedMinMax {
    weights: Weights,
}

by_weights!(WeightedMinMax);

impl Fusion for WeightedMinMax {
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) without a ranking,
    /// [`Duplicate`](sutra_core::ErrorKind::Duplicate) for two of one name,
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) where all at hand have weight 0.
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
        let lists = Weighted::new(rankings, &self.weights)?;
        lists.fuse((ties, k, lists.total()), min_max, |sum| sum.score)
    }
}
