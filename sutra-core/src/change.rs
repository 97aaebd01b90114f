//! What one commit changes.

use std::borrow::Cow;

use crate::{Candidate, ChunkId, DocId, Embeddings, Fingerprint, Stamp};

/// A chunk that a commit adds or removes.
///
/// ```
/// use sutra_core::{ChunkId, ChunkText, DocId};
/// assert_eq!(ChunkText::new(ChunkId::new(3), DocId::new(1), "Bread rises.").passage, "Bread rises.");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChunkText<'a> {
    /// The chunk.
    pub chunk: ChunkId,
    /// Its document.
    pub document: DocId,
    /// Its passage; see [`passage`](crate::passage).
    pub passage: Cow<'a, str>,
    /// The chunk with its document's id, title and metadata. A collection always gives it.
    pub candidate: Option<Candidate<'a>>,
}

impl<'a> ChunkText<'a> {
    /// A chunk with its passage.
    pub fn new(chunk: ChunkId, document: DocId, passage: impl Into<Cow<'a, str>>) -> Self {
        Self { chunk, document, passage: passage.into(), candidate: None }
    }

    /// A chunk of a corpus, with its passage.
    #[must_use]
    pub fn of(candidate: Candidate<'a>) -> Self {
        let passage = candidate.passage().into_owned();
        let (chunk, document) = (candidate.chunk, candidate.document);
        Self { candidate: Some(candidate), ..Self::new(chunk, document, passage) }
    }
}

/// What one commit changes. Ids belong to the generation that the commit makes; chunks keep their ids from one
/// generation to the next until their segments are merged, and new ones come after all that were there.
///
/// ```
/// use sutra_core::{Change, ChunkId, ChunkText, DocId, Stamp};
/// let added = [ChunkText::new(ChunkId::new(0), DocId::new(0), "Bread rises.")];
/// let change = Change::new(Stamp::new(1, 1), &added);
/// assert!(change.removed.is_empty() && change.vectors.is_none());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Change<'a> {
    /// The generation that the commit makes.
    pub stamp: Stamp,
    /// Chunks that are new, in ascending order, not always without gaps.
    pub added: &'a [ChunkText<'a>],
    /// Chunks that are gone, in ascending order, with the passages they had.
    pub removed: &'a [ChunkText<'a>],
    /// A row for each added chunk, where the part asked for vectors.
    pub vectors: Option<&'a Embeddings>,
    /// The encoder that made the vectors.
    pub encoder: Option<&'a Fingerprint>,
}

impl<'a> Change<'a> {
    /// A commit that adds these chunks.
    #[must_use]
    pub fn new(stamp: Stamp, added: &'a [ChunkText<'a>]) -> Self {
        Self { stamp, added, removed: &[], vectors: None, encoder: None }
    }

    /// It removes these too.
    #[must_use]
    pub fn with_removed(mut self, removed: &'a [ChunkText<'a>]) -> Self {
        self.removed = removed;
        self
    }

    /// With the vectors that `encoder` made of what it adds.
    #[must_use]
    pub fn with_vectors(mut self, vectors: &'a Embeddings, encoder: &'a Fingerprint) -> Self {
        self.vectors = Some(vectors);
        self.encoder = Some(encoder);
        self
    }
}
