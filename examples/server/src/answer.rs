//! What an answer holds.

use serde::Serialize;
use sutra::{SearchHit, SearchResults};

/// The body of an answer: the results in the order of their rank.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    pipeline: String,
    warnings: Vec<String>,
    hits: Vec<Hit>,
}

#[derive(Debug, Serialize)]
struct Hit {
    rank: usize,
    doc: String,
    title: String,
    start: usize,
    end: usize,
    score: f32,
    text: String,
}

impl From<SearchResults> for Answer {
    fn from(results: SearchResults) -> Self {
        let hits = results.hits.into_iter().map(Hit::from).collect();
        Self { pipeline: results.pipeline, warnings: results.warnings, hits }
    }
}

impl From<SearchHit> for Hit {
    fn from(hit: SearchHit) -> Self {
        let range = hit.span.range();
        Self {
            rank: hit.rank,
            doc: hit.id,
            title: hit.title,
            start: range.start,
            end: range.end,
            score: hit.score,
            text: hit.text,
        }
    }
}
