//! What a number means, and how it comes onto one scale.

/// What kind of number a score is. Scores of different kinds are never added; each is first mapped to a unit
/// score in [0, 1] by its [`Scale`]. A higher score is better in every kind.
///
/// ```
/// use sutra_core::ScoreKind;
/// assert_eq!(ScoreKind::Cosine.to_string(), "cosine");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScoreKind {
    /// A cosine, -1 to 1.
    Cosine,
    /// An inner product, unbounded.
    InnerProduct,
    /// A Euclidean distance, negated: 0 at best.
    L2,
    /// A BM25 score, 0 or more.
    Bm25,
    /// A log-odds, unbounded.
    Logit,
    /// A probability, 0 to 1.
    Probability,
    /// A centrality in a graph, 0 or more.
    Centrality,
    /// A score that a fusion made, 0 or more.
    Fused,
    /// A score in standard deviations from a mean, unbounded.
    Standardised,
    /// A number in [0, 1] that adds to others of its kind.
    Unit,
    /// A number that only its maker can map.
    Custom,
}

impl ScoreKind {
    /// The kind's name, as in the JSON shapes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cosine => "cosine",
            Self::InnerProduct => "inner_product",
            Self::L2 => "l2",
            Self::Bm25 => "bm25",
            Self::Logit => "logit",
            Self::Probability => "probability",
            Self::Centrality => "centrality",
            Self::Fused => "fused",
            Self::Standardised => "standardised",
            Self::Unit => "unit",
            Self::Custom => "custom",
        }
    }

    /// Whether [`Scale::to_unit`] knows a map for this kind. An inner product, a standardised and a custom
    /// score have none: whoever uses one must say which.
    #[must_use]
    pub const fn has_default_map(self) -> bool {
        !matches!(self, Self::InnerProduct | Self::Standardised | Self::Custom)
    }
}

impl std::fmt::Display for ScoreKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of score together with the largest value it can take here, where that belongs to a query or to a
/// generation: the query's upper bound for BM25, the corpus maximum for a centrality, the best possible sum
/// for a fusion.
///
/// ```
/// use sutra_core::{Scale, ScoreKind};
/// assert_eq!(Scale::new(ScoreKind::Cosine).to_unit(0.5), Some(0.75));
/// assert_eq!(Scale::new(ScoreKind::L2).to_unit(-1.0), Some(0.5));
/// assert_eq!(Scale::with_max(ScoreKind::Bm25, 20.0).to_unit(5.0), Some(0.25));
/// assert_eq!(Scale::new(ScoreKind::InnerProduct).to_unit(5.0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    kind: ScoreKind,
    max: Option<f32>,
}

impl Scale {
    /// A scale whose kind needs no maximum.
    #[must_use]
    pub const fn new(kind: ScoreKind) -> Self {
        Self { kind, max: None }
    }

    /// A scale with the largest value that a score can take here. A maximum that is not finite counts as none.
    #[must_use]
    pub fn with_max(kind: ScoreKind, max: f32) -> Self {
        Self { kind, max: max.is_finite().then_some(max) }
    }

    /// What the numbers are.
    #[must_use]
    pub const fn kind(self) -> ScoreKind {
        self.kind
    }

    /// The largest value a score can take here, if it was said.
    #[must_use]
    pub const fn max(self) -> Option<f32> {
        self.max
    }

    /// The unit score in [0, 1] of a raw one, growing with it; `None` where the kind has no default map, a
    /// needed maximum is missing, or `raw` is not finite.
    ///
    /// Cosine `(1+c)/2`; L2 `1/(1+d)`; logit `1/(1+exp(-x))`; BM25 and fused `s/max`; centrality
    /// `log1p(s)/log1p(max)`; probability and unit as they are. A maximum of 0 maps everything to 0.
    #[must_use]
    pub fn to_unit(self, raw: f32) -> Option<f32> {
        if !raw.is_finite() {
            return None;
        }
        let share = |value: f32, max: f32| if max > 0.0 { value / max } else { 0.0 };
        let unit = match self.kind {
            ScoreKind::Cosine => (1.0 + raw) / 2.0,
            ScoreKind::L2 => 1.0 / (1.0 + (-raw).max(0.0)),
            ScoreKind::Logit => 1.0 / (1.0 + (-raw).exp()),
            ScoreKind::Bm25 | ScoreKind::Fused => share(raw, self.max?),
            ScoreKind::Centrality => share(raw.max(0.0).ln_1p(), self.max?.max(0.0).ln_1p()),
            ScoreKind::Probability | ScoreKind::Unit => raw,
            ScoreKind::InnerProduct | ScoreKind::Standardised | ScoreKind::Custom => return None,
        };
        Some(unit.clamp(0.0, 1.0))
    }
}
