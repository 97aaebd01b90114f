//! BM25F scores of given chunks.

use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};

use super::Bm25fIndex;
use super::cursor::TermCursor;

/// The score of a candidate is the one that the index ranks by, to the last bit: 0 where it holds no term of
/// the query, none for a chunk that the index does not have. O(candidates * terms * fields * log postings).
impl Signal for Bm25fIndex {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Bm25
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        search.stamp().ensure(self.stamp(), "the BM25F index")?;
        search.check()?;
        let query = self.query_terms(&search.query().text)?;
        let factors = self.factors()?;
        out.iter_mut().for_each(|out| *out = None);
        for ((stored, terms), factors) in
            self.segments().iter().zip(&query.segments).zip(&factors.of_segments)
        {
            let rows = stored.chunks.rows_of(candidates, self.live());
            let mut sums = vec![0.0; rows.len()];
            for term in terms.iter().filter(|_| !rows.is_empty()) {
                let mut cursor = TermCursor::new(term, factors, &query.scoring)?;
                for ((row, _), sum) in rows.iter().zip(&mut sums) {
                    let count = cursor.count_of(*row)?;
                    if count > 0.0 {
                        *sum += query.scoring.saturation.part(cursor.weight, count);
                    }
                }
            }
            for ((_, at), sum) in rows.into_iter().zip(sums) {
                if let Some(out) = out.get_mut(at) {
                    *out = Some(query.scoring.score(sum));
                }
            }
        }
        Ok(query.scale)
    }
}
