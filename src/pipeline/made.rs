//! Stages of the user's own that need the generation.

use std::sync::Arc;

use sutra_core::{Reranker, Result, Retriever, Signal};

use super::PipelineBuilder;
use super::recipe::{Entry, RerankerSource, RetrieverSource, SignalSource};
use crate::Generation;

impl PipelineBuilder {
    /// Adds a retriever of your own that is made of the generation whenever the recipe is bound to one: over its
    /// vectors, say, or its corpus. The recipe stays one for every generation of a collection.
    ///
    /// ```
    /// use sutra::{Generation, Pipeline, core::{Document, Query}};
    /// let recipe = Pipeline::builder().retriever_with("terms", |generation: &Generation| Ok(generation.lexical().clone()));
    /// for text in ["Harbour walls.", "Sea walls."] {
    ///     let generation = Generation::builder().build(vec![Document::new("a", text)])?;
    ///     let pipeline = recipe.clone().bind(&generation.into())?;
    ///     assert_eq!(pipeline.search(&Query::new("walls"))?.hits.len(), 1);
    /// }
    /// # Ok::<(), sutra::core::Error>(())
    /// ```
    #[must_use]
    pub fn retriever_with<R, F>(mut self, name: impl Into<String>, make: F) -> Self
    where
        R: Retriever + 'static,
        F: Fn(&Generation) -> Result<R> + Send + Sync + 'static,
    {
        let make = move |generation: &Generation| Ok(Arc::new(make(generation)?) as Arc<dyn Retriever>);
        self.push_retriever(Entry::of::<R>(name, RetrieverSource::Made(Arc::new(make))));
        self
    }

    /// Adds a signal of your own that is made of the generation whenever the recipe is bound to one; see
    /// [`retriever_with`](Self::retriever_with).
    #[must_use]
    pub fn signal_with<S, F>(self, name: impl Into<String>, make: F, weight: f32) -> Self
    where
        S: Signal + 'static,
        F: Fn(&Generation) -> Result<S> + Send + Sync + 'static,
    {
        let make = move |generation: &Generation| Ok(Arc::new(make(generation)?) as Arc<dyn Signal>);
        self.entry(Entry::of::<S>(name, SignalSource::Made(Arc::new(make))), weight)
    }

    /// Puts the whole list in the order of a reranker of your own that is made of the generation whenever the recipe is
    /// bound to one; see [`retriever_with`](Self::retriever_with).
    #[must_use]
    pub fn reranker_with<R, F>(mut self, name: impl Into<String>, make: F) -> Self
    where
        R: Reranker + 'static,
        F: Fn(&Generation) -> Result<R> + Send + Sync + 'static,
    {
        let make = move |generation: &Generation| Ok(Arc::new(make(generation)?) as Arc<dyn Reranker>);
        self.push_reranker(Entry::of::<R>(name, RerankerSource::Made(Arc::new(make))));
        self
    }
}
