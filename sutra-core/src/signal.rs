//! Scoring given candidates, one by one.

use std::fmt;

use crate::forward::forward;
use crate::{Candidate, Result, Scale, ScoreKind, Search};

/// What a signal says about one of its values, in words: which terms matched, which links counted.
///
/// ```
/// assert_eq!(sutra_core::Detail::new("matched: bread").to_string(), "matched: bread");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail(String);

impl Detail {
    /// A detail of these words.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Scores given candidates one by one: the one door through which a number enters the final score.
///
/// A caller may rely on this: `out` is filled with `None` before the call and has as many places as there are
/// candidates; the value of a candidate does not depend on the other candidates; every value is finite and of
/// the kind that [`kind`](Self::kind) says; `None` means that the signal has no value for this candidate,
/// never zero.
///
/// ```
/// use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};
/// /// How short a passage is: 1 for an empty one.
/// struct Short;
/// impl Signal for Short {
///     fn kind(&self) -> ScoreKind { ScoreKind::Unit }
///     fn score(&self, _: &Search<'_>, candidates: &[Candidate<'_>], out: &mut [Option<f32>]) -> Result<Scale> {
///         for (candidate, out) in candidates.iter().zip(out) {
///             *out = Some(1.0 / (1.0 + candidate.text.len() as f32));
///         }
///         Ok(Scale::new(ScoreKind::Unit))
///     }
/// }
/// assert_eq!(Short.unit(Scale::new(ScoreKind::Unit), 0.5), Some(0.5));
/// ```
pub trait Signal: Send + Sync {
    /// What the values are.
    fn kind(&self) -> ScoreKind;

    /// Writes the raw score of each candidate into `out` and returns their scale.
    ///
    /// # Errors
    /// Whatever the signal needs may fail: a foreign stamp, a missing encoding, a model.
    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale>;

    /// The unit score in [0, 1] of a raw one, growing with it. Override it for a kind without a default map,
    /// or to put another map in its place, and [`has_unit`](Self::has_unit) with it.
    fn unit(&self, scale: Scale, raw: f32) -> Option<f32> {
        scale.to_unit(raw)
    }

    /// What there is to say about a value beyond the number, for people.
    fn explain(&self, search: &Search<'_>, candidate: &Candidate<'_>, raw: f32) -> Option<Detail> {
        let _ = (search, candidate, raw);
        None
    }

    /// Whether [`unit`](Self::unit) has a map. A signal without one is refused when a pipeline is built.
    fn has_unit(&self) -> bool {
        self.kind().has_default_map()
    }
}

forward!(Signal {
    fn kind(&self) -> ScoreKind {
        (**self).kind()
    }
    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        (**self).score(search, candidates, out)
    }
    fn unit(&self, scale: Scale, raw: f32) -> Option<f32> {
        (**self).unit(scale, raw)
    }
    fn explain(&self, search: &Search<'_>, candidate: &Candidate<'_>, raw: f32) -> Option<Detail> {
        (**self).explain(search, candidate, raw)
    }
    fn has_unit(&self) -> bool {
        (**self).has_unit()
    }
});
