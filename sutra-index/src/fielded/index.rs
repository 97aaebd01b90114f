//! The index over several fields.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use sutra_core::{ChunkSet, Error, Result, Stamp};
use sutra_text::Analyzer;

use super::Bm25Field;
use super::scoring::FieldScoring;
use super::stored::{Lengths, Stored};

/// An inverted index that ranks chunks by BM25F (Robertson, Zaragoza and Taylor, 2004; Robertson and Zaragoza, 2009,
/// section 3.6): terms are counted in several fields, and one in the title may count as several in the text.
///
/// The score of a chunk is the sum over the query's terms, a repeated term counted as often as it stands there, of
///
/// ```text
/// ln(1 + (N - n + 0.5) / (n + 0.5)) * c * (k1 + 1) / (c + k1)
/// c = sum over fields of weight * f / (1 - b + b * length / mean length)
/// ```
///
/// where `f` is how often the field of the chunk holds the term, `n` how many chunks hold it in any field, `N` how many
/// chunks there are, and lengths are those of the field, numbers of terms; chunks where it is empty count in its mean.
/// So a term in both title and text is saturated once, which a sum of two BM25 scores does not do. A field of weight 0
/// is as if it were not there: not in `n` either. With one field of weight 1 it is
/// [`Bm25Index`](crate::Bm25Index)'s score, but for rounding.
///
/// Weights, `b` and `k1` may be changed at any time, without a look at a text. It is a
/// [`Retriever`](sutra_core::Retriever) (filters are applied inside) and a [`Signal`](sutra_core::Signal), over one
/// segment or many: the score of a chunk is the same bits however chunks came in and whatever was deleted. Terms and
/// postings stay in the segments; the index holds 4 bytes a chunk and field, made by the first query. Clones share them.
/// [`Bm25fPart`](super::Bm25fPart) makes it.
///
/// ```
/// use sutra_core::{ById, Candidate, ChunkId, ChunkText, DocId, Metadata, Span, Stamp};
/// use sutra_index::{Bm25Field, Bm25fPart};
/// use sutra_text::Analyzer;
///
/// let metadata = Metadata::new();
/// let chunk = |number, title, text| {
///     let (chunk, document) = (ChunkId::new(number), DocId::new(number));
///     let candidate = Candidate::new(chunk, document, "any", text, Span::whole(text), &metadata);
///     ChunkText::of(candidate.with_title(title))
/// };
/// let chunks = [chunk(0, "Elms", "Oak after oak, by the river."), chunk(1, "Oaks", "They grow slowly, as yews do.")];
/// let part = Bm25fPart::new(Analyzer::english(), [Bm25Field::title(), Bm25Field::text()])?;
/// let index = part.build_index(Stamp::new(1, 1), &chunks)?;
///
/// let best = |index: &sutra_index::Bm25fIndex| Ok::<_, sutra_core::Error>(index.search("oak", 1, &ById)?.hits()[0].chunk);
/// assert_eq!(best(&index.clone().with_weight("title", 3.0)?)?, ChunkId::new(1));
/// assert_eq!(best(&index.with_weight("title", 0.2)?)?, ChunkId::new(0));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Bm25fIndex {
    pub(super) analyzer: Analyzer,
    fields: Vec<Bm25Field>,
    k1: f32,
    shared: Arc<Shared>,
    /// In how many live chunks terms are, where that takes long to count. It depends on which fields count.
    pub(super) frequencies: Arc<Mutex<HashMap<String, usize>>>,
    factors: Arc<OnceLock<Result<Factors>>>,
}

/// What does not depend on weights.
struct Shared {
    segments: Vec<Stored>,
    live: Arc<ChunkSet>,
    len: usize,
    lengths: OnceLock<Result<Vec<Lengths>>>,
}

/// How much one term counts in each field of each row.
pub(super) struct Factors {
    pub(super) fields: Vec<FieldScoring>,
    /// By segment, field and row; nothing for a field of weight 0.
    pub(super) of_segments: Vec<Vec<Vec<f32>>>,
}

impl Bm25fIndex {
    pub(super) fn new(
        analyzer: Analyzer,
        fields: Vec<Bm25Field>,
        k1: f32,
        segments: Vec<Stored>,
        live: Arc<ChunkSet>,
    ) -> Self {
        let shared = Shared { segments, len: live.len(), live, lengths: OnceLock::new() };
        let (frequencies, factors) = (Arc::default(), Arc::default());
        Self { analyzer, fields, k1, shared: Arc::new(shared), frequencies, factors }
    }

    /// The same index with another weight of a field. O(1); the next query works out anew how much a term counts in
    /// each chunk.
    ///
    /// # Errors
    /// [`NotFound`](sutra_core::ErrorKind::NotFound) naming a field that is not there, and those of
    /// [`Bm25Field::with_weight`].
    pub fn with_weight(self, field: &str, weight: f32) -> Result<Self> {
        self.with_field(field, |field| field.with_weight(weight))
    }

    /// The same index with another share of length normalisation in a field; as [`with_weight`](Self::with_weight).
    ///
    /// # Errors
    /// [`NotFound`](sutra_core::ErrorKind::NotFound) naming a field that is not there, and those of
    /// [`Bm25Field::with_b`].
    pub fn with_b(self, field: &str, b: f32) -> Result<Self> {
        self.with_field(field, |field| field.with_b(b))
    }

    fn with_field(mut self, name: &str, change: impl FnOnce(Bm25Field) -> Result<Bm25Field>) -> Result<Self> {
        let Some(field) = self.fields.iter_mut().find(|field| field.name() == name) else {
            return Err(Error::new(
                sutra_core::ErrorKind::NotFound,
                format!("the BM25F index has no field {name:?}"),
            ));
        };
        let new = change(field.clone())?;
        if (new.weight() > 0.0) != (field.weight() > 0.0) {
            self.frequencies = Arc::default();
        }
        if new != *field {
            self.factors = Arc::default();
        }
        *field = new;
        Ok(self)
    }

    /// The same index with another `k1`, 0 or more: how long a repeated term goes on counting. O(1).
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for one that is below 0 or not finite.
    pub fn with_k1(mut self, k1: f32) -> Result<Self> {
        self.k1 = super::part::valid_k1(k1)?;
        Ok(self)
    }

    /// The fields, in the order in which they were given.
    #[must_use]
    pub fn fields(&self) -> &[Bm25Field] {
        &self.fields
    }

    /// The saturation of repeated terms.
    #[must_use]
    pub fn k1(&self) -> f32 {
        self.k1
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

    /// Bytes that the segments take, in memory or mapped, and what the index holds of each chunk.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let fields = self.segments().iter().flat_map(|stored| &stored.fields);
        fields.map(|reader| reader.size() + 4 * reader.rows()).sum()
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

    pub(super) fn factors(&self) -> Result<&Factors> {
        self.factors.get_or_init(|| self.make_factors()).as_ref().map_err(Clone::clone)
    }

    fn make_factors(&self) -> Result<Factors> {
        let lengths =
            self.shared.lengths.get_or_init(|| Lengths::of(self.segments(), self.fields.len(), self.live()));
        let lengths = lengths.as_ref().map_err(Clone::clone)?;
        let scoring =
            |(field, lengths): (&Bm25Field, &Lengths)| FieldScoring::new(field, *lengths, self.len());
        let fields: Vec<_> = self.fields.iter().zip(lengths).map(scoring).collect();
        let of_segment = |stored: &Stored| {
            let readers = stored.fields.iter().zip(&fields).zip(&self.fields);
            let factors = readers.map(|((reader, scoring), field)| {
                let lengths = if field.weight() > 0.0 { reader.lengths()? } else { &[] };
                Ok(lengths.iter().map(|length| scoring.factor(u32::from_le_bytes(*length))).collect())
            });
            factors.collect()
        };
        let of_segments = self.segments().iter().map(of_segment).collect::<Result<_>>()?;
        Ok(Factors { fields, of_segments })
    }
}

impl fmt::Debug for Bm25fIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bm25fIndex")
            .field("stamp", &self.stamp())
            .field("analyzer", &self.analyzer.fingerprint().as_str())
            .field("fields", &self.fields)
            .field("k1", &self.k1)
            .field("chunks", &self.len())
            .field("segments", &self.segments().len())
            .finish_non_exhaustive()
    }
}
