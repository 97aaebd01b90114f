//! Scores of given chunks.

use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};

use super::TantivyIndex;
use super::cursor::{Cursor, Work};
use super::window::Window;

/// The score of a candidate is the one that the index ranks by, to the last bit: 0 where it does not match the query,
/// none for a chunk that the index does not have. O(candidates * leaves of the query * log postings).
impl Signal for TantivyIndex {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Bm25
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        search.stamp().ensure(self.live().stamp(), "the tantivy index")?;
        search.check()?;
        let plan = self.plan(&search.query().text)?;
        out.iter_mut().for_each(|out| *out = None);
        let (mut window, mut work) = (Window::default(), Work::new(&*search.query().cancel));
        for stored in self.segments() {
            let rows = stored.chunks.rows_of(candidates, self.live());
            let (Some(reader), false) = (stored.reader(), rows.is_empty()) else { continue };
            let open = |query| Cursor::new(query, reader, &work);
            let mut cursor = plan.query.as_ref().map(open).transpose()?;
            let mut last = None;
            for (row, at) in rows {
                if let Some(cursor) = cursor.as_mut().filter(|_| last != Some(row)) {
                    cursor.fill(&(row..row + 1), &mut window, &mut work)?;
                    last = Some(row);
                }
                if let Some(out) = out.get_mut(at) {
                    *out = Some(window.get(row).unwrap_or(0.0) as f32);
                }
            }
        }
        Ok(plan.scale)
    }
}
