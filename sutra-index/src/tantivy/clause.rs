//! A query as a tree whose leaves tantivy scores.

use sutra_core::{Error, Result};
use tantivy::query::{EnableScoring, Query, Weight};
use tantivy::schema::Term;

use super::failure::from_tantivy;
use super::statistics::Statistics;

/// How a clause counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occurs {
    Must,
    Should,
    MustNot,
}

/// What a leaf asks for.
pub(super) enum Clause {
    /// A term or a phrase, scored by BM25; `boost` multiplies its score.
    Terms { query: Box<dyn Query>, boost: f64 },
    /// Anything else, which scores 1.
    Constant { query: Box<dyn Query>, boost: f64 },
    /// All that must be there, or, where nothing must, anything that should be there; and nothing that must not.
    All(Vec<(Occurs, Clause)>),
}

/// A clause with the statistics of an index: each leaf has tantivy's weight, what its score is multiplied by, and whether
/// it is a phrase.
pub(super) enum Weighted {
    Leaf { weight: Box<dyn Weight>, boost: f64, phrase: bool },
    All { must: Vec<Weighted>, should: Vec<Weighted>, must_not: Vec<Weighted> },
}

impl Clause {
    /// What no score is above.
    pub(super) fn bound(&self, statistics: &Statistics<'_>) -> Result<f64> {
        match self {
            Self::Terms { query, boost } => {
                let mut terms: Vec<Term> = Vec::new();
                query.query_terms(&mut |term, _| terms.push(term.clone()));
                Ok(boost * f64::from(statistics.bound(&terms)?))
            }
            Self::Constant { boost, .. } => Ok(*boost),
            Self::All(clauses) => {
                let mut sum = 0.0;
                for (_, clause) in clauses.iter().filter(|(occurs, _)| *occurs != Occurs::MustNot) {
                    sum += clause.bound(statistics)?;
                }
                Ok(sum)
            }
        }
    }

    pub(super) fn weigh(&self, scoring: EnableScoring<'_>) -> Result<Weighted> {
        match self {
            Self::Terms { query, boost } | Self::Constant { query, boost } => {
                let mut terms = 0;
                query.query_terms(&mut |_, _| terms += 1);
                let weight = query.weight(scoring).map_err(from_tantivy)?;
                Ok(Weighted::Leaf { weight, boost: *boost, phrase: terms > 1 })
            }
            Self::All(clauses) => {
                let (mut must, mut should, mut must_not) = (Vec::new(), Vec::new(), Vec::new());
                for (occurs, clause) in clauses {
                    let weighted = clause.weigh(scoring)?;
                    match occurs {
                        Occurs::Must => must.push(weighted),
                        Occurs::Should => should.push(weighted),
                        Occurs::MustNot => must_not.push(weighted),
                    }
                }
                Ok(Weighted::All { must, should, must_not })
            }
        }
    }
}

/// Checks what a query's boosts make of its largest score.
pub(super) fn checked_bound(bound: f64) -> Result<f32> {
    let bound = bound as f32;
    if bound.is_finite() && bound >= 0.0 {
        return Ok(bound);
    }
    Err(Error::invalid_input(format!("the boosts of the query allow scores up to {bound}")))
}
