//! What a recipe names, before it is bound.

use std::sync::Arc;

use sutra_core::{Reranker, Result, Retriever, Signal};
use sutra_index::Bm25Params;

use crate::Generation;

/// Makes a stage of a generation.
pub(super) type Maker<S> = Arc<dyn Fn(&Generation) -> Result<Arc<S>> + Send + Sync>;

#[derive(Clone)]
pub(super) enum RetrieverSource {
    /// With its parameters, and whether queries have operators.
    Bm25(Bm25Params, bool),
    Dense,
    /// What the generation's part of this name opened.
    Part,
    Own(Arc<dyn Retriever>),
    /// Made for each generation.
    Made(Maker<dyn Retriever>),
}

#[derive(Clone)]
pub(super) enum SignalSource {
    Similarity,
    Lexical,
    Graph,
    Fused,
    /// What the generation's part of this name opened.
    Part,
    Own(Arc<dyn Signal>),
    /// Made for each generation.
    Made(Maker<dyn Signal>),
}

#[derive(Clone)]
pub(super) enum RerankerSource {
    /// Maximal marginal relevance over the dense index, with this lambda.
    Mmr(f32),
    Own(Arc<dyn Reranker>),
    /// Made for each generation.
    Made(Maker<dyn Reranker>),
}

/// A named stage of a recipe.
#[derive(Clone)]
pub(super) struct Entry<S> {
    pub(super) name: String,
    pub(super) source: S,
    /// The Rust type of a stage of the user's own, for descriptions.
    pub(super) type_name: Option<&'static str>,
}

impl<S> Entry<S> {
    pub(super) fn new(name: impl Into<String>, source: S) -> Self {
        Self { name: name.into(), source, type_name: None }
    }

    pub(super) fn of<T: ?Sized>(name: impl Into<String>, source: S) -> Self {
        Self { type_name: Some(std::any::type_name::<T>()), ..Self::new(name, source) }
    }
}

/// What happens to signals that are late when the query's deadline passes.
///
/// ```
/// use sutra::OnDeadline;
/// assert_eq!(OnDeadline::default(), OnDeadline::Error);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnDeadline {
    /// The query fails with [`ErrorKind::Deadline`](sutra_core::ErrorKind::Deadline).
    #[default]
    Error,
    /// A late signal is left out for the whole result, which says so. If none is left, the fused order stands.
    WithoutSignal,
}
