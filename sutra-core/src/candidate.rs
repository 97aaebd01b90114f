//! A chunk on its way to becoming a hit.

use std::borrow::Cow;

use crate::{ChunkId, DocId, Metadata, Scale, Span};

/// A chunk that may become a hit, with its document and what the stages so far said of it.
///
/// ```
/// use sutra_core::{Candidate, ChunkId, DocId, Metadata, Span};
/// let metadata = Metadata::new();
/// let candidate = Candidate::new(ChunkId::new(0), DocId::new(0), "a", "Install it.", Span::whole("Install it."), &metadata)
///     .with_title("Guide");
/// assert_eq!(candidate.passage(), "Guide\nInstall it.");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate<'a> {
    /// The chunk.
    pub chunk: ChunkId,
    /// Its document.
    pub document: DocId,
    /// The document's id of the user's.
    pub id: Cow<'a, str>,
    /// The document's title, or an empty string.
    pub title: Cow<'a, str>,
    /// The headings that the chunk stands under, or an empty string.
    pub context: Cow<'a, str>,
    /// The chunk's text: exactly the bytes `span` of the document's text.
    pub text: Cow<'a, str>,
    /// Where the chunk stands in the document's text.
    pub span: Span,
    /// The document's metadata.
    pub metadata: Cow<'a, Metadata>,
    /// What each stage before this one said of the chunk, in the order of the stages.
    pub stages: Vec<StageScore<'a>>,
}

impl<'a> Candidate<'a> {
    /// A candidate without title, context and stages.
    pub fn new(
        chunk: ChunkId,
        document: DocId,
        id: impl Into<Cow<'a, str>>,
        text: impl Into<Cow<'a, str>>,
        span: Span,
        metadata: &'a Metadata,
    ) -> Self {
        Self {
            chunk,
            document,
            id: id.into(),
            title: "".into(),
            context: "".into(),
            text: text.into(),
            span,
            metadata: Cow::Borrowed(metadata),
            stages: Vec::new(),
        }
    }

    /// The same candidate with its document's title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<Cow<'a, str>>) -> Self {
        self.title = title.into();
        self
    }

    /// The same candidate with the headings that it stands under.
    #[must_use]
    pub fn with_context(mut self, context: impl Into<Cow<'a, str>>) -> Self {
        self.context = context.into();
        self
    }

    /// The same candidate with this metadata, which may be its own.
    #[must_use]
    pub fn with_metadata(mut self, metadata: Cow<'a, Metadata>) -> Self {
        self.metadata = metadata;
        self
    }

    /// The passage that models read; see [`passage`](crate::passage).
    #[must_use]
    pub fn passage(&self) -> Cow<'_, str> {
        crate::passage(&self.title, &self.context, &self.text)
    }
}

/// Rank and raw score that one named stage gave a candidate.
///
/// ```
/// use sutra_core::{Scale, ScoreKind, StageScore};
/// assert_eq!(StageScore::new("bm25", 1, 11.2, Scale::new(ScoreKind::Bm25)).rank, 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StageScore<'a> {
    /// The stage's name in the recipe.
    pub stage: Cow<'a, str>,
    /// Its rank there, from 1.
    pub rank: usize,
    /// Its score there.
    pub raw: f32,
    /// What that score is.
    pub scale: Scale,
}

impl<'a> StageScore<'a> {
    /// Rank (from 1) and raw score of a stage.
    pub fn new(stage: impl Into<Cow<'a, str>>, rank: usize, raw: f32, scale: Scale) -> Self {
        Self { stage: stage.into(), rank, raw, scale }
    }
}
