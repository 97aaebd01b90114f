//! The weighted sum.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use sutra_core::{Candidate, Detail, Error, ErrorKind, Result, Scale, Search, Signal};

use super::{FinalHit, FinalScoreBuilder, Missing, SignalScore};

/// A named signal with its weight.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) name: Arc<str>,
    pub(super) signal: Arc<dyn Signal>,
    pub(super) weight: f32,
    pub(super) missing: Missing,
}

/// The weighted sum of the unit scores of named signals, computed for every candidate.
///
/// `score = sum weight * unit(raw)`, each signal's raw score mapped to [0, 1] by the signal itself. A hit holds
/// its parts, and their contributions add up to its score within 1e-6 (for weights of the order of 1).
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};
/// use sutra_rerank::{FinalScore, LexicalOverlap};
/// use sutra_text::Analyzer;
///
/// /// Likes short passages.
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
///
/// let score = FinalScore::builder()
///     .signal("rerank", Arc::new(LexicalOverlap::new(Analyzer::english())), 0.9)
///     .signal("short", Arc::new(Short), 0.1)
///     .build()?;
/// assert_eq!(score.weights().collect::<Vec<_>>(), [("rerank", 0.9), ("short", 0.1)]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct FinalScore {
    pub(super) parts: Vec<Part>,
}

impl fmt::Debug for FinalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.weights()).finish()
    }
}

impl FinalScore {
    /// A final score without signals yet.
    #[must_use]
    pub fn builder() -> FinalScoreBuilder {
        FinalScoreBuilder::default()
    }

    /// The signals' names and weights, in order.
    pub fn weights(&self) -> impl ExactSizeIterator<Item = (&str, f32)> {
        self.parts.iter().map(|part| (&*part.name, part.weight))
    }

    /// The final scores of `candidates`, best first, equal ones in the corpus's tie order. A chunk that stands
    /// there twice is scored once, at its first place; [`FinalHit::index`] is the place in `candidates`.
    ///
    /// # Errors
    /// Each names the signal: what the signal itself refuses; [`NonFinite`](ErrorKind::NonFinite) for a NaN or an
    /// infinity, [`NotFound`](ErrorKind::NotFound) for a missing value without a constant, both naming the
    /// candidate; [`Contract`](ErrorKind::Contract) for a scale of another kind than the signal's own, or a
    /// unit score that is missing or outside [0, 1]. And the query's reason to stop.
    pub fn score(&self, search: &Search<'_>, candidates: &[Candidate<'_>]) -> Result<Vec<FinalHit>> {
        self.run(search, candidates, None)
    }

    /// As [`score`](Self::score), but a signal that is late, by the query's own deadline, is left out for all
    /// candidates and named in `late`. Where all are late, no hit has a part and every score is 0.
    ///
    /// # Errors
    /// As [`score`](Self::score), but for [`ErrorKind::Deadline`].
    pub fn score_in_time(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        late: &mut Vec<Arc<str>>,
    ) -> Result<Vec<FinalHit>> {
        self.run(search, candidates, Some(late))
    }

    /// What the signals say, in words, of the values that they gave a candidate.
    #[must_use]
    pub fn explain(
        &self,
        search: &Search<'_>,
        candidate: &Candidate<'_>,
        scores: &[SignalScore],
    ) -> Vec<(Arc<str>, Detail)> {
        let detail = |score: &SignalScore| {
            let part = self.parts.iter().find(|part| part.name == score.name)?;
            Some((score.name.clone(), part.signal.explain(search, candidate, score.raw?)?))
        };
        scores.iter().filter_map(detail).collect()
    }

    fn run(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        mut late: Option<&mut Vec<Arc<str>>>,
    ) -> Result<Vec<FinalHit>> {
        let mut seen = HashSet::with_capacity(candidates.len());
        let first = |index: &usize| seen.insert(candidates[*index].chunk);
        let indexes: Vec<usize> = (0..candidates.len()).filter(first).collect();
        let mut signals = vec![Vec::with_capacity(self.parts.len()); indexes.len()];
        for part in &self.parts {
            let in_time = late.is_some();
            let scores = search.check().and_then(|()| part.scores(search, candidates, &indexes));
            // A value that came too late is no value: which signals count must not depend on luck.
            let scores =
                scores.and_then(|scores| if in_time { search.check().map(|()| scores) } else { Ok(scores) });
            match (scores, &mut late) {
                (Ok(scores), _) => {
                    signals.iter_mut().zip(scores).for_each(|(signals, score)| signals.push(score));
                }
                (Err(error), Some(late)) if error.kind() == ErrorKind::Deadline => {
                    late.push(part.name.clone());
                }
                (Err(error), _) => return Err(error.context(format_args!("signal {:?}", part.name))),
            }
        }
        let hits = indexes.into_iter().zip(signals).map(|(index, signals)| FinalHit::new(index, signals));
        let mut hits: Vec<FinalHit> = hits.collect();
        let chunk = |hit: &FinalHit| candidates[hit.index].chunk;
        hits.sort_unstable_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| search.corpus().tie(chunk(a), chunk(b)))
        });
        Ok(hits)
    }
}

impl Part {
    /// What the signal gives the candidates at `indexes`.
    fn scores(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        indexes: &[usize],
    ) -> Result<Vec<SignalScore>> {
        let mut raw = vec![None; candidates.len()];
        let scale = self.signal.score(search, candidates, &mut raw)?;
        let kind = self.signal.kind();
        if scale.kind() != kind {
            return Err(Error::contract(format!("its scale is {} where its kind is {kind}", scale.kind())));
        }
        let score = |index: &usize| {
            let raw = raw[*index];
            let unit = self.unit(scale, raw, &candidates[*index])?;
            let contribution = self.weight * unit;
            let (name, weight) = (self.name.clone(), self.weight);
            Ok(SignalScore { name, raw, kind, unit: Some(unit), weight, contribution })
        };
        indexes.iter().map(score).collect()
    }

    /// The unit score of one candidate.
    fn unit(&self, scale: Scale, raw: Option<f32>, candidate: &Candidate<'_>) -> Result<f32> {
        let place = || format!("chunk {} of document {:?}", candidate.chunk, candidate.id);
        let Some(raw) = raw else {
            return match self.missing {
                Missing::Constant(unit) => Ok(unit),
                Missing::Error => Err(Error::new(
                    ErrorKind::NotFound,
                    format!("no value for {}; say what counts then with .missing(..)", place()),
                )),
            };
        };
        if !raw.is_finite() {
            return Err(Error::non_finite(format_args!("the score of {}", place()), raw));
        }
        match self.signal.unit(scale, raw) {
            Some(unit) if (0.0..=1.0).contains(&unit) => Ok(unit),
            Some(unit) => Err(Error::contract(format!(
                "the raw score {raw} of {} has unit score {unit}, outside 0 to 1",
                place()
            ))),
            None => Err(Error::contract(format!(
                "the raw score {raw} of {} has no unit score: kind {}, maximum {:?}",
                place(),
                scale.kind(),
                scale.max()
            ))),
        }
    }
}
