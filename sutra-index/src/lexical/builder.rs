//! Building a BM25 index.

use std::collections::HashMap;

use sutra_core::{ChunkId, Error, ErrorKind, Result, Stamp};
use sutra_text::{Analyzer, each_word};

use super::dictionary::Dictionary;
use super::postings::Postings;
use super::{Bm25Index, Bm25Params};

/// A longer word is analysed each time it comes rather than remembered.
const LONGEST_REMEMBERED: usize = 64;

/// Collects the terms of chunks, given in ascending order, and makes a [`Bm25Index`] of them.
///
/// Memory is 12 bytes for each different term of each chunk, and the vocabulary.
///
/// ```
/// use sutra_core::{ChunkId, ErrorKind, Stamp};
/// use sutra_index::Bm25Index;
/// use sutra_text::Analyzer;
///
/// let mut builder = Bm25Index::builder(Analyzer::english());
/// builder.add(ChunkId::new(0), "Oaks and elms.")?;
/// assert_eq!(builder.add(ChunkId::new(0), "Again.").unwrap_err().kind(), ErrorKind::Duplicate);
/// assert_eq!(builder.finish(Stamp::new(1, 1))?.len(), 1);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bm25Builder {
    analyzer: Analyzer,
    params: Bm25Params,
    /// What the analyser made of each word met so far: a term, or `None` for a stop word.
    words: HashMap<String, Option<u32>>,
    /// Terms in the order of their first coming.
    terms: HashMap<String, u32>,
    /// For each term, its latest place in `entries`.
    latest: Vec<usize>,
    /// For each term, how many chunks hold it.
    frequencies: Vec<u64>,
    /// One for each different term of each chunk, in the order of chunks.
    entries: Vec<Entry>,
    lengths: Vec<u32>,
    buffer: String,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    term: u32,
    chunk: u32,
    count: u32,
}

impl Bm25Builder {
    pub(super) fn new(analyzer: Analyzer) -> Self {
        Self {
            analyzer,
            params: Bm25Params::default(),
            words: HashMap::new(),
            terms: HashMap::new(),
            latest: Vec::new(),
            frequencies: Vec::new(),
            entries: Vec::new(),
            lengths: Vec::new(),
            buffer: String::new(),
        }
    }

    /// The same builder with other parameters. They cost nothing to change later either:
    /// [`Bm25Index::with_params`].
    #[must_use]
    pub fn with_params(mut self, params: Bm25Params) -> Self {
        self.params = params;
        self
    }

    /// Adds the next chunk; its text is the whole passage, title and headings included. An empty text is a
    /// chunk that no query finds. O(bytes).
    ///
    /// # Errors
    /// [`Duplicate`](ErrorKind::Duplicate) for a chunk that is there already,
    /// [`InvalidInput`](ErrorKind::InvalidInput) for one that leaves a gap or has more than 2^32 terms;
    /// nothing is changed then.
    pub fn add(&mut self, chunk: ChunkId, text: &str) -> Result<()> {
        let next = self.lengths.len();
        if chunk.index() < next {
            return Err(Error::new(ErrorKind::Duplicate, format!("chunk {chunk} is in the index already")));
        }
        if chunk.index() > next {
            return Err(Error::invalid_input(format!("chunk {chunk} came where chunk {next} was next")));
        }
        if u32::try_from(text.len()).is_err() {
            return Err(Error::invalid_input(format!("chunk {chunk} has {} bytes, beyond 2^32", text.len())));
        }
        let mut length = 0;
        each_word(text, |word, _| {
            if let Some(term) = self.term(word) {
                self.count(term, chunk.get());
                length += 1;
            }
        });
        self.lengths.push(length);
        Ok(())
    }

    /// How many chunks were added.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether no chunk was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    fn term(&mut self, word: &str) -> Option<u32> {
        if let Some(term) = self.words.get(word) {
            return *term;
        }
        let term = self.analyzer.term(word, &mut self.buffer).map(|term| match self.terms.get(term) {
            Some(number) => *number,
            None => {
                let number = self.latest.len() as u32;
                self.terms.insert(term.to_owned(), number);
                self.latest.push(usize::MAX);
                self.frequencies.push(0);
                number
            }
        });
        if word.len() <= LONGEST_REMEMBERED {
            self.words.insert(word.to_owned(), term);
        }
        term
    }

    fn count(&mut self, term: u32, chunk: u32) {
        let latest = &mut self.latest[term as usize];
        match self.entries.get_mut(*latest).filter(|entry| entry.chunk == chunk) {
            Some(entry) => entry.count += 1,
            None => {
                *latest = self.entries.len();
                self.frequencies[term as usize] += 1;
                self.entries.push(Entry { term, chunk, count: 1 });
            }
        }
    }

    /// The index of all chunks added, which are those of the generation `stamp`.
    ///
    /// O(entries + vocabulary * log vocabulary).
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) for more than 2^32 different terms.
    pub fn finish(self, stamp: Stamp) -> Result<Bm25Index> {
        if u32::try_from(self.terms.len()).is_err() {
            return Err(Error::invalid_input(format!("{} different terms, beyond 2^32", self.terms.len())));
        }
        let mut sorted: Vec<_> = self.terms.iter().map(|(term, number)| (term.as_str(), *number)).collect();
        sorted.sort_unstable();
        let dictionary = Dictionary::of(sorted.iter().map(|(term, _)| *term));
        let mut ends = Vec::with_capacity(sorted.len());
        let mut places = vec![0; sorted.len()];
        let mut end = 0;
        for (_, number) in &sorted {
            places[*number as usize] = end as usize;
            end += self.frequencies[*number as usize];
            ends.push(end);
        }
        let (mut chunks, mut counts) = (vec![0; self.entries.len()], vec![0; self.entries.len()]);
        for entry in &self.entries {
            let place = &mut places[entry.term as usize];
            chunks[*place] = entry.chunk;
            counts[*place] = entry.count;
            *place += 1;
        }
        let postings = Postings { ends, chunks, counts, lengths: self.lengths };
        Ok(Bm25Index::of(stamp, self.analyzer, self.params, dictionary, postings))
    }
}
