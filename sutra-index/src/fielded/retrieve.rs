//! Finding the chunks that hold a query's terms.

use sutra_core::{
    Cancel, ChunkSet, Filtering, Ranking, Result, Retriever, Search, Stamp, TieOrder, Unwatched,
};

use super::Bm25fIndex;
use super::cursor::TermCursor;
use super::window::{Rows, Windows};
use crate::lexical::Best;

impl Bm25fIndex {
    /// The `k` best chunks for a text, without a corpus and a filter: equal scores are settled by `ties`.
    ///
    /// # Errors
    /// Those of damaged segments.
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
        let query = self.query_terms(text)?;
        let factors = self.factors()?;
        let mut best = Best::new(k, ties);
        let mut windows = Windows::new();
        for ((stored, terms), factors) in
            self.segments().iter().zip(&query.segments).zip(&factors.of_segments)
        {
            let cursor = |term| TermCursor::new(term, factors, &query.scoring);
            let mut terms = terms.iter().map(cursor).collect::<Result<Vec<_>>>()?;
            let live = (stored.dead > 0).then(|| self.live());
            let rows = Rows { chunks: &stored.chunks, live, allowed };
            let mut next = Some(0);
            while let Some(from) = next {
                watch.check()?;
                next = windows.run(&mut terms, from, &query.scoring, &rows, &mut best)?;
                if best.is_done() {
                    break;
                }
            }
        }
        best.into_ranking(self.stamp(), query.scale)
    }
}

/// Every chunk that holds a term of the query in a field whose weight is not 0, and passes its filter, is a hit; the
/// best `k` are returned. An empty query and a query of unknown words find nothing.
impl Retriever for Bm25fIndex {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.stamp().ensure(self.stamp(), "the BM25F index")?;
        search.check()?;
        let query = search.query();
        self.find(&query.text, search.allowed()?, k, search.corpus(), &*query.cancel)
    }

    fn filtering(&self) -> Filtering {
        Filtering::Pre
    }

    fn stamp(&self) -> Option<Stamp> {
        Some(self.stamp())
    }
}
