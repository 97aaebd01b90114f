//! A final score and its parts.

use std::sync::Arc;

use sutra_core::{Scale, ScoreKind};

/// A candidate's final score and what each signal gave it.
///
/// ```
/// use sutra_core::{Scale, ScoreKind};
/// use sutra_rerank::{FinalHit, SignalScore};
/// let own = |name, score| SignalScore::own(name, Scale::new(ScoreKind::Unit), score);
/// let hit = FinalHit::new(0, vec![own("lexical", 0.5), own("graph", 0.25)]);
/// assert_eq!(hit.score, 0.75);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FinalHit {
    /// Which of the candidates handed in this is.
    pub index: usize,
    /// The sum of the contributions.
    pub score: f32,
    /// One a signal, in the order in which the builder named them.
    pub signals: Vec<SignalScore>,
}

impl FinalHit {
    /// The hit of candidate `index` with these parts; its score is the sum of their contributions.
    #[must_use]
    pub fn new(index: usize, signals: Vec<SignalScore>) -> Self {
        let score = signals.iter().map(|part| f64::from(part.contribution)).sum::<f64>() as f32;
        Self { index, score, signals }
    }
}

/// What one signal gave one candidate.
///
/// ```
/// use sutra_core::{Scale, ScoreKind};
/// use sutra_rerank::SignalScore;
/// let own = SignalScore::own("similarity", Scale::new(ScoreKind::Cosine), 0.5);
/// assert_eq!((own.weight, own.contribution, own.unit), (1.0, 0.5, Some(0.75)));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SignalScore {
    /// The signal's name in the recipe.
    pub name: Arc<str>,
    /// Its raw score; `None` where it had no value and a constant stands for its unit score.
    pub raw: Option<f32>,
    /// What the raw score is.
    pub kind: ScoreKind,
    /// Its score in [0, 1]. Always there in a final score; `None` only for an [`own`](Self::own) score of a kind
    /// without a map.
    pub unit: Option<f32>,
    /// Its weight.
    pub weight: f32,
    /// What it adds to the score: `weight * unit` in a final score.
    pub contribution: f32,
}

impl SignalScore {
    /// The explanation of a score that is one stage's own raw score: weight 1, and the score as contribution.
    pub fn own(name: impl Into<Arc<str>>, scale: Scale, score: f32) -> Self {
        Self {
            name: name.into(),
            raw: Some(score),
            kind: scale.kind(),
            unit: scale.to_unit(score),
            weight: 1.0,
            contribution: score,
        }
    }
}
