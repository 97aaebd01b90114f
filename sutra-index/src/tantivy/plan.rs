//! From a query's text to what is searched.

use std::collections::BTreeMap;

use sutra_core::{Result, Scale, ScoreKind};
use tantivy::query::{EnableScoring, QueryParser, TermQuery};
use tantivy::schema::{IndexRecordOption, Term};

use super::TantivyIndex;
use super::clause::{Clause, Occurs, Weighted, checked_bound};
use super::failure::guarded;
use super::language;
use super::schema::{field, schema, tokenizers};
use super::statistics::Statistics;
use super::terms::stored;
use super::tokenizer::Asked;

/// A query with the statistics of an index.
pub(super) struct Plan {
    /// None where nothing can match.
    pub(super) query: Option<Weighted>,
    /// With the largest score that a chunk can have.
    pub(super) scale: Scale,
}

impl TantivyIndex {
    pub(super) fn plan(&self, text: &str) -> Result<Plan> {
        let statistics = Statistics::new(self)?;
        let clause =
            if self.has_query_language() { self.parse(text)? } else { self.alternatives(text, &statistics)? };
        let searcher = self.segments().iter().find_map(|stored| stored.searcher());
        let (Some(clause), Some(searcher), false) = (clause, searcher, self.is_empty()) else {
            return Ok(Plan { query: None, scale: Scale::with_max(ScoreKind::Bm25, 0.0) });
        };
        let scale = Scale::with_max(ScoreKind::Bm25, checked_bound(clause.bound(&statistics)?)?);
        let scoring = EnableScoring::enabled_from_statistics_provider(&statistics, searcher);
        let query = guarded("weighing the query", || clause.weigh(scoring))?;
        Ok(Plan { query: Some(query), scale })
    }

    fn parse(&self, text: &str) -> Result<Option<Clause>> {
        let schema = schema();
        let field = field(&schema)?;
        let tokenizers = tokenizers(Asked(self.analyzer().clone()));
        language::parse(text, &QueryParser::new(schema, vec![field], tokenizers))
    }

    /// The different terms of a text that live chunks hold, each counted as often as it stands there.
    fn alternatives(&self, text: &str, statistics: &Statistics<'_>) -> Result<Option<Clause>> {
        let field = field(&schema())?;
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        self.analyzer().each_term(text, |term, _| {
            let term = stored(term);
            match counts.get_mut(&*term) {
                Some(count) => *count += 1,
                None => {
                    counts.insert(term.into_owned(), 1);
                }
            }
        });
        let mut clauses = Vec::with_capacity(counts.len());
        for (term, count) in counts {
            let term = Term::from_field_text(field, &term);
            if statistics.frequency(&term)? > 0 {
                let query = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
                clauses.push((Occurs::Should, Clause::Terms { query, boost: f64::from(count) }));
            }
        }
        Ok((!clauses.is_empty()).then_some(Clause::All(clauses)))
    }
}
