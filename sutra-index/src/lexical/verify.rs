//! Looking for a query's phrases in the passages of chunks.

use std::cell::RefCell;
use std::collections::HashMap;

use sutra_core::{Cancel, ChunkId, ChunkSet, Corpus, Error, ErrorKind, Result};
use sutra_text::Analyzer;

use super::phrase::{Memory, Phrases};

/// Looks a chunk up only when it is asked for, and once.
pub(super) struct Verifier<'a> {
    phrases: &'a Phrases,
    analyzer: &'a Analyzer,
    corpus: &'a dyn Corpus,
    watch: &'a dyn Cancel,
    /// The chunks that must be looked at; all where there is none.
    pub(super) suspects: Option<ChunkSet>,
    /// What was found, up to the first error.
    seen: RefCell<Result<HashMap<ChunkId, bool>>>,
    memory: RefCell<Memory>,
}

impl<'a> Verifier<'a> {
    /// `None` where there is no phrase to look for.
    pub(super) fn new(
        phrases: &'a Phrases,
        analyzer: &'a Analyzer,
        corpus: Option<&'a dyn Corpus>,
        watch: &'a dyn Cancel,
    ) -> Result<Option<Self>> {
        if phrases.is_empty() {
            return Ok(None);
        }
        let corpus = corpus.ok_or_else(|| {
            let message = "the query has a phrase, for which BM25 reads passages: \
                           ask Retriever::retrieve, which has a corpus, in place of Bm25Index::search";
            Error::new(ErrorKind::Unsupported, message)
        })?;
        let seen = RefCell::new(Ok(HashMap::new()));
        Ok(Some(Self { phrases, analyzer, corpus, watch, suspects: None, seen, memory: RefCell::default() }))
    }

    /// Whether a chunk has the phrases that it must have, and no other; `false` after an error, which
    /// [`finish`](Self::finish) gives.
    pub(super) fn accept(&self, chunk: ChunkId) -> bool {
        if self.suspects.as_ref().is_some_and(|suspects| !suspects.contains(chunk)) {
            return true;
        }
        let mut seen = self.seen.borrow_mut();
        let Ok(known) = seen.as_mut() else { return false };
        if let Some(known) = known.get(&chunk) {
            return *known;
        }
        match self.look(chunk) {
            Ok(accepted) => {
                known.insert(chunk, accepted);
                accepted
            }
            Err(error) => {
                *seen = Err(error);
                false
            }
        }
    }

    fn look(&self, chunk: ChunkId) -> Result<bool> {
        self.watch.check()?;
        let candidates = self.corpus.candidates(&[chunk])?;
        let candidate = candidates
            .first()
            .ok_or_else(|| Error::contract(format!("the corpus gave no candidate for chunk {chunk}")))?;
        self.phrases.accept(&candidate.passage(), self.analyzer, &mut self.memory.borrow_mut(), self.watch)
    }

    /// The first error, if there was one.
    pub(super) fn finish(self) -> Result<()> {
        self.seen.into_inner().map(|_| ())
    }
}
