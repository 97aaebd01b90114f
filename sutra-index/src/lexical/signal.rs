//! BM25 scores of given chunks.

use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};

use super::Bm25Index;
use super::query_terms::QueryTerms;

/// The score of a candidate is the one that the index ranks by, to the last bit: 0 where it holds no term of
/// the query, none for a chunk that the index does not have. O(candidates * terms * log postings).
impl Signal for Bm25Index {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Bm25
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        search.stamp().ensure(self.stamp, "the BM25 index")?;
        search.check()?;
        let query = self.query_terms(&search.query().text);
        for (candidate, out) in candidates.iter().zip(out) {
            let row = self.chunks.row(candidate.chunk).filter(|row| *row < self.len());
            *out = row.map(|row| query.score(row as u32));
        }
        Ok(query.scale)
    }
}

impl QueryTerms<'_> {
    /// The score of one row, added up in the order in which a search does.
    fn score(&self, row: u32) -> f32 {
        self.terms.iter().fold(0.0, |score, term| match term.chunks.binary_search(&row) {
            Ok(at) => score + term.weight * term.impacts[at],
            Err(_) => score,
        })
    }
}
