//! Finding the chunks that hold a query's terms.

use sutra_core::{
    Cancel, ChunkId, ChunkSet, Filtering, Ranking, Result, Retriever, Search, Stamp, TieOrder, Unwatched,
};

use super::Bm25Index;
use super::best::Best;
use super::window::Windows;

/// What a chunk must be to be a hit, and who watches.
pub(super) struct Rules<'a> {
    /// The live chunks, where a segment has others.
    pub(super) live: Option<&'a ChunkSet>,
    /// What the filter lets through.
    pub(super) allowed: Option<&'a ChunkSet>,
    pub(super) watch: &'a dyn Cancel,
}

impl Rules<'_> {
    #[inline]
    pub(super) fn accept(&self, chunk: ChunkId) -> bool {
        self.live.is_none_or(|live| live.contains(chunk))
            && self.allowed.is_none_or(|allowed| allowed.contains(chunk))
    }
}

impl Bm25Index {
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
        let norms = self.norms()?;
        let mut best = Best::new(k, ties);
        let mut windows = Windows::new();
        for ((stored, lists), norms) in self.segments().iter().zip(&query.segments).zip(&norms.of_segments) {
            watch.check()?;
            let live = (stored.dead > 0).then(|| self.live());
            let rules = Rules { live, allowed, watch };
            windows.run(lists, norms, query.scoring, &stored.chunks, &rules, &mut best)?;
        }
        best.into_ranking(self.stamp(), query.scale)
    }
}

/// Every chunk that holds a term of the query and passes its filter is a hit; the best `k` are returned. An
/// empty query and a query of unknown words find nothing.
impl Retriever for Bm25Index {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.stamp().ensure(self.stamp(), "the BM25 index")?;
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
