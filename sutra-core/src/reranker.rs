//! Reordering a whole list.

use crate::forward::forward;
use crate::{Candidate, Result, Search};

/// A candidate with the score that ranked it, as a [`Reranker`] sees it.
///
/// ```
/// use sutra_core::{Candidate, ChunkId, DocId, Metadata, Scored, Span};
/// let metadata = Metadata::new();
/// let candidate = Candidate::new(ChunkId::new(0), DocId::new(0), "a", "text", Span::whole("text"), &metadata);
/// assert_eq!(Scored::new(&candidate, 0.5).score, 0.5);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Scored<'a> {
    /// The candidate.
    pub candidate: &'a Candidate<'a>,
    /// The score that ranked it, in [0, 1] where it is a final score; higher is better.
    pub score: f32,
}

impl<'a> Scored<'a> {
    /// A candidate with its score.
    #[must_use]
    pub fn new(candidate: &'a Candidate<'a>, score: f32) -> Self {
        Self { candidate, score }
    }
}

/// Sees the whole list at once and puts it in an order of its own: MMR, or a listwise model. It is the last stage, so
/// scores need not fall along its order.
///
/// A caller may rely on this: the result holds positions of `list`, each at most once, best first. It may leave
/// candidates out and never invents any. An empty list gives an empty one. The same list gives the same order.
///
/// ```
/// use sutra_core::{Reranker, Result, Scored, Search};
/// /// Shortest first; the order that was is kept among equals.
/// struct Shortest;
/// impl Reranker for Shortest {
///     fn rerank(&self, _: &Search<'_>, list: &[Scored<'_>]) -> Result<Vec<usize>> {
///         let mut order: Vec<usize> = (0..list.len()).collect();
///         order.sort_by_key(|&at| list[at].candidate.text.len());
///         Ok(order)
///     }
/// }
/// ```
pub trait Reranker: Send + Sync {
    /// The positions of `list` in the new order, best first.
    ///
    /// # Errors
    /// Whatever the reranker needs may fail: a missing vector, a model.
    fn rerank(&self, search: &Search<'_>, list: &[Scored<'_>]) -> Result<Vec<usize>>;
}

forward!(Reranker {
    fn rerank(&self, search: &Search<'_>, list: &[Scored<'_>]) -> Result<Vec<usize>> {
        (**self).rerank(search, list)
    }
});
