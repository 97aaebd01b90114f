//! Centralities as a signal of the final score.

use sutra_core::{Candidate, Error, Result, Scale, ScoreKind, Search, Signal, Stamp};

/// Gives every candidate the centrality of its document, of kind [`ScoreKind::Centrality`].
///
/// The scale's maximum is the largest score of the whole generation, so that the unit score
/// `log1p(s) / log1p(max)` of a document does not depend on the query. A document without a score has no value:
/// what then counts is for the builder of the final score to say.
///
/// Memory: 4 bytes a document. O(1) a candidate.
///
/// ```
/// use sutra_core::{Signal, ScoreKind, Stamp};
/// use sutra_graph::CentralitySignal;
/// let signal = CentralitySignal::new(Stamp::new(1, 1), vec![0.15, 1.9, 0.7])?;
/// assert_eq!((signal.kind(), signal.scale().max()), (ScoreKind::Centrality, Some(1.9)));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CentralitySignal {
    stamp: Stamp,
    scores: Vec<f32>,
    scale: Scale,
}

impl CentralitySignal {
    /// The centralities of a generation by document id: `scores[d]` is that of `DocId(d)`.
    ///
    /// # Errors
    /// [`NonFinite`](sutra_core::ErrorKind::NonFinite) or [`InvalidInput`](sutra_core::ErrorKind::InvalidInput)
    /// naming the document whose score is not finite or is negative.
    pub fn new(stamp: Stamp, scores: Vec<f32>) -> Result<Self> {
        for (document, score) in scores.iter().enumerate() {
            if !score.is_finite() {
                return Err(Error::non_finite(format_args!("the centrality of document {document}"), *score));
            }
            if *score < 0.0 {
                return Err(Error::invalid_input(format!(
                    "the centrality of document {document} is {score}: it is not negative"
                )));
            }
        }
        let max = scores.iter().copied().fold(0.0, f32::max);
        Ok(Self { stamp, scores, scale: Scale::with_max(ScoreKind::Centrality, max) })
    }

    /// Whose documents these are.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// The scores by document id.
    #[must_use]
    pub fn scores(&self) -> &[f32] {
        &self.scores
    }

    /// Kind and maximum of the scores; the maximum is 0 where there is no document.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.scale
    }
}

impl Signal for CentralitySignal {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Centrality
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        search.stamp().ensure(self.stamp, "the centrality signal")?;
        for (candidate, out) in candidates.iter().zip(out) {
            *out = self.scores.get(candidate.document.index()).copied();
        }
        Ok(self.scale)
    }
}
