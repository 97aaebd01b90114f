//! Finding the chunks that match a query.

use sutra_core::{
    Cancel, ChunkSet, Filtering, Ranking, Result, Retriever, Search, Stamp, TieOrder, TopK, Unwatched,
};

use super::TantivyIndex;
use super::clause::Weighted;
use super::cursor::{Cursor, Work};
use super::stored::Stored;
use super::window::{ROWS, Window};

/// What a search collects, and what it works with.
struct Collector<'a> {
    top: TopK<'a>,
    matched: usize,
    live: &'a ChunkSet,
    allowed: Option<&'a ChunkSet>,
    window: Window,
    work: Work<'a>,
}

impl Collector<'_> {
    fn run(&mut self, query: &Weighted, stored: &Stored) -> Result<()> {
        let Some(reader) = stored.reader() else { return Ok(()) };
        let mut cursor = Cursor::new(query, reader, &self.work)?;
        for start in (0..stored.rows()).step_by(ROWS as usize) {
            let rows = start..start.saturating_add(ROWS).min(stored.rows());
            cursor.fill(&rows, &mut self.window, &mut self.work)?;
            for (row, score) in self.window.matches() {
                let chunk = stored.chunks.chunk(row as usize);
                let alive = stored.dead == 0 || self.live.contains(chunk);
                if alive && self.allowed.is_none_or(|allowed| allowed.contains(chunk)) {
                    self.matched += 1;
                    self.top.push(chunk, score as f32)?;
                }
            }
        }
        self.work.check()
    }
}

impl TantivyIndex {
    /// The `k` best chunks for a text, without a corpus and a filter: equal scores are settled by `ties`.
    ///
    /// # Errors
    /// Those of damaged segments; with the query language, [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) for a
    /// text that breaks its syntax.
    pub fn search(&self, text: &str, k: usize, ties: &dyn TieOrder) -> Result<Ranking> {
        self.find(text, None, k, ties, &Unwatched)
    }

    fn find(
        &self,
        text: &str,
        allowed: Option<&ChunkSet>,
        k: usize,
        ties: &dyn TieOrder,
        watch: &dyn Cancel,
    ) -> Result<Ranking> {
        let plan = self.plan(text)?;
        let mut collector = Collector {
            top: TopK::new(k, ties),
            matched: 0,
            live: self.live(),
            allowed,
            window: Window::default(),
            work: Work::new(watch),
        };
        for (query, stored) in
            plan.query.iter().flat_map(|query| self.segments().iter().map(move |one| (query, one)))
        {
            collector.run(query, stored)?;
        }
        collector.top.into_ranking(self.live().stamp(), plan.scale, collector.matched <= k)
    }
}

/// Every chunk that matches the query and passes its filter is a hit; the best `k` are returned. An empty query and a
/// query of unknown words find nothing. All matches are scored: tantivy's bounds of blocks hold for the mean length of
/// one segment, so skipping by them would not be exact.
impl Retriever for TantivyIndex {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.stamp().ensure(self.live().stamp(), "the tantivy index")?;
        search.check()?;
        let query = search.query();
        self.find(&query.text, search.allowed()?, k, search.corpus(), &*query.cancel)
    }

    fn filtering(&self) -> Filtering {
        Filtering::Pre
    }

    fn stamp(&self) -> Option<Stamp> {
        Some(self.live().stamp())
    }
}
