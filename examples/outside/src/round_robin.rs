//! One document after another.

use std::collections::HashMap;

use sutra_core::{DocId, Reranker, Result, Scored, Search};

/// Puts the best chunk of each document first, then the second of each, and so on; documents keep the order of their
/// best chunks. Nothing is left out. O(n log n).
///
/// ```
/// use outside::RoundRobin;
/// use sutra_core::{Candidate, ChunkId, Corpus, Query, Reranker, Scored, Search, laws::LawCorpus};
/// let corpus = LawCorpus::sample()?;
/// // The first two chunks are of one document.
/// let candidates = corpus.candidates(&[0, 1, 2].map(ChunkId::new))?;
/// let list: Vec<_> = candidates.iter().map(|candidate| Scored::new(candidate, 1.0)).collect();
/// let query = Query::new("oak");
/// assert_eq!(RoundRobin.rerank(&Search::new(&query, &corpus), &list)?, [0, 2, 1]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundRobin;

impl Reranker for RoundRobin {
    fn rerank(&self, _: &Search<'_>, list: &[Scored<'_>]) -> Result<Vec<usize>> {
        let mut seen: HashMap<DocId, usize> = HashMap::new();
        let mut rounds: Vec<(usize, usize)> = Vec::with_capacity(list.len());
        for (at, scored) in list.iter().enumerate() {
            let round = seen.entry(scored.candidate.document).or_insert(0);
            rounds.push((*round, at));
            *round += 1;
        }
        rounds.sort_unstable();
        Ok(rounds.into_iter().map(|(_, at)| at).collect())
    }
}
