//! Finding the chunks that hold a query's terms.

use sutra_core::{
    Cancel, ChunkSet, Filtering, Hit, Ranking, Result, Retriever, Search, Stamp, TieOrder, Unwatched,
};

use super::Bm25Index;
use super::best::Best;
use super::query_terms::{QueryTerm, QueryTerms};
use crate::chunk_ids::ChunkIds;

/// Chunks are scored this many at a time, so that their scores stay in the nearest cache. A power of two.
const WINDOW: usize = 1 << 13;

/// Scores are looked through this many at a time.
const BLOCK: usize = 16;

impl Bm25Index {
    /// The `k` best chunks for a text, without a corpus and a filter: equal scores are settled by `ties`.
    ///
    /// # Errors
    /// None today; a [`Ranking`] checks what it is given.
    pub fn search(&self, text: &str, k: usize, ties: &dyn TieOrder) -> Result<Ranking> {
        Scan { chunks: &self.chunks, allowed: None, k, ties, watch: &Unwatched }
            .run(self.stamp, self.query_terms(text))
    }
}

/// Every chunk that holds a term of the query and passes its filter is a hit; the best `k` are returned. An
/// empty query and a query of unknown words find nothing.
impl Retriever for Bm25Index {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.stamp().ensure(self.stamp, "the BM25 index")?;
        search.check()?;
        let query = search.query();
        let (ties, watch) = (search.corpus(), &*query.cancel);
        let scan = Scan { chunks: &self.chunks, allowed: search.allowed()?, k, ties, watch };
        scan.run(self.stamp, self.query_terms(&query.text))
    }

    fn filtering(&self) -> Filtering {
        Filtering::Pre
    }

    fn stamp(&self) -> Option<Stamp> {
        Some(self.stamp)
    }
}

/// One pass over the postings of a query's terms, a window of chunks at a time.
struct Scan<'a> {
    chunks: &'a ChunkIds,
    allowed: Option<&'a ChunkSet>,
    k: usize,
    ties: &'a dyn TieOrder,
    watch: &'a dyn Cancel,
}

impl Scan<'_> {
    fn run(&self, stamp: Stamp, query: QueryTerms<'_>) -> Result<Ranking> {
        let QueryTerms { mut terms, scale } = query;
        let mut best = Best::new(self.k, self.ties);
        let mut scores = vec![0.0; if terms.is_empty() { 0 } else { WINDOW }];
        while let Some(first) = terms.iter().filter_map(|term| term.chunks.first()).min() {
            self.watch.check()?;
            let base = *first & !(WINDOW as u32 - 1);
            for term in &mut terms {
                term.add_window(base, &mut scores);
            }
            self.collect(base, &scores, &mut best);
            if self.k == 0 && best.matched > 0 {
                break;
            }
            scores.fill(0.0);
        }
        best.into_ranking(stamp, scale)
    }

    /// Offers the chunks of a window that hold a term of the query.
    fn collect(&self, base: u32, scores: &[f32], best: &mut Best<'_>) {
        for (number, block) in scores.chunks_exact(BLOCK).enumerate() {
            let highest =
                block.iter().fold(0.0, |highest, score| if *score > highest { *score } else { highest });
            if highest == 0.0 || best.passes_over(highest) {
                continue;
            }
            for (place, &score) in block.iter().enumerate() {
                if score <= 0.0 {
                    continue;
                }
                let chunk = self.chunks.chunk(base + (number * BLOCK + place) as u32);
                if self.allowed.is_none_or(|allowed| allowed.contains(chunk)) {
                    best.offer(Hit { chunk, score });
                }
            }
        }
    }
}

impl QueryTerm<'_> {
    /// Adds this term's part to the scores of the chunks from `base` on, and goes on to the next window.
    fn add_window(&mut self, base: u32, scores: &mut [f32]) {
        let ahead = &self.chunks[..self.chunks.len().min(WINDOW)];
        let here = ahead.partition_point(|chunk| (*chunk - base) < WINDOW as u32);
        let (chunks, later_chunks) = self.chunks.split_at(here);
        let (impacts, later_impacts) = self.impacts.split_at(here);
        for (chunk, impact) in chunks.iter().zip(impacts) {
            if let Some(score) = scores.get_mut((*chunk - base) as usize) {
                *score += self.weight * impact;
            }
        }
        (self.chunks, self.impacts) = (later_chunks, later_impacts);
    }
}
