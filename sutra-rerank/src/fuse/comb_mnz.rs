//! Min-max sums, times the number of lists that agree.

use sutra_core::{Fusion, Named, Ranking, Result, TieOrder};

use super::Weights;
use super::combine::Weighted;
use super::normalize::min_max;
use super::weights::by_weights;

/// The sum of [`WeightedMinMax`](super::WeightedMinMax), times the number of lists that hold the chunk: it
/// favours what several retrievers agree on.
///
/// Lists of weight 0 are not counted. (Fox and Shaw 1994.) The scale is
/// [`Fused`](sutra_core::ScoreKind::Fused) with the sum of the weights times the number of lists as the maximum.
///
/// O(n) for n hits in all, O(n log k) for the best.
///
/// ```
/// use sutra_core::{ById, ChunkId, Fusion, Hit, Named, Ranking, Scale, ScoreKind, Stamp};
/// use sutra_rerank::CombMnz;
/// let rank = |hits: &[(u32, f32)]| {
///     let hits = hits.iter().map(|(id, score)| Hit { chunk: ChunkId::new(*id), score: *score }).collect();
///     Ranking::new(Stamp::new(1, 1), Scale::new(ScoreKind::Bm25), hits, true, &ById)
/// };
/// let (bm25, dense) = (rank(&[(0, 9.0), (1, 5.0), (2, 4.0)])?, rank(&[(1, 0.5)])?);
/// let named = [Named { name: "bm25", ranking: &bm25 }, Named { name: "dense", ranking: &dense }];
/// let fused = CombMnz::new().fuse(&named, &ById, 10)?;
/// assert_eq!(fused.hits().iter().map(|hit| hit.score).collect::<Vec<_>>(), [2.4, 1.0, 0.0]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CombMnz {
    weights: Weights,
}

by_weights!(CombMnz);

impl Fusion for CombMnz {
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) without a ranking,
    /// [`Duplicate`](sutra_core::ErrorKind::Duplicate) for two of one name,
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) where all at hand have weight 0.
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
        let lists = Weighted::new(rankings, &self.weights)?;
        let max = lists.total() * lists.counted() as f64;
        lists.fuse((ties, k, max), min_max, |sum| sum.score * sum.lists as f64)
    }
}
