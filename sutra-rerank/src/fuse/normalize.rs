//! Scores of one list on a scale of their own.

use sutra_core::{Ranking, ScoreKind};

/// The scores of a ranking as double-precision numbers, best first.
pub(super) fn scores(ranking: &Ranking) -> Vec<f64> {
    ranking.hits().iter().map(|hit| f64::from(hit.score)).collect()
}

/// What each score counts where all are equal and nothing tells them apart: 1, for each of them was found; but 0
/// where all scores are 0 and that says that nothing was found, as it does for all kinds but a distance.
pub(super) fn constant(ranking: &Ranking) -> f64 {
    let is_nothing = ranking.hits().iter().all(|hit| hit.score == 0.0);
    if is_nothing && ranking.scale().kind() != ScoreKind::L2 { 0.0 } else { 1.0 }
}

/// Lowest and highest score, `None` for an empty list and where they are equal.
pub(super) fn range(scores: &[f64]) -> Option<(f64, f64)> {
    let (high, low) = (*scores.first()?, *scores.last()?);
    (high > low).then_some((low, high))
}

/// `(s - min) / (max - min)`.
pub(super) fn min_max(ranking: &Ranking) -> Vec<f64> {
    let scores = scores(ranking);
    match range(&scores) {
        Some((low, high)) => scores.iter().map(|score| (score - low) / (high - low)).collect(),
        None => vec![constant(ranking); scores.len()],
    }
}

/// Mean and standard deviation, the squares divided by `n - freedom`.
pub(super) fn moments(scores: &[f64], freedom: usize) -> (f64, f64) {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    (mean, (squares / (count - freedom as f64)).sqrt())
}
