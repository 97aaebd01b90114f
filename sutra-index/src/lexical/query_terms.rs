//! A query's terms in an index.

use std::collections::{BTreeMap, BTreeSet};

use sutra_core::{Result, Scale, ScoreKind};
use sutra_text::Analyzer;

use super::Bm25Index;
use super::constraint::Constraints;
use super::formula::{Formula, Grid, idf};
use super::operators::{Item, each_item};
use super::phrase::Phrase;
use super::segment::{CORNERS, Corner, List};

/// What scoring needs beside postings and norms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scoring {
    pub(super) formula: Formula,
    pub(super) grid: Grid,
    /// The largest score that a chunk can have.
    pub(super) most: f32,
}

impl Scoring {
    /// The score of a row whose parts add up to `sum`: rounding takes none above the largest.
    #[inline]
    pub(super) fn score(&self, sum: f64) -> f32 {
        (sum as f32).min(self.most)
    }

    /// What no posting under these corners adds more than.
    #[inline]
    pub(super) fn bound(&self, weight: f32, corners: &[Corner; CORNERS]) -> f64 {
        self.formula.bound(weight, corners) + self.grid.unit()
    }
}

/// The list of one of a query's terms in a segment, and how often the query holds the term, times its idf.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryList<'a> {
    pub(super) list: List<'a>,
    pub(super) weight: f32,
}

/// The different terms of a query that live chunks hold.
pub(super) struct QueryTerms<'a> {
    /// The lists of the terms in each segment.
    pub(super) segments: Vec<Vec<QueryList<'a>>>,
    pub(super) scoring: Scoring,
    /// The largest score that a chunk can have: the sum of weights times what a part is at most, `k1 + 1` by default.
    pub(super) scale: Scale,
    /// What the query's operators demand of chunks; `None` where they demand nothing.
    pub(super) constraints: Option<Constraints<'a>>,
}

/// How often each term stands in some texts.
#[derive(Default)]
pub(crate) struct Counts(pub(crate) BTreeMap<String, u32>);

impl Counts {
    pub(crate) fn add(&mut self, text: &str, analyzer: &Analyzer) {
        analyzer.each_term(text, |term, _| match self.0.get_mut(term) {
            Some(count) => *count += 1,
            None => {
                self.0.insert(term.to_owned(), 1);
            }
        });
    }
}

impl Bm25Index {
    pub(super) fn query_terms(&self, text: &str) -> Result<QueryTerms<'_>> {
        let mut counts = Counts::default();
        if !self.operators() {
            counts.add(text, &self.analyzer);
            return self.terms_of(counts, None);
        }
        let (mut required, mut excluded) = (BTreeSet::new(), BTreeSet::new());
        each_item(text, |item| {
            if let Item::Plain(part) | Item::Required(part) = item {
                counts.add(part, &self.analyzer);
            }
            match item {
                Item::Plain(_) => {}
                Item::Required(part) => required.extend(Phrase::new(part, &self.analyzer)),
                Item::Excluded(part) => excluded.extend(Phrase::new(part, &self.analyzer)),
            }
        });
        self.terms_of(counts, self.constraints(&required, &excluded)?)
    }

    fn terms_of<'a>(
        &'a self,
        Counts(counts): Counts,
        constraints: Option<Constraints<'a>>,
    ) -> Result<QueryTerms<'a>> {
        let mut segments: Vec<_> = self.segments().iter().map(|_| Vec::with_capacity(counts.len())).collect();
        let mut weights = Vec::with_capacity(counts.len());
        for (term, count) in counts {
            let mut lists = Vec::with_capacity(segments.len());
            let mut frequency = 0;
            for (segment, stored) in self.segments().iter().enumerate() {
                if let Some(list) = stored.reader.find(&term)? {
                    frequency += stored.live_len(&list, self.live())?;
                    lists.push((segment, list));
                }
            }
            if frequency == 0 {
                continue;
            }
            let weight = f64::from(count) * idf(self.params().variant(), self.len(), frequency);
            if weight <= 0.0 {
                continue;
            }
            weights.push(weight);
            for (segment, list) in lists {
                segments[segment].push(QueryList { list, weight: weight as f32 });
            }
        }
        let formula = self.norms()?.formula;
        let grid = Grid::new(formula, weights.iter().copied(), self.statistics()?.longest);
        let bound = weights.iter().fold(0.0, |sum, weight| sum + weight) * formula.most();
        let most = bound.min(f64::from(f32::MAX)) as f32;
        let scale = Scale::with_max(ScoreKind::Bm25, most);
        Ok(QueryTerms { segments, scoring: Scoring { formula, grid, most }, scale, constraints })
    }
}
