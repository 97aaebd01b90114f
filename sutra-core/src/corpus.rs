//! One immutable generation of documents and chunks.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::forward::forward;
use crate::{Candidate, ChunkId, ChunkSet, DocId, Filter, Result, Span, Stamp};

/// Settles equal scores: by the user's document id, then by the span. Never by insertion or storage, so that
/// the same documents give the same ranking however they came in.
///
/// ```
/// use std::cmp::Ordering;
/// use sutra_core::{ById, ChunkId, TieOrder};
/// assert_eq!(ById.tie(ChunkId::new(1), ChunkId::new(2)), Ordering::Less);
/// ```
pub trait TieOrder: Send + Sync {
    /// Which of two chunks comes first where their scores are equal; `Less` means `a` does. A total order,
    /// `Equal` only for a chunk and itself.
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering;
}

forward!(TieOrder {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        (**self).tie(a, b)
    }
});

/// Ties by chunk id: right for corpora whose ids already follow document id and span, and for tests.
///
/// ```
/// use sutra_core::{ById, ChunkId, TieOrder};
/// assert!(ById.tie(ChunkId::new(3), ChunkId::new(3)).is_eq());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ById;

impl TieOrder for ById {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        a.cmp(&b)
    }
}

/// The documents and chunks of one generation. It never changes; the next generation is another corpus value
/// with another [`Stamp`]. See [`Candidate`] for what it hands out.
pub trait Corpus: TieOrder {
    /// Whose ids these are.
    fn stamp(&self) -> Stamp;

    /// How many chunks there are.
    fn len(&self) -> usize;

    /// What every chunk's id is below: [`len`](Self::len), unless chunks were deleted and their ids left unused. The
    /// universe of every [`ChunkSet`].
    fn id_bound(&self) -> usize {
        self.len()
    }

    /// Whether there is no chunk.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The chunks with these ids, in the same order, each with its document.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming an id outside this generation; reading may fail.
    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>>;

    /// The documents with these ids of the user's, in the same order; `None` where there is none.
    ///
    /// # Errors
    /// Reading may fail.
    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>>;

    /// The chunks of a document in the order of their spans.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming an id outside this generation; reading may fail.
    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>>;

    /// Parts of documents' texts, in the same order: what lies between chunks, or around them.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming a document outside this generation;
    /// [`InvalidInput`](crate::ErrorKind::InvalidInput) for a span outside its text; reading may fail.
    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>>;

    /// The chunks that stand at these places, in the same order; `None` where there is none. For stores that know a
    /// chunk by its document and span.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming a document outside this generation; reading may fail.
    fn locate(&self, places: &[(DocId, Span)]) -> Result<Vec<Option<ChunkId>>> {
        places
            .iter()
            .map(|&(document, span)| {
                let chunks = self.chunks_of(document)?;
                let found = self.candidates(&chunks)?.into_iter().find(|chunk| chunk.span == span);
                Ok(found.map(|chunk| chunk.chunk))
            })
            .collect()
    }

    /// All chunks whose documents pass `filter`; every chunk where the filter is an empty conjunction.
    ///
    /// # Errors
    /// Reading may fail.
    fn resolve(&self, filter: &Filter) -> Result<ChunkSet>;

    /// Whether each of these chunks passes `filter`, in the same order.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming an id outside this generation; reading may fail.
    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>>;
}

forward!(Corpus {
    fn stamp(&self) -> Stamp {
        (**self).stamp()
    }
    fn len(&self) -> usize {
        (**self).len()
    }
    fn id_bound(&self) -> usize {
        (**self).id_bound()
    }
    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }
    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        (**self).candidates(ids)
    }
    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        (**self).find(ids)
    }
    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        (**self).chunks_of(document)
    }
    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        (**self).texts(places)
    }
    fn locate(&self, places: &[(DocId, Span)]) -> Result<Vec<Option<ChunkId>>> {
        (**self).locate(places)
    }
    fn resolve(&self, filter: &Filter) -> Result<ChunkSet> {
        (**self).resolve(filter)
    }
    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        (**self).matches(filter, ids)
    }
});
