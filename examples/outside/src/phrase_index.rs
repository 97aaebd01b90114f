//! The read side of the phrase index.

use std::collections::{BTreeSet, HashMap};

use sutra_core::{
    Candidate, ChunkId, Detail, Filtering, Ranking, Result, Retriever, Scale, ScoreKind, Search, Signal,
    Stamp, TopK,
};

use crate::phrase_part::Sequences;
use crate::words::words;

/// Finds chunks that say what the query says, word for word: the score is the longest run of the query's words that
/// a chunk holds in that order with nothing between, as a share of the query. [`PhrasePart`](crate::PhrasePart) opens
/// it. A query costs its length times that of the chunks that hold one of its words.
///
/// As a signal it has a value for every chunk of its generation, 0 where nothing matches, and says how long the run is.
///
/// ```
/// use outside::PhrasePart;
/// use sutra::Pipeline;
/// use sutra_core::{Document, Query};
/// let pipeline = Pipeline::builder().part("phrase", PhrasePart).part_signal("phrase", 1.0).build(vec![
///     Document::new("near", "Walls keep out the sea."),
///     Document::new("exact", "Walls keep the sea out."),
/// ])?;
/// let hits = pipeline.search(&Query::new("keep the sea"))?.hits;
/// assert_eq!((hits[0].id.as_str(), hits[0].score), ("exact", 1.0));
/// assert_eq!(hits[1].details[0].1.to_string(), "2 of 3 words in a row");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PhraseIndex {
    stamp: Stamp,
    /// A number for each word.
    numbers: HashMap<String, u32>,
    /// The words of each chunk, in their order.
    sequences: HashMap<ChunkId, Vec<u32>>,
    /// The chunks that hold each word, by the word's number.
    holders: Vec<Vec<ChunkId>>,
}

impl PhraseIndex {
    pub(crate) fn new(stamp: Stamp, sequences: Sequences) -> Self {
        let mut index =
            Self { stamp, numbers: HashMap::new(), sequences: HashMap::new(), holders: Vec::new() };
        for (chunk, words) in sequences {
            let mut sequence = Vec::with_capacity(words.len());
            for word in words {
                let next = index.holders.len() as u32;
                let number = *index.numbers.entry(word).or_insert(next);
                if number == next {
                    index.holders.push(Vec::new());
                }
                let holders = &mut index.holders[number as usize];
                if holders.last() != Some(&chunk) {
                    holders.push(chunk);
                }
                sequence.push(number);
            }
            index.sequences.insert(chunk, sequence);
        }
        index
    }

    /// The numbers of the query's words; `None` for words that no chunk holds.
    fn asked(&self, search: &Search<'_>) -> Vec<Option<u32>> {
        words(&search.query().text).map(|word| self.numbers.get(&word).copied()).collect()
    }

    /// The longest run in `chunk` as a share of the query; `None` for a chunk that is not in the index.
    fn share(&self, asked: &[Option<u32>], chunk: ChunkId) -> Option<f32> {
        let sequence = self.sequences.get(&chunk)?;
        let run = longest_run(asked, sequence);
        Some(if asked.is_empty() { 0.0 } else { (run as f64 / asked.len() as f64) as f32 })
    }
}

/// The longest run of words that two sequences share.
fn longest_run(asked: &[Option<u32>], sequence: &[u32]) -> usize {
    let mut longest = 0;
    // For each place in the query: how long the run is that ends there and at the chunk's last word.
    let mut runs = vec![0; asked.len() + 1];
    for word in sequence {
        for at in (0..asked.len()).rev() {
            runs[at + 1] = if asked[at] == Some(*word) { runs[at] + 1 } else { 0 };
            longest = longest.max(runs[at + 1]);
        }
    }
    longest
}

impl Retriever for PhraseIndex {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.stamp().ensure(self.stamp, "the phrase index")?;
        search.check()?;
        let (asked, allowed) = (self.asked(search), search.allowed()?);
        let holders = asked.iter().flatten().flat_map(|number| &self.holders[*number as usize]);
        let chunks: BTreeSet<ChunkId> =
            holders.copied().filter(|chunk| allowed.is_none_or(|set| set.contains(*chunk))).collect();
        let mut top = TopK::new(k, search.corpus());
        for chunk in &chunks {
            search.check()?;
            if let Some(share) = self.share(&asked, *chunk) {
                top.push(*chunk, share)?;
            }
        }
        top.into_ranking(search.stamp(), Scale::new(ScoreKind::Unit), chunks.len() <= k)
    }

    fn filtering(&self) -> Filtering {
        Filtering::Pre
    }

    fn stamp(&self) -> Option<Stamp> {
        Some(self.stamp)
    }
}

impl Signal for PhraseIndex {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Unit
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        search.stamp().ensure(self.stamp, "the phrase index")?;
        let asked = self.asked(search);
        for (candidate, out) in candidates.iter().zip(out) {
            search.check()?;
            *out = self.share(&asked, candidate.chunk);
        }
        Ok(Scale::new(ScoreKind::Unit))
    }

    fn explain(&self, search: &Search<'_>, candidate: &Candidate<'_>, _: f32) -> Option<Detail> {
        let asked = self.asked(search);
        let run = longest_run(&asked, self.sequences.get(&candidate.chunk)?);
        Some(Detail::new(format!("{run} of {} words in a row", asked.len())))
    }
}
