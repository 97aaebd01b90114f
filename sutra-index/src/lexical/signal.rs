//! BM25 scores of given chunks.

use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};

use super::Bm25Index;
use super::cursor::Cursor;

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
        search.stamp().ensure(self.stamp(), "the BM25 index")?;
        search.check()?;
        let query = self.query_terms(&search.query().text)?;
        let norms = self.norms()?;
        out.iter_mut().for_each(|out| *out = None);
        for ((stored, lists), norms) in self.segments().iter().zip(&query.segments).zip(&norms.of_segments) {
            let row = |(at, candidate): (usize, &Candidate<'_>)| {
                let row =
                    stored.chunks.row(candidate.chunk).filter(|_| self.live().contains(candidate.chunk));
                row.map(|row| (row as u32, at))
            };
            // By rows, so that neighbours share a block.
            let mut rows: Vec<_> = candidates.iter().enumerate().filter_map(row).collect();
            rows.sort_unstable();
            let mut scores = vec![0.0; rows.len()];
            for list in lists.iter().filter(|_| !rows.is_empty()) {
                let mut cursor = Cursor::new(*list, norms, query.scoring)?;
                for ((row, _), score) in rows.iter().zip(&mut scores) {
                    *score += cursor.part_of(*row)?.unwrap_or(0.0);
                }
            }
            for ((_, at), score) in rows.into_iter().zip(scores) {
                if let Some(out) = out.get_mut(at) {
                    *out = Some(score as f32);
                }
            }
        }
        Ok(query.scale)
    }
}
