//! What an evaluation found.

use crate::Measure;

/// The values of some measures for one run: per query and as means. Made by [`evaluate`](crate::evaluate).
///
/// ```
/// use sutra_eval::{Measure, Qrels, Run, evaluate};
/// let qrels = Qrels::from_trec("q1 0 a 1\nq2 0 b 1\n".as_bytes(), "qrels")?;
/// let mut run = Run::new();
/// run.push("q1", vec![("a", 1.0)])?;
/// let ap: Measure = "AP".parse()?;
/// let evaluation = evaluate(&qrels, &run, &[ap]);
/// assert_eq!(evaluation.queries(), ["q1", "q2"]);
/// assert_eq!(evaluation.values(ap), Some(&[1.0, 0.0][..]));
/// assert_eq!(evaluation.mean(ap), Some(0.5));
/// assert_eq!(evaluation.unanswered(), ["q2"]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Sorted.
    pub(crate) queries: Vec<String>,
    /// A value for each of `queries`.
    pub(crate) columns: Vec<(Measure, Vec<f64>)>,
    pub(crate) unanswered: Vec<String>,
    pub(crate) unjudged: Vec<String>,
}

impl Evaluation {
    /// The ids of the queries that count: all that have judgments, in byte order.
    #[must_use]
    pub fn queries(&self) -> &[String] {
        &self.queries
    }

    /// The measures, in the order asked for.
    pub fn measures(&self) -> impl ExactSizeIterator<Item = Measure> {
        self.columns.iter().map(|(measure, _)| *measure)
    }

    /// The values of a measure in [0, 1], one for each of [`queries`](Self::queries); none if it was not asked for.
    #[must_use]
    pub fn values(&self, measure: Measure) -> Option<&[f64]> {
        self.columns.iter().find(|(known, _)| *known == measure).map(|(_, values)| values.as_slice())
    }

    /// The value of a measure for one query, in [0, 1]; none if the query has no judgments or the measure was not
    /// asked for.
    #[must_use]
    pub fn value(&self, query: &str, measure: Measure) -> Option<f64> {
        let index = self.queries.binary_search_by(|known| known.as_str().cmp(query)).ok()?;
        self.values(measure)?.get(index).copied()
    }

    /// The mean of a measure over the queries, in [0, 1]; none if there is no query or the measure was not asked for.
    #[must_use]
    pub fn mean(&self, measure: Measure) -> Option<f64> {
        let values = self.values(measure).filter(|values| !values.is_empty())?;
        Some(values.iter().sum::<f64>() / values.len() as f64)
    }

    /// The queries that have judgments but no results, in byte order. They count as 0.
    #[must_use]
    pub fn unanswered(&self) -> &[String] {
        &self.unanswered
    }

    /// The queries of the run that have no judgments, in byte order. They are left out.
    #[must_use]
    pub fn unjudged(&self) -> &[String] {
        &self.unjudged
    }
}
