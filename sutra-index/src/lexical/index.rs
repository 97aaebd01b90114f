//! The BM25 index.

use std::fmt;

use sutra_core::Stamp;
use sutra_text::Analyzer;

use super::dictionary::Dictionary;
use super::postings::Postings;
use super::{Bm25Builder, Bm25Params};
use crate::chunk_ids::ChunkIds;

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
/// where `f` is how often the chunk holds the term, `n` how many chunks hold it, `N` how many chunks there
/// are and a length is a number of terms; chunks without terms count in `N` and in the mean. It is the form
/// of Robertson and Zaragoza (2009) with the idf of Lucene, which is above 0 for every term. So the hits are
/// exactly the chunks that hold a term of the query; there is no query syntax, and terms are alternatives.
///
/// It is a [`Retriever`](sutra_core::Retriever) (filters are applied inside) and a
/// [`Signal`](sutra_core::Signal) (the same numbers for given candidates). A query costs O(postings of its
/// terms + chunks); memory is 12 bytes a posting, 4 a chunk and the vocabulary.
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
/// assert_eq!(index.document_frequency("Rivers"), 1);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Bm25Index {
    pub(super) stamp: Stamp,
    pub(super) analyzer: Analyzer,
    pub(super) params: Bm25Params,
    pub(super) dictionary: Dictionary,
    pub(super) postings: Postings,
    /// For each posting, what its term count and chunk length make of an idf of 1.
    pub(super) impacts: Vec<f32>,
    /// The chunk of each row: postings and lengths go by rows.
    pub(super) chunks: ChunkIds,
}

impl Bm25Index {
    /// Collects chunks; `analyzer` makes the terms of chunks and queries.
    #[must_use]
    pub fn builder(analyzer: Analyzer) -> Bm25Builder {
        Bm25Builder::new(analyzer)
    }

    pub(super) fn of(
        stamp: Stamp,
        analyzer: Analyzer,
        params: Bm25Params,
        dictionary: Dictionary,
        postings: Postings,
    ) -> Self {
        let (impacts, chunks) = (Vec::new(), ChunkIds::All);
        let index = Self { stamp, analyzer, params, dictionary, postings, impacts, chunks };
        index.with_params(params)
    }

    /// The same index with other chunks for its rows. They are not saved.
    pub(super) fn with_chunks(mut self, chunks: ChunkIds) -> Self {
        self.chunks = chunks;
        self
    }

    /// The same index with other parameters; nothing is analysed again. O(postings).
    #[must_use]
    pub fn with_params(mut self, params: Bm25Params) -> Self {
        let mean = self.postings.mean_length();
        let norms: Vec<_> = self.postings.lengths.iter().map(|length| params.norm(*length, mean)).collect();
        let postings = self.postings.chunks.iter().zip(&self.postings.counts);
        self.impacts.clear();
        self.impacts.extend(postings.map(|(chunk, count)| params.impact(*count, norms[*chunk as usize])));
        self.params = params;
        self
    }

    /// The parameters.
    #[must_use]
    pub fn params(&self) -> Bm25Params {
        self.params
    }

    /// What makes terms of texts.
    #[must_use]
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// How many chunks there are, those without terms included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.postings.lengths.len()
    }

    /// Whether there is no chunk.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.postings.lengths.is_empty()
    }

    /// How many different terms there are.
    #[must_use]
    pub fn vocabulary_len(&self) -> usize {
        self.dictionary.len()
    }

    /// How many chunks hold the term of `word`; 0 for an unknown word and for a stop word. A text of several
    /// words is asked for its first term.
    #[must_use]
    pub fn document_frequency(&self, word: &str) -> usize {
        let terms = self.analyzer.terms(word);
        let number = terms.first().and_then(|term| self.dictionary.find(term));
        number.map_or(0, |number| self.postings.range(number).len())
    }

    /// The mean number of terms in a chunk, those without terms included; 0 for an empty index.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        self.postings.mean_length()
    }

    /// The memory that terms, postings and lengths take.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        self.dictionary.size_in_bytes() + self.postings.size_in_bytes() + size_of_val(&*self.impacts)
    }
}

impl fmt::Debug for Bm25Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bm25Index")
            .field("stamp", &self.stamp)
            .field("analyzer", &self.analyzer)
            .field("params", &self.params)
            .field("chunks", &self.len())
            .field("terms", &self.vocabulary_len())
            .field("postings", &self.postings.chunks.len())
            .finish_non_exhaustive()
    }
}
