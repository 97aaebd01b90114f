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
            *out = (candidate.chunk.index() < self.len()).then(|| query.score(candidate.chunk.get()));
        }
        Ok(query.scale)
    }
}

impl QueryTerms<'_> {
    /// The score of one chunk, added up in the order in which a search does.
    fn score(&self, chunk: u32) -> f32 {
        self.terms.iter().fold(0.0, |score, term| match term.chunks.binary_search(&chunk) {
            Ok(at) => score + term.weight * term.impacts[at],
            Err(_) => score,
        })
    }
}
