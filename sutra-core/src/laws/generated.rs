//! A larger corpus for the laws, made by chance, and the queries that suit it.

use super::{LawCorpus, LawRandom};
use crate::{ChunkId, Corpus, Document, Result, Span, Stamp};

/// The words of generated texts.
pub(crate) const WORDS: [&str; 12] =
    ["oak", "elm", "ash", "fir", "yew", "river", "stone", "bread", "whale", "violin", "glacier", "copper"];

/// Queries for a generated corpus: one word, several, and one that some texts equal.
pub(crate) const QUERIES: [&str; 5] =
    ["oak", "river stone", "whale elm copper oak", "bread bread ash", "oak elm ash"];

/// How many documents a generated corpus has.
const DOCUMENTS: usize = 30;

impl LawCorpus {
    /// Thirty documents made by chance out of a dozen words, one to three chunks each. Texts recur, so that scores
    /// tie; ids say nothing about the order in which they came in. Metadata: `n`, a number from 0 to 29, and
    /// `group`, one of `a`, `b` and `c`.
    ///
    /// ```
    /// use sutra_core::{Corpus, Stamp, laws::LawCorpus};
    /// let corpus = LawCorpus::generated(Stamp::new(1, 1), 7)?;
    /// assert_eq!(corpus.documents().len(), 30);
    /// assert!(corpus.len() > 30);
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// None: its ids are unique.
    pub fn generated(stamp: Stamp, seed: u64) -> Result<Self> {
        let mut random = LawRandom::new(seed);
        let mut ids: Vec<usize> = (0..DOCUMENTS).collect();
        random.shuffle(&mut ids);
        let mut lines: Vec<String> = vec!["oak elm ash".into(), "oak river".into()];
        lines.extend((0..14).map(|_| {
            let words = 1 + random.below(6);
            let line: Vec<_> = (0..words).filter_map(|_| random.pick(&WORDS).copied()).collect();
            line.join(" ")
        }));
        let documents = ids.iter().enumerate().map(|(n, id)| {
            let chunks = 1 + random.below(3);
            let text: Vec<&str> =
                (0..chunks).filter_map(|_| random.pick(&lines).map(String::as_str)).collect();
            let group = ["a", "b", "c"].get(n % 3).copied().unwrap_or_default();
            Document::new(format!("d{id:02}"), text.join("\n"))
                .with_metadata("n", n as f64)
                .with_metadata("group", group)
        });
        Self::new(stamp, documents.collect())
    }

    /// The same documents as another generation, which came in in another order.
    ///
    /// # Errors
    /// None: the ids are as unique as they were.
    pub fn shuffled(&self, stamp: Stamp, seed: u64) -> Result<Self> {
        let mut documents = self.documents().to_vec();
        LawRandom::new(seed).shuffle(&mut documents);
        Self::new(stamp, documents)
    }

    /// The passage of each chunk, in the order of their ids.
    ///
    /// # Errors
    /// None: all of its ids are its own.
    pub fn passages(&self) -> Result<Vec<String>> {
        let candidates = self.candidates(&self.ids())?;
        Ok(candidates.iter().map(|candidate| candidate.passage().into_owned()).collect())
    }

    /// What stays the same in every order of insertion: a chunk's document id and span.
    pub(crate) fn name(&self, chunk: ChunkId) -> Option<(String, Span)> {
        let candidates = self.candidates(&[chunk]).ok()?;
        candidates.first().map(|candidate| (candidate.id.to_string(), candidate.span))
    }
}
