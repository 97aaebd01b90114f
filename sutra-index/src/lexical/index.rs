//! The BM25 index.

use std::fmt;
use std::sync::{Arc, OnceLock};

use sutra_core::{ChunkSet, Result, Stamp};
use sutra_text::Analyzer;

use super::formula::Formula;
use super::stored::{Statistics, Stored};
use super::{Bm25Builder, Bm25Params};

/// An inverted index that ranks chunks by BM25, exactly: term counts and lengths are whole numbers, nothing
/// is quantised.
///
/// The score of a chunk is the sum over the query's terms, a repeated term counted as often as it stands
/// there, of
///
/// ```text
/// ln(1 + (N - n + 0.5) / (n + 0.5)) * f * (k1 + 1) / (f + k1 * (1 - b + b * length / mean length))
/// ```
///
/// (other forms: [`Bm25Variant`](super::Bm25Variant)), where `f` is how often the chunk holds the term, `n` how many chunks hold it, `N` how many chunks there
/// are and a length is a number of terms; chunks without terms count in `N` and in the mean. It is the form
/// of Robertson and Zaragoza (2009) with the idf of Lucene, which is above 0 for every term. So the hits are
/// exactly the chunks that hold a term of the query: terms are alternatives, and a text has no syntax, unless
/// [`with_operators`](Self::with_operators) gives it one.
///
/// It is a [`Retriever`](sutra_core::Retriever) (filters are applied inside) and a
/// [`Signal`](sutra_core::Signal) (the same numbers for given candidates), over one segment or many: the score of a
/// chunk is the same bits however chunks came in and whatever was deleted. Terms and postings stay in the segments,
/// which may be mapped files; the index holds 4 bytes a chunk, made by the first query. Clones share them.
///
/// ```
/// use sutra_core::{ById, ChunkId, Stamp};
/// use sutra_index::Bm25Index;
/// use sutra_text::Analyzer;
///
/// let mut builder = Bm25Index::builder(Analyzer::english());
/// for (chunk, text) in ["quiet river town", "windy harbour city"].into_iter().enumerate() {
///     builder.add(ChunkId::from_index(chunk)?, text)?;
/// }
/// let index = builder.finish(Stamp::new(1, 1))?;
/// let ranking = index.search("windy cities", 10, &ById)?;
/// assert_eq!(ranking.len(), 1);
/// assert!((ranking.hits()[0].score - 1.386294).abs() < 1e-5);
/// assert_eq!(index.document_frequency("Rivers")?, 1);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Bm25Index {
    pub(super) analyzer: Analyzer,
    params: Bm25Params,
    operators: bool,
    shared: Arc<Shared>,
    norms: Arc<OnceLock<Result<Norms>>>,
}

/// What does not depend on parameters.
struct Shared {
    segments: Vec<Stored>,
    live: Arc<ChunkSet>,
    len: usize,
    statistics: OnceLock<Result<Statistics>>,
}

/// The formula, and the norm of each row of each segment.
pub(super) struct Norms {
    pub(super) formula: Formula,
    pub(super) of_segments: Vec<Vec<f32>>,
}

impl Bm25Index {
    /// Collects chunks; `analyzer` makes the terms of chunks and queries.
    #[must_use]
    pub fn builder(analyzer: Analyzer) -> Bm25Builder {
        Bm25Builder::new(analyzer)
    }

    pub(super) fn new(
        analyzer: Analyzer,
        params: Bm25Params,
        segments: Vec<Stored>,
        live: Arc<ChunkSet>,
    ) -> Self {
        let shared = Shared { segments, len: live.len(), live, statistics: OnceLock::new() };
        Self { analyzer, params, operators: false, shared: Arc::new(shared), norms: Arc::default() }
    }

    /// The same index with other parameters; nothing is analysed or copied. O(1); the next query works out the norms
    /// of all chunks anew.
    #[must_use]
    pub fn with_params(mut self, params: Bm25Params) -> Self {
        if params != self.params {
            self.norms = Arc::default();
        }
        self.params = params;
        self
    }

    /// The parameters.
    #[must_use]
    pub fn params(&self) -> Bm25Params {
        self.params
    }

    /// The same index, which reads operators in queries or does not; the default is that every text is plain. O(1).
    ///
    /// | in the text | chunks that are hits |
    /// |---|---|
    /// | `word` | need not hold it |
    /// | `+word` | hold it |
    /// | `-word` | do not hold it |
    /// | `"a phrase"`, `+"a phrase"` | hold its words next to each other, in this order |
    /// | `-"a phrase"` | do not |
    ///
    /// - A sign counts at the start of the text or behind white space, directly before a letter, a digit or a quotation
    ///   mark; a quotation mark counts there too, up to the nearest that closes it: `"…"`, `“…”`, `„…“`, `«…»`, `»…«`,
    ///   `「…」` and the like. Everything else is plain, such as `covid-19`, `a - b` and a mark that is not closed: no text
    ///   is an error. So `-40` is an operator.
    /// - Scores are those of the formula for all terms that are not excluded, phrases' included: operators decide which
    ///   chunks are hits, and change no score. What is required and unknown finds nothing, nor do exclusions alone.
    /// - The words are those of the analyser, and so compared by their terms. A stop word in a phrase stands for any one
    ///   word; at its ends, and by itself, it demands nothing: `"state of the art"` is `state`, two words, `art`. A sign
    ///   before a word of several terms (`covid-19`, characters of a script without spaces) makes a phrase of them.
    /// - A phrase is looked for in the whole passage, title and headings included.
    ///
    /// The segments hold no positions. A chunk that holds all the terms of a phrase is read from the search's corpus and
    /// analysed anew, the best first for a required phrase, until there are `k`; [`search`](Self::search) has no corpus,
    /// and refuses a phrase of more than one term.
    ///
    /// The 10 best of 100,000 passages of 400 bytes, for pairs of words that are neighbours somewhere, took in the median,
    /// on a busy machine and before stretches of rows were passed over, where `a b` took 17 us: `a -b` as long, `a +b` 1.3
    /// times and `+a +b` 1.5 times as long, `"a b"` 15 times. A passage that is read takes about 15 us, so that a phrase of
    /// frequent words that are seldom neighbours takes up to 100 ms: every chunk that holds all of them is read. In the
    /// worst case, a phrase and a passage of one word repeated, looking takes words of the passage times words of the
    /// phrase, with cancellation watched.
    ///
    /// ```
    /// use sutra_core::{ById, ChunkId, Stamp};
    /// use sutra_index::Bm25Index;
    /// use sutra_text::Analyzer;
    ///
    /// let mut builder = Bm25Index::builder(Analyzer::english());
    /// for (chunk, text) in ["tall old oaks", "tall elms", "an old elm"].into_iter().enumerate() {
    ///     builder.add(ChunkId::from_index(chunk)?, text)?;
    /// }
    /// let index = builder.finish(Stamp::new(1, 1))?.with_operators(true);
    /// let found = |text| index.search(text, 10, &ById).map(|found| found.ids().map(ChunkId::get).collect::<Vec<_>>());
    /// assert_eq!(found("tall elm")?, [1, 2, 0]);
    /// assert_eq!(found("tall +elm")?, [1, 2]);
    /// assert_eq!(found("tall +elm -old")?, [1]);
    /// assert!(found("\"tall elm\"").unwrap_err().to_string().contains("Retriever::retrieve"));
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_operators(mut self, operators: bool) -> Self {
        self.operators = operators;
        self
    }

    /// Whether queries have operators.
    #[must_use]
    pub fn operators(&self) -> bool {
        self.operators
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

    /// How many different terms the segments hold; those of deleted chunks count until their segments are merged. O(1)
    /// for one segment, else O(terms).
    ///
    /// # Errors
    /// Those of damaged segments.
    pub fn vocabulary_len(&self) -> Result<usize> {
        match self.segments() {
            [one] => Ok(one.reader.terms()),
            all => super::merge::count_terms(all),
        }
    }

    /// How many chunks hold the term of `word`; 0 for an unknown word and for a stop word. A text of several
    /// words is asked for its first term.
    ///
    /// # Errors
    /// Those of damaged segments.
    pub fn document_frequency(&self, word: &str) -> Result<usize> {
        let terms = self.analyzer.terms(word);
        let Some(term) = terms.first() else { return Ok(0) };
        let mut count = 0;
        for stored in self.segments() {
            if let Some(list) = stored.reader.find(term)? {
                count += stored.live_len(&list, self.live())?;
            }
        }
        Ok(count)
    }

    /// The mean number of terms in a chunk, those without terms included; 0 for an empty index. O(chunks) the first
    /// time.
    ///
    /// # Errors
    /// Those of damaged segments.
    pub fn mean_length(&self) -> Result<f64> {
        let length = self.statistics()?.length;
        Ok(if self.is_empty() { 0.0 } else { length as f64 / self.len() as f64 })
    }

    /// Bytes that the segments take, in memory or mapped, and the norms of chunks.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        self.segments().iter().map(|stored| stored.reader.size() + 4 * stored.reader.rows()).sum()
    }

    pub(super) fn stamp(&self) -> Stamp {
        self.shared.live.stamp()
    }

    pub(super) fn segments(&self) -> &[Stored] {
        &self.shared.segments
    }

    pub(super) fn live(&self) -> &ChunkSet {
        &self.shared.live
    }

    pub(super) fn statistics(&self) -> Result<Statistics> {
        let make = || Statistics::of(self.segments(), self.live());
        self.shared.statistics.get_or_init(make).clone()
    }

    pub(super) fn norms(&self) -> Result<&Norms> {
        self.norms.get_or_init(|| self.make_norms()).as_ref().map_err(Clone::clone)
    }

    fn make_norms(&self) -> Result<Norms> {
        let formula = Formula::new(self.params, self.mean_length()?);
        let norm = |length: &[u8; 4]| formula.norm(u32::from_le_bytes(*length));
        let of = |stored: &Stored| Ok(stored.reader.lengths()?.iter().map(norm).collect());
        let of_segments = self.segments().iter().map(of).collect::<Result<_>>()?;
        Ok(Norms { formula, of_segments })
    }
}

impl fmt::Debug for Bm25Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let postings: u64 = self.segments().iter().map(|stored| stored.reader.postings()).sum();
        f.debug_struct("Bm25Index")
            .field("stamp", &self.stamp())
            .field("analyzer", &self.analyzer.fingerprint().as_str())
            .field("params", &self.params)
            .field("operators", &self.operators)
            .field("chunks", &self.len())
            .field("segments", &self.segments().len())
            .field("postings", &postings)
            .finish_non_exhaustive()
    }
}
