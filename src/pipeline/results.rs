//! What a query gets back.

use std::fmt;
use std::sync::Arc;

use sutra_core::{ChunkId, Detail, Metadata, Span, StageScore};
use sutra_rerank::SignalScore;

/// What ranked a hit: scores of different rankings are not comparable.
///
/// ```
/// use sutra::RankedBy;
/// assert_eq!(RankedBy::Final.to_string(), "final");
/// assert_eq!(RankedBy::Stage("bm25".into()).to_string(), "bm25");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RankedBy {
    /// The final score.
    Final,
    /// The fusion.
    Fused,
    /// One retriever, by its name.
    Stage(String),
}

impl fmt::Display for RankedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Final => "final",
            Self::Fused => "fused",
            Self::Stage(name) => name,
        })
    }
}

/// A chunk that stands beside a hit in its document.
///
/// ```
/// use sutra::{Pipeline, chunk::{SentenceChunker, Unit}, core::{Document, Query}};
/// let pipeline = Pipeline::builder()
///     .chunker(SentenceChunker::new(20, Unit::Bytes, 0)?)
///     .bm25("bm25")
///     .neighbours(1)
///     .build(vec![Document::new("a", "Bread is made. The oven is hot. It is four.")])?;
/// let hit = &pipeline.search(&Query::new("oven"))?.hits[0];
/// let texts: Vec<&str> = hit.neighbours.iter().map(|neighbour| neighbour.text.as_str()).collect();
/// assert_eq!(texts, ["Bread is made.", "It is four."]);
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Neighbour {
    /// The chunk, in the generation that was searched.
    pub chunk: ChunkId,
    /// Where it stands in the document's text.
    pub span: Span,
    /// Exactly the bytes `span` of the document's text.
    pub text: String,
}

/// A chunk that answers a query, with its text and everything that led to its place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchHit {
    /// Its rank among all hits of the query, from 1.
    pub rank: usize,
    /// The chunk, in the generation that was searched.
    pub chunk: ChunkId,
    /// The document's id.
    pub id: String,
    /// The document's title, or an empty string.
    pub title: String,
    /// The headings that the chunk stands under, or an empty string.
    pub context: String,
    /// Where the chunk stands in the document's text.
    pub span: Span,
    /// Exactly the bytes `span` of the document's text.
    pub text: String,
    /// The document's metadata.
    pub metadata: Metadata,
    /// The score that gave it its rank.
    pub score: f32,
    /// What ranked it.
    pub ranked_by: RankedBy,
    /// The parts of the score; their contributions add up to it within 1e-6.
    pub signals: Vec<SignalScore>,
    /// What signals say of their values, in words, by the signal's name.
    pub details: Vec<(Arc<str>, Detail)>,
    /// Rank and raw score in each stage that found it.
    pub stages: Vec<StageScore<'static>>,
    /// The chunks beside it, in the order of the text, where the recipe asks for them.
    pub neighbours: Vec<Neighbour>,
}

/// The hits of a query, best first, and what there is to say about them.
///
/// ```
/// use sutra::{Pipeline, core::{Document, Query}};
/// let pipeline = Pipeline::builder().build(vec![Document::new("a", "Bread rises in a warm kitchen.")])?;
/// let results = pipeline.search(&Query::new("bread"))?;
/// let hit = &results.hits[0];
/// assert_eq!((hit.rank, hit.id.as_str(), hit.span.range()), (1, "a", 0..30));
/// let sum: f32 = hit.signals.iter().map(|signal| signal.contribution).sum();
/// assert!((sum - hit.score).abs() < 1e-6);
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchResults {
    /// The query's text.
    pub query: String,
    /// The pipeline's name.
    pub pipeline: String,
    /// The generation that was searched.
    pub generation: u64,
    /// What was left out, and why: by the preset, or because it was late.
    pub without: Vec<String>,
    /// What the caller should know about this query.
    pub warnings: Vec<String>,
    /// The hits.
    pub hits: Vec<SearchHit>,
}
