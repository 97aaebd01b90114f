//! A query's terms in one index.

use std::collections::BTreeMap;

use sutra_core::{Scale, ScoreKind};

use super::{Bm25Index, Bm25Params};

/// The postings of one term of a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryTerm<'a> {
    pub(super) chunks: &'a [u32],
    pub(super) impacts: &'a [f32],
    /// How often the query holds the term, times its idf.
    pub(super) weight: f32,
}

/// The different terms of a query that the index knows, in the order of the dictionary: the order in which
/// every score is added up, so that a chunk's score is the same bits wherever it is computed.
#[derive(Clone, Debug)]
pub(super) struct QueryTerms<'a> {
    pub(super) terms: Vec<QueryTerm<'a>>,
    /// The largest score that a chunk can have: the sum of weights times `k1 + 1`.
    pub(super) scale: Scale,
}

impl Bm25Index {
    pub(super) fn query_terms(&self, text: &str) -> QueryTerms<'_> {
        let mut counts = BTreeMap::new();
        self.analyzer.each_term(text, |term, _| {
            if let Some(number) = self.dictionary.find(term) {
                *counts.entry(number).or_insert(0_u32) += 1;
            }
        });
        let mut bound = 0.0;
        let mut terms = Vec::with_capacity(counts.len());
        for (number, count) in counts {
            let range = self.postings.range(number);
            let weight = f64::from(count) * Bm25Params::idf(self.len(), range.len());
            bound += weight * (f64::from(self.params.k1()) + 1.0);
            terms.push(QueryTerm {
                chunks: &self.postings.chunks[range.clone()],
                impacts: &self.impacts[range],
                weight: weight as f32,
            });
        }
        let bound = bound.min(f64::from(f32::MAX)) as f32;
        QueryTerms { terms, scale: Scale::with_max(ScoreKind::Bm25, bound) }
    }
}
