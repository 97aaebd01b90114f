//! How much of a query's wording a passage has.

use std::collections::HashMap;

use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};
use sutra_text::Analyzer;

/// Saturation of a term's count, and how far a passage's length weakens it: the usual BM25 values.
const K1: f32 = 1.2;
const B: f32 = 0.75;
/// The passage length, in terms, at which a count is taken as it is.
const PIVOT: f32 = 100.0;
/// What neighbours that stay neighbours count, beside the terms.
const ORDER: f32 = 0.2;

/// The share of a query's wording that a passage has, of kind [`Unit`](ScoreKind::Unit): a reranking signal that
/// needs no model and no corpus statistics.
///
/// With the distinct terms `t` of the analysed query, in the order of their first occurrence, and their counts
/// `n(t)` in the analysed passage (title, headings and text) of `L` terms, it is `0.8 T + 0.2 P`:
/// - `T = sum w(t) * n(t) / (n(t) + 1.2 * (0.25 + 0.75 * L / 100)) / sum w(t)`, with `w(t) = ln(1 + characters
///   of t)`: coverage in which a second occurrence adds less than the first, an occurrence in a long passage
///   less than in a short one, and a long word, which tends to be a rare one, more than a short one;
/// - `P`: the share of the query's neighbouring terms that stand next to each other, in the same order, in the
///   passage (stop words not counted). A query of one term has no `P` and scores `T`.
///
/// Scores lie in [0, 1); a passage without any of the terms has 0, and so has everything for a query without
/// terms. More occurrences at equal length never lower a score. O(bytes) a passage.
///
/// ```
/// use sutra_rerank::LexicalOverlap;
/// use sutra_text::Analyzer;
/// let overlap = LexicalOverlap::new(Analyzer::english());
/// let score = |passage| overlap.compare("harbour walls", passage);
/// assert!(score("Walls of the harbour") > score("The harbour at night"));
/// assert!(score("Harbour walls keep the sea out") > score("Walls keep the sea out of the harbour"));
/// assert_eq!(score("Bread"), 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct LexicalOverlap {
    analyzer: Analyzer,
}

impl LexicalOverlap {
    /// Compares terms as `analyzer` makes them: the one that BM25 uses, as a rule.
    #[must_use]
    pub fn new(analyzer: Analyzer) -> Self {
        Self { analyzer }
    }

    /// The analyser.
    #[must_use]
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// The score of one passage for one query.
    #[must_use]
    pub fn compare(&self, query: &str, passage: &str) -> f32 {
        QueryTerms::new(&self.analyzer, query).score(&self.analyzer, passage)
    }
}

impl Signal for LexicalOverlap {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Unit
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        let terms = QueryTerms::new(&self.analyzer, &search.query().text);
        for (candidate, out) in candidates.iter().zip(out) {
            search.check()?;
            *out = Some(terms.score(&self.analyzer, &candidate.passage()));
        }
        Ok(Scale::new(ScoreKind::Unit))
    }
}

/// The distinct terms of a query, each with its place in the order of first occurrence.
struct QueryTerms {
    places: HashMap<String, usize>,
    /// By place.
    weights: Vec<f32>,
}

impl QueryTerms {
    fn new(analyzer: &Analyzer, query: &str) -> Self {
        let mut terms = Self { places: HashMap::new(), weights: Vec::new() };
        analyzer.each_term(query, |term, _| {
            if !terms.places.contains_key(term) {
                terms.places.insert(term.to_owned(), terms.weights.len());
                terms.weights.push((term.chars().count() as f32).ln_1p());
            }
        });
        terms
    }

    fn score(&self, analyzer: &Analyzer, passage: &str) -> f32 {
        let count = self.weights.len();
        if count == 0 {
            return 0.0;
        }
        let mut counts = vec![0_u32; count];
        let mut follows = vec![false; count];
        let mut length = 0_u32;
        let mut previous = None;
        analyzer.each_term(passage, |term, _| {
            length += 1;
            let place = self.places.get(term).copied();
            if let Some(place) = place {
                counts[place] += 1;
                follows[place] |= place > 0 && previous == Some(place - 1);
            }
            previous = place;
        });
        let damping = K1 * (1.0 - B + B * length as f32 / PIVOT);
        let held = counts.iter().map(|count| *count as f32 / (*count as f32 + damping));
        let terms = held.zip(&self.weights).map(|(held, weight)| held * weight).sum::<f32>()
            / self.weights.iter().sum::<f32>();
        if count == 1 {
            return terms;
        }
        let pairs = follows.iter().filter(|follows| **follows).count() as f32 / (count - 1) as f32;
        (1.0 - ORDER) * terms + ORDER * pairs
    }
}
