//! A query's terms in an index.

use std::sync::PoisonError;

use sutra_core::{Result, Scale, ScoreKind};

use super::Bm25fIndex;
use super::scoring::{FieldScoring, Saturation, Scoring};
use crate::lexical::{Bm25Variant, Counts, List, idf};

/// Frequencies of terms with fewer postings are not remembered, nor more than so many.
const SHORTEST: usize = 512;
const REMEMBERED: usize = 1 << 14;

/// A term of a query in a segment.
pub(super) struct TermLists<'a> {
    /// How often the query holds the term, times its idf, times `k1 + 1`.
    pub(super) weight: f64,
    /// The fields that hold it in the segment, ascending, and their lists.
    pub(super) lists: Vec<(usize, List<'a>)>,
}

/// The different terms of a query that live chunks hold.
pub(super) struct QueryTerms<'a> {
    /// The terms in each segment, in the order of their bytes.
    pub(super) segments: Vec<Vec<TermLists<'a>>>,
    pub(super) scoring: Scoring<'a>,
    /// The largest score that a chunk can have: the sum of weights.
    pub(super) scale: Scale,
}

impl Bm25fIndex {
    pub(super) fn query_terms(&self, text: &str) -> Result<QueryTerms<'_>> {
        let mut counts = Counts::default();
        counts.add(text, &self.analyzer);
        let Counts(counts) = counts;
        let mut segments: Vec<_> = self.segments().iter().map(|_| Vec::with_capacity(counts.len())).collect();
        let (k1, mut total) = (f64::from(self.k1()), 0.0);
        for (term, count) in counts {
            let lists = self.lists(&term)?;
            let frequency = self.frequency(&term, &lists)?;
            if frequency == 0 {
                continue;
            }
            let idf = idf(Bm25Variant::Lucene, self.len(), frequency);
            let weight = f64::from(count) * idf * (k1 + 1.0);
            total += weight;
            for (terms, lists) in segments.iter_mut().zip(lists) {
                if !lists.is_empty() {
                    terms.push(TermLists { weight, lists });
                }
            }
        }
        let fields = &self.factors()?.fields;
        let counted = fields.iter().zip(self.fields()).filter(|(_, field)| field.weight() > 0.0);
        let most =
            counted.map(|(scoring, _): (&FieldScoring, _)| scoring.most()).fold(0.0, |sum, of| sum + of);
        let saturation = Saturation::new(k1, total, most);
        let largest = total.min(f64::from(f32::MAX)) as f32;
        let scoring = Scoring { fields, saturation, most: largest };
        Ok(QueryTerms { segments, scoring, scale: Scale::with_max(ScoreKind::Bm25, largest) })
    }

    /// The lists of a term in each segment, of the fields that count.
    fn lists(&self, term: &str) -> Result<Vec<Vec<(usize, List<'_>)>>> {
        let mut lists = Vec::with_capacity(self.segments().len());
        for stored in self.segments() {
            let mut of_segment = Vec::with_capacity(stored.fields.len());
            for (at, (reader, field)) in stored.fields.iter().zip(self.fields()).enumerate() {
                if field.weight() > 0.0
                    && let Some(list) = reader.find(term)?
                {
                    of_segment.push((at, list));
                }
            }
            lists.push(of_segment);
        }
        Ok(lists)
    }

    /// How many live chunks hold a term in a field that counts.
    fn frequency(&self, term: &str, lists: &[Vec<(usize, List<'_>)>]) -> Result<usize> {
        let postings: usize = lists.iter().flatten().map(|(_, list)| list.len).sum();
        // A number is whole or not there, whatever another thread did.
        let known = || self.frequencies.lock().unwrap_or_else(PoisonError::into_inner);
        let remembered = if postings < SHORTEST { None } else { known().get(term).copied() };
        if let Some(frequency) = remembered {
            return Ok(frequency);
        }
        let mut frequency = 0;
        for (stored, lists) in self.segments().iter().zip(lists) {
            frequency += stored.live_union(lists, self.live())?;
        }
        if postings >= SHORTEST {
            let mut known = known();
            if known.len() < REMEMBERED {
                known.insert(term.to_owned(), frequency);
            }
        }
        Ok(frequency)
    }

    /// How many chunks hold the term of `word` in a field whose weight is not 0; 0 for an unknown word and for a stop
    /// word. A text of several words is asked for its first term.
    ///
    /// # Errors
    /// Those of damaged segments.
    pub fn document_frequency(&self, word: &str) -> Result<usize> {
        let terms = self.analyzer.terms(word);
        let Some(term) = terms.first() else { return Ok(0) };
        self.frequency(term, &self.lists(term)?)
    }
}
