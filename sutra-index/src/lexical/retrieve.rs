//! Finding the chunks that hold a query's terms.

use sutra_core::{
    Cancel, ChunkId, ChunkSet, Corpus, Filtering, Ranking, Result, Retriever, Search, Stamp, TieOrder,
    Unwatched,
};

use super::Bm25Index;
use super::best::Best;
use super::query_terms::QueryTerms;
use super::verify::Verifier;
use super::window::Windows;

/// What a chunk must be to be a hit, and who watches.
pub(super) struct Rules<'a> {
    /// The live chunks, where a segment has others.
    pub(super) live: Option<&'a ChunkSet>,
    /// What the filter lets through.
    pub(super) allowed: Option<&'a ChunkSet>,
    /// Who looks for the query's phrases, where it has some.
    pub(super) verifier: Option<&'a Verifier<'a>>,
    pub(super) watch: &'a dyn Cancel,
}

/// What is asked for beside the text.
pub(super) struct Wanted<'a> {
    pub(super) allowed: Option<&'a ChunkSet>,
    /// Where passages are.
    pub(super) corpus: Option<&'a dyn Corpus>,
    pub(super) k: usize,
    pub(super) ties: &'a dyn TieOrder,
    pub(super) watch: &'a dyn Cancel,
}

impl Rules<'_> {
    #[inline]
    pub(super) fn accept(&self, chunk: ChunkId) -> bool {
        self.live.is_none_or(|live| live.contains(chunk))
            && self.allowed.is_none_or(|allowed| allowed.contains(chunk))
            && self.verifier.is_none_or(|verifier| verifier.accept(chunk))
    }
}

impl Bm25Index {
    /// The `k` best chunks for a text, without a corpus and a filter: equal scores are settled by `ties`.
    ///
    /// # Errors
    /// Those of damaged segments; [`Unsupported`](sutra_core::ErrorKind::Unsupported) for a phrase, where
    /// [operators](Self::with_operators) are on: it takes the passages of a corpus.
    pub fn search(&self, text: &str, k: usize, ties: &dyn TieOrder) -> Result<Ranking> {
        let wanted = Wanted { allowed: None, corpus: None, k, ties, watch: &Unwatched };
        self.find(text, &wanted)
    }

    fn find(&self, text: &str, wanted: &Wanted<'_>) -> Result<Ranking> {
        let query = self.query_terms(text)?;
        let mut best = Best::new(wanted.k, wanted.ties);
        match &query.constraints {
            None => self.find_any(&query, wanted.allowed, None, wanted.watch, &mut best)?,
            Some(constraints) => self.find_constrained(&query, constraints, wanted, &mut best)?,
        }
        best.into_ranking(self.stamp(), query.scale)
    }

    /// Offers the chunks that hold a term and may be among the best, of those that are let through.
    pub(super) fn find_any(
        &self,
        query: &QueryTerms<'_>,
        allowed: Option<&ChunkSet>,
        verifier: Option<&Verifier<'_>>,
        watch: &dyn Cancel,
        best: &mut Best<'_>,
    ) -> Result<()> {
        let norms = self.norms()?;
        let mut windows = Windows::new();
        for ((stored, lists), norms) in self.segments().iter().zip(&query.segments).zip(&norms.of_segments) {
            watch.check()?;
            let live = (stored.dead > 0).then(|| self.live());
            let rules = Rules { live, allowed, verifier, watch };
            windows.run(lists, norms, query.scoring, &stored.chunks, &rules, best)?;
        }
        Ok(())
    }
}

/// Every chunk that holds a term of the query, passes its filter and meets its operators, where those are on, is a hit;
/// the best `k` are returned. An empty query and a query of unknown words find nothing.
impl Retriever for Bm25Index {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.stamp().ensure(self.stamp(), "the BM25 index")?;
        search.check()?;
        let query = search.query();
        let (allowed, corpus) = (search.allowed()?, search.corpus());
        let wanted = Wanted { allowed, corpus: Some(corpus), k, ties: corpus, watch: &*query.cancel };
        self.find(&query.text, &wanted)
    }

    fn filtering(&self) -> Filtering {
        Filtering::Pre
    }

    fn stamp(&self) -> Option<Stamp> {
        Some(self.stamp())
    }
}
