//! Weighted sum of standardised scores.

use sutra_core::{Fusion, Named, Ranking, Result, TieOrder};

use super::Weights;
use super::combine::Weighted;
use super::normalize::{constant, moments, range, scores};
use super::weights::by_weights;

/// The weighted sum of scores in standard deviations of their own list, counted from the lowest of the list:
/// `weight * (z - lowest z)`, with `z = (s - mean) / deviation`.
///
/// A chunk that a list does not hold is taken to be as good as the last of the list, which is what is known of
/// it; counting from there turns that into 0 and leaves the order of the plain sums as it is. So scores are not
/// negative, of kind [`Fused`](sutra_core::ScoreKind::Fused), with `sum weight * (highest z - lowest z)` as
/// the maximum, and a final score can use them as those of any other fusion.
///
/// The deviation is that of the list itself (divided by n). Where all scores of a list are equal each counts 1,
/// or 0 where all of them are 0; distances of 0 count 1.
///
/// O(n) for n hits in all, O(n log k) for the best.
///
/// ```
/// use sutra_core::{ById, ChunkId, Fusion, Hit, Named, Ranking, Scale, ScoreKind, Stamp};
/// use sutra_rerank::ZScore;
/// let rank = |hits: &[(u32, f32)]| {
///     let hits = hits.iter().map(|(id, score)| Hit { chunk: ChunkId::new(*id), score: *score }).collect();
///     Ranking::new(Stamp::new(1, 1), Scale::new(ScoreKind::Bm25), hits, true, &ById)
/// };
/// let bm25 = rank(&[(0, 9.0), (1, 5.0)])?;
/// let fused = ZScore::new().fuse(&[Named { name: "bm25", ranking: &bm25 }], &ById, 10)?;
/// assert_eq!(fused.hits().iter().map(|hit| hit.score).collect::<Vec<_>>(), [2.0, 0.0]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ZScore {
    weights: Weights,
}

by_weights!(ZScore);

impl Fusion for ZScore {
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) without a ranking,
    /// [`Duplicate`](sutra_core::ErrorKind::Duplicate) for two of one name,
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) where all at hand have weight 0.
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
        let lists = Weighted::new(rankings, &self.weights)?;
        let best = |ranking: &Ranking| above_lowest(ranking).first().copied().unwrap_or(0.0);
        lists.fuse((ties, k, lists.sum_over(best)), above_lowest, |sum| sum.score)
    }
}

/// `z - lowest z` of each hit: the mean falls out of the difference.
fn above_lowest(ranking: &Ranking) -> Vec<f64> {
    let scores = scores(ranking);
    let Some((low, _)) = range(&scores) else { return vec![constant(ranking); scores.len()] };
    let (_, deviation) = moments(&scores, 0);
    scores.iter().map(|score| (score - low) / deviation).collect()
}
