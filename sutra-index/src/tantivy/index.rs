//! The tantivy index.

use std::fmt;
use std::sync::{Arc, OnceLock};

use sutra_core::{ChunkSet, Result};
use sutra_text::Analyzer;
use tantivy::schema::Term;

use super::schema::{field, schema};
use super::stored::Stored;
use super::terms::stored;

/// An index of tantivy that ranks chunks by BM25, and finds phrases.
///
/// Scores have the form of [`Bm25Index`](crate::Bm25Index)'s, with `k1` 1.2 and `b` 0.75. tantivy keeps the length of a
/// chunk in one byte: lengths below 40 terms are exact, longer ones are rounded down to one of 216 steps, an eighth
/// apart at most. What else goes into a score is exact and taken over the live chunks of all segments.
///
/// By default a query is a text, and its terms are alternatives. [`with_query_language`](Self::with_query_language)
/// reads queries as tantivy's query parser does.
///
/// Terms are those of a [`sutra_text::Analyzer`], in chunks and in queries. One of more than 60,000 bytes is stored as
/// its beginning and a hash of 128 bits, and found by itself alone. Positions count terms: in phrases, too, stop words
/// are as if they were not there.
///
/// It is a [`Retriever`](sutra_core::Retriever) (filters are applied inside) and a [`Signal`](sutra_core::Signal) (the
/// same numbers for given candidates), over one segment or many: the score of a chunk is the same bits however chunks
/// came in and whatever was deleted. A query looks at all postings of its terms; where chunks are gone, also at those
/// it must take from the count of each term. Clones share everything.
///
/// [`TantivyPart`](super::TantivyPart) builds and opens it.
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::{ById, Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Stamp, Unwatched};
/// use sutra_index::TantivyPart;
/// use sutra_text::Analyzer;
///
/// let (part, stamp) = (TantivyPart::new(Analyzer::english()), Stamp::new(1, 1));
/// let texts = ["quiet river town", "windy harbour city"];
/// let added: Vec<_> = (0..)
///     .zip(texts)
///     .map(|(number, text)| ChunkText::new(ChunkId::new(number), DocId::new(number), text))
///     .collect();
/// let mut segment = MemorySegment::new();
/// part.build(&Change::new(stamp, &added), &mut segment, &Unwatched)?;
/// let index = part.open_index(&[Arc::new(segment)], &Arc::new(ChunkSet::all(stamp, 2)))?;
///
/// let ranking = index.search("windy cities", 10, &ById)?;
/// assert_eq!(ranking.len(), 1);
/// assert!((ranking.hits()[0].score - 1.386294).abs() < 1e-5);
///
/// let index = index.with_query_language(true);
/// assert_eq!(index.search("\"river town\"", 10, &ById)?.len(), 1);
/// assert_eq!(index.search("\"town river\"", 10, &ById)?.len(), 0);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct TantivyIndex {
    analyzer: Analyzer,
    language: bool,
    shared: Arc<Shared>,
}

struct Shared {
    segments: Vec<Stored>,
    live: Arc<ChunkSet>,
    len: usize,
    /// The sum of the lengths of live chunks.
    length: OnceLock<Result<u64>>,
}

impl TantivyIndex {
    pub(super) fn new(analyzer: Analyzer, segments: Vec<Stored>, live: Arc<ChunkSet>) -> Self {
        let shared = Shared { segments, len: live.len(), live, length: OnceLock::new() };
        Self { analyzer, language: false, shared: Arc::new(shared) }
    }

    /// The same index, reading queries as tantivy's query parser does, or as plain texts.
    ///
    /// - `oak elm`: one of them, or both; `oak AND elm`, `+oak +elm`: both; `oak OR elm`; `(oak elm) AND ash`;
    /// - `+oak elm -ash`: with oak, better with elm, without ash. A query needs something that is wanted;
    /// - `"tall oak"`: in this order, next to each other; `"tall oak"~2`: at most 2 moves apart;
    /// - `oak^2.5 elm`: the score of oak counts 2.5 times;
    /// - `text:oak` names the one field; `text:[elm TO oak]` and `text: IN [elm oak]` match words between and words
    ///   among, `*` everything: these three score 1.
    ///
    /// Any white space stands between words. Equal clauses beside each other count once: `oak oak` scores as `oak`.
    /// There are no fuzzy words and no prefixes: `oak*` is `oak`. What the analyser makes several terms of is a phrase,
    /// quotes or not: `oak~2` is `"oak 2"`. A query without terms, such as one of stop words, finds nothing.
    ///
    /// A query has at most 1,024 leaves (terms, phrases, ranges, sets and `*`), each of which goes through its postings
    /// once in each segment, and a phrase at most 64 terms. Leaves of the same term share its postings, so that beside
    /// the postings of its different terms, a query takes a few kB for each term, and a bit a chunk for each range and
    /// set.
    ///
    /// What is longer is [`InvalidInput`](sutra_core::ErrorKind::InvalidInput), as are more than 64 opening parentheses,
    /// more than 64 times `NOT`, queries of more than 64 KiB, boosts that are not finite or allow scores that are not,
    /// regular expressions, `text:*`, and what breaks the syntax. Phrases that end in a prefix (`"tall oa"*`) are
    /// [`Unsupported`](sutra_core::ErrorKind::Unsupported).
    #[must_use]
    pub fn with_query_language(mut self, language: bool) -> Self {
        self.language = language;
        self
    }

    /// Whether queries are read as tantivy's query parser does.
    #[must_use]
    pub fn has_query_language(&self) -> bool {
        self.language
    }

    /// What makes terms of texts.
    #[must_use]
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// How many chunks there are, those without terms included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shared.len
    }

    /// Whether there is no chunk.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shared.len == 0
    }

    /// How many chunks hold the term of `word`; 0 for an unknown word and for a stop word. A text of several
    /// words is asked for its first term.
    ///
    /// # Errors
    /// Those of damaged segments.
    pub fn document_frequency(&self, word: &str) -> Result<usize> {
        let terms = self.analyzer.terms(word);
        let Some(term) = terms.first() else { return Ok(0) };
        let term = Term::from_field_text(field(&schema())?, &stored(term));
        Ok(self.frequency(&term)? as usize)
    }

    /// The mean number of terms in a chunk, those without terms included; 0 for an empty index. O(segments), and
    /// O(chunks) the first time where some are gone.
    ///
    /// # Errors
    /// Those of damaged segments.
    pub fn mean_length(&self) -> Result<f64> {
        let length = self.live_length()?;
        Ok(if self.is_empty() { 0.0 } else { length as f64 / self.len() as f64 })
    }

    /// Bytes that the segments take, in memory or mapped.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        self.segments().iter().map(Stored::size).sum()
    }

    pub(super) fn segments(&self) -> &[Stored] {
        &self.shared.segments
    }

    pub(super) fn live(&self) -> &ChunkSet {
        &self.shared.live
    }

    /// How many live chunks hold a term.
    pub(super) fn frequency(&self, term: &Term) -> Result<u64> {
        self.segments().iter().map(|stored| stored.live_len(term, self.live())).sum()
    }

    /// The sum of the lengths of live chunks.
    pub(super) fn live_length(&self) -> Result<u64> {
        let make = || self.segments().iter().map(|stored| stored.live_length(self.live())).sum();
        self.shared.length.get_or_init(make).clone()
    }
}

impl fmt::Debug for TantivyIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TantivyIndex")
            .field("stamp", &self.live().stamp())
            .field("analyzer", &self.analyzer.fingerprint().as_str())
            .field("query_language", &self.language)
            .field("chunks", &self.len())
            .field("segments", &self.segments().len())
            .finish_non_exhaustive()
    }
}
