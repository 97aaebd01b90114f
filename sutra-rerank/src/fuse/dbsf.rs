//! Distribution-based score fusion.

use sutra_core::{Fusion, Named, Ranking, Result, TieOrder};

use super::Weights;
use super::combine::Weighted;
use super::normalize::{constant, moments, range, scores};
use super::weights::by_weights;

/// Distribution-based score fusion: the weighted sum of scores, each list mapped so that its mean less three
/// standard deviations is 0 and its mean plus three is 1, what lies outside clipped.
///
/// A chunk that a list does not hold gets 0 from it. Where all scores of a list are equal each counts 0.5 (the
/// mean), or 0 where all of them are 0; distances of 0 count 0.5. The deviation is that of a sample (divided by
/// n - 1). (Mazzeschi 2023.) The scale is [`Fused`](sutra_core::ScoreKind::Fused) with the sum of the weights
/// as the maximum.
///
/// O(n) for n hits in all, O(n log k) for the best.
///
/// ```
/// use sutra_core::{ById, ChunkId, Fusion, Hit, Named, Ranking, Scale, ScoreKind, Stamp};
/// use sutra_rerank::Dbsf;
/// let rank = |hits: &[(u32, f32)]| {
///     let hits = hits.iter().map(|(id, score)| Hit { chunk: ChunkId::new(*id), score: *score }).collect();
///     Ranking::new(Stamp::new(1, 1), Scale::new(ScoreKind::Bm25), hits, true, &ById)
/// };
/// let bm25 = rank(&[(0, 9.0), (1, 7.0), (2, 5.0)])?;
/// let fused = Dbsf::new().fuse(&[Named { name: "bm25", ranking: &bm25 }], &ById, 10)?;
/// assert_eq!(fused.hits()[1].score, 0.5);
/// assert!((fused.hits()[0].score - 4.0 / 6.0).abs() < 1e-6, "one deviation above the mean");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dbsf {
    weights: Weights,
}

by_weights!(Dbsf);

impl Fusion for Dbsf {
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) without a ranking,
    /// [`Duplicate`](sutra_core::ErrorKind::Duplicate) for two of one name,
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) where all at hand have weight 0.
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
        let lists = Weighted::new(rankings, &self.weights)?;
        lists.fuse((ties, k, lists.total()), three_deviations, |sum| sum.score)
    }
}

/// `(s - (mean - 3 d)) / 6 d`, clipped to [0, 1].
fn three_deviations(ranking: &Ranking) -> Vec<f64> {
    let scores = scores(ranking);
    if range(&scores).is_none() {
        return vec![0.5 * constant(ranking); scores.len()];
    }
    let (mean, deviation) = moments(&scores, 1);
    scores.iter().map(|score| ((score - mean) / (6.0 * deviation) + 0.5).clamp(0.0, 1.0)).collect()
}
