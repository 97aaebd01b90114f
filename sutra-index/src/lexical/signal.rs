//! BM25 scores of given chunks.

use sutra_core::{Cancel, Candidate, Result, Scale, ScoreKind, Search, Signal};

use super::Bm25Index;
use super::constraint::Constraints;
use super::cursor::Cursor;
use super::phrase::Memory;
use super::query_terms::{QueryList, Scoring};

/// The score of a candidate is the one that the index ranks by, to the last bit: 0 where it holds no term of
/// the query, or, with [operators](Bm25Index::with_operators) on, does not meet them; none for a chunk that the index
/// does not have. O(candidates * terms * log postings), and O(bytes) of the candidates where the query has a phrase.
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
        let segments = self.segments().iter().zip(&query.segments).zip(&norms.of_segments);
        for (segment, ((stored, lists), norms)) in segments.enumerate() {
            let places = stored.chunks.rows_of(candidates, self.live());
            let rows: Vec<_> = places.iter().map(|(row, _)| *row).collect();
            let mut scores = scores_of_rows(lists, norms, query.scoring, &rows)?;
            if let Some(constraints) = &query.constraints {
                let passage = |place: usize| places.get(place).and_then(|(_, at)| candidates.get(*at));
                let watch = &*search.query().cancel;
                self.refuse(constraints, segment, &rows, passage, &mut scores, watch)?;
            }
            for ((_, at), score) in places.into_iter().zip(scores) {
                if let Some(out) = out.get_mut(at) {
                    *out = Some(query.scoring.score(score));
                }
            }
        }
        Ok(query.scale)
    }
}

impl Bm25Index {
    /// Makes the scores of rows that do not meet the constraints 0.
    fn refuse<'c, 't: 'c>(
        &self,
        constraints: &Constraints<'_>,
        segment: usize,
        rows: &[u32],
        candidate: impl Fn(usize) -> Option<&'c Candidate<'t>>,
        scores: &mut [f64],
        watch: &dyn Cancel,
    ) -> Result<()> {
        let mut memory = Memory::default();
        let mut kept = rows.to_vec();
        constraints.keep(segment, &mut kept)?;
        for (place, (row, score)) in rows.iter().zip(scores).enumerate() {
            if *score == 0.0 {
                continue;
            }
            let passage =
                candidate(place).filter(|_| !constraints.phrases.is_empty()).map(Candidate::passage);
            let meets = kept.binary_search(row).is_ok()
                && match passage {
                    Some(passage) => {
                        constraints.phrases.accept(&passage, &self.analyzer, &mut memory, watch)?
                    }
                    None => true,
                };
            if !meets {
                *score = 0.0;
            }
        }
        Ok(())
    }
}

/// The scores of rows of a segment, given in ascending order.
pub(super) fn scores_of_rows(
    lists: &[QueryList<'_>],
    norms: &[f32],
    scoring: Scoring,
    rows: &[u32],
) -> Result<Vec<f64>> {
    let mut scores = vec![0.0; rows.len()];
    for list in lists.iter().filter(|_| !rows.is_empty()) {
        let mut cursor = Cursor::new(*list, norms, scoring)?;
        for (row, score) in rows.iter().zip(&mut scores) {
            *score += cursor.part_of(*row)?.unwrap_or(0.0);
        }
    }
    Ok(scores)
}
