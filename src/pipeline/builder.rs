//! The recipe of a pipeline.

use std::sync::Arc;

use sutra_core::{Chunker, Document, Encoder, Fusion, IndexPart, Reranker, Result, Retriever, Signal};
use sutra_encode::LsaFit;
use sutra_index::Bm25Params;
use sutra_rerank::{LexicalOverlap, Missing, WeightedMinMax};
use sutra_text::Analyzer;

use super::recipe::{Entry, OnDeadline, RerankerSource, RetrieverSource, SignalSource};
use super::{Pipeline, Preset};
use crate::{EncoderSource, GenerationBuilder};

/// Candidates that each retriever is asked for, unless the query wants more.
const DEPTH: usize = 100;

/// A recipe: named retrievers, a fusion, and the weighted signals of the final score. It is bound to one
/// [`Generation`](crate::Generation) at a time, to as many as you like.
///
/// ```
/// use sutra::{Pipeline, core::{Document, Query}, rerank::{LexicalOverlap, Rrf}, text::Analyzer};
/// let pipeline = Pipeline::builder()
///     .name("mine")
///     .bm25("bm25")
///     .dense("dense")
///     .fusion(Rrf::new())
///     .signal("rerank", LexicalOverlap::new(Analyzer::english()), 0.4)
///     .similarity(0.6)
///     .build(vec![Document::new("a", "Harbour walls keep the sea out.")])?;
/// let results = pipeline.search(&Query::new("harbour"))?;
/// assert_eq!(results.hits[0].signals.len(), 2);
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone)]
pub struct PipelineBuilder {
    pub(super) name: String,
    pub(super) encoders: Vec<Arc<dyn Encoder>>,
    pub(super) retrievers: Vec<Entry<RetrieverSource>>,
    pub(super) fusion: Option<Entry<Arc<dyn Fusion>>>,
    pub(super) signals: Vec<(Entry<SignalSource>, f32)>,
    pub(super) missing: Vec<(String, Missing)>,
    pub(super) rerankers: Vec<Entry<RerankerSource>>,
    pub(super) window: Option<usize>,
    pub(super) depth: usize,
    pub(super) best_chunk_per_document: bool,
    pub(super) neighbours: usize,
    pub(super) on_deadline: OnDeadline,
    /// Whether parts that the data lacks are left out rather than refused.
    pub(super) lenient: bool,
    generation: GenerationBuilder,
}

impl Default for PipelineBuilder {
    fn default() -> Self {
        Self {
            name: "custom".to_owned(),
            encoders: Vec::new(),
            retrievers: Vec::new(),
            fusion: None,
            signals: Vec::new(),
            missing: Vec::new(),
            rerankers: Vec::new(),
            window: None,
            depth: DEPTH,
            best_chunk_per_document: false,
            neighbours: 0,
            on_deadline: OnDeadline::default(),
            lenient: false,
            generation: GenerationBuilder::default(),
        }
    }
}

impl PipelineBuilder {
    /// Takes the recipe of a preset, in place of retrievers, fusion and signals named so far.
    #[must_use]
    pub fn preset(self, preset: Preset) -> Self {
        let mut builder = Self {
            name: preset.name().to_owned(),
            lenient: true,
            retrievers: Vec::new(),
            fusion: None,
            signals: Vec::new(),
            missing: Vec::new(),
            ..self
        };
        if preset == Preset::Lsa {
            builder = builder.encoder(EncoderSource::fit(LsaFit::new()));
        }
        if !matches!(preset, Preset::Dense | Preset::Lsa) {
            builder = builder.bm25("bm25");
        }
        if preset != Preset::Bm25 {
            builder = builder.dense("dense");
        }
        if !matches!(preset, Preset::Bm25 | Preset::Dense | Preset::Lsa) {
            builder = builder.fusion(WeightedMinMax::new());
        }
        if matches!(preset, Preset::HybridLexical | Preset::Full) {
            let overlap = LexicalOverlap::new(builder.generation.analyzer_ref().clone());
            builder = builder.signal("rerank", overlap, 0.4).similarity(0.5);
        }
        if preset == Preset::Full {
            builder = builder.graph(0.1);
        }
        builder
    }

    /// The name that results carry.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Adds BM25 with its default parameters.
    #[must_use]
    pub fn bm25(self, name: impl Into<String>) -> Self {
        self.bm25_with(name, Bm25Params::default())
    }

    /// Adds BM25 with parameters of your own.
    #[must_use]
    pub fn bm25_with(mut self, name: impl Into<String>, params: Bm25Params) -> Self {
        self.retrievers.push(Entry::new(name, RetrieverSource::Bm25(params, false)));
        self
    }

    /// Adds BM25 that reads operators in queries, `+word`, `-word` and `"a phrase"`: see
    /// [`Bm25Index::with_operators`](sutra_index::Bm25Index::with_operators).
    ///
    /// They decide which chunks this retriever finds, and the signal `lexical` is 0 for others; what other retrievers find
    /// is their own matter.
    ///
    /// ```
    /// use sutra::{Pipeline, core::{Document, Query}, index::Bm25Params};
    /// let documents = vec![Document::new("a", "Tall old oaks."), Document::new("b", "Old tall oaks.")];
    /// let pipeline = Pipeline::builder().bm25_with_operators("bm25", Bm25Params::default()).build(documents)?;
    /// let found = pipeline.search(&Query::new("\"old oak\""))?;
    /// assert_eq!(found.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), ["a"]);
    /// # Ok::<(), sutra::core::Error>(())
    /// ```
    #[must_use]
    pub fn bm25_with_operators(mut self, name: impl Into<String>, params: Bm25Params) -> Self {
        self.retrievers.push(Entry::new(name, RetrieverSource::Bm25(params, true)));
        self
    }

    /// Adds the generation's dense index.
    #[must_use]
    pub fn dense(mut self, name: impl Into<String>) -> Self {
        self.retrievers.push(Entry::new(name, RetrieverSource::Dense));
        self
    }

    /// Spreads the list over different passages: maximal marginal relevance over the stored vectors, by
    /// [`Mmr`](sutra_rerank::Mmr). `lambda` is 1 for relevance alone and 0 for difference alone.
    #[must_use]
    pub fn mmr(mut self, lambda: f32) -> Self {
        self.rerankers.push(Entry::new("mmr", RerankerSource::Mmr(lambda)));
        self
    }

    /// Adds a retriever of your own.
    #[must_use]
    pub fn retriever<R: Retriever + 'static>(mut self, name: impl Into<String>, retriever: R) -> Self {
        self.retrievers.push(Entry::of::<R>(name, RetrieverSource::Own(Arc::new(retriever))));
        self
    }

    /// Builds a part of your own with the generation, and adds the retriever that it opens.
    #[must_use]
    pub fn part<P: IndexPart + 'static>(mut self, name: impl Into<String>, part: P) -> Self {
        let name = name.into();
        if part.provides().retriever {
            self.retrievers.push(Entry::of::<P>(name.clone(), RetrieverSource::Part));
        }
        self.generation = self.generation.part(name, part);
        self
    }

    /// Makes one ranking of the retrievers' with this fusion. Needed with two retrievers or more.
    #[must_use]
    pub fn fusion<F: Fusion + 'static>(mut self, fusion: F) -> Self {
        self.fusion = Some(Entry::of::<F>("fusion", Arc::new(fusion)));
        self
    }

    /// Adds a signal of your own to the final score. `"rerank"` is the customary name of the strongest one.
    #[must_use]
    pub fn signal<S: Signal + 'static>(self, name: impl Into<String>, signal: S, weight: f32) -> Self {
        self.entry(Entry::of::<S>(name, SignalSource::Own(Arc::new(signal))), weight)
    }

    /// Adds the signal that the generation's part `name` opens; see [`part`](Self::part).
    #[must_use]
    pub fn part_signal(self, name: impl Into<String>, weight: f32) -> Self {
        self.entry(Entry::new(name, SignalSource::Part), weight)
    }

    /// Adds the signal `similarity`: the candidate's score in the dense index, whoever found it.
    #[must_use]
    pub fn similarity(self, weight: f32) -> Self {
        self.entry(Entry::new("similarity", SignalSource::Similarity), weight)
    }

    /// Adds the signal `lexical`: the candidate's BM25 score, whoever found it.
    #[must_use]
    pub fn lexical(self, weight: f32) -> Self {
        self.entry(Entry::new("lexical", SignalSource::Lexical), weight)
    }

    /// Adds the signal `graph`: the centrality of the candidate's document.
    #[must_use]
    pub fn graph(self, weight: f32) -> Self {
        self.entry(Entry::new("graph", SignalSource::Graph), weight)
    }

    /// Adds the signal `fused`: the candidate's score in the fused ranking.
    #[must_use]
    pub fn fused(self, weight: f32) -> Self {
        self.entry(Entry::new("fused", SignalSource::Fused), weight)
    }

    pub(super) fn push_retriever(&mut self, entry: Entry<RetrieverSource>) {
        self.retrievers.push(entry);
    }

    pub(super) fn push_reranker(&mut self, entry: Entry<RerankerSource>) {
        self.rerankers.push(entry);
    }

    pub(super) fn entry(mut self, entry: Entry<SignalSource>, weight: f32) -> Self {
        self.signals.push((entry, weight));
        self
    }

    /// Says what a signal counts where it has no value for a candidate; otherwise that is an error.
    #[must_use]
    pub fn missing(mut self, name: impl Into<String>, missing: Missing) -> Self {
        self.missing.push((name.into(), missing));
        self
    }

    /// Gives the final score to the `window` best of the fused ranking only; below, the fused order stands.
    #[must_use]
    pub fn window(mut self, window: usize) -> Self {
        self.window = Some(window);
        self
    }

    /// Puts the whole list in the order of a reranker of your own, after the final score. Several run one after another.
    #[must_use]
    pub fn reranker<R: Reranker + 'static>(mut self, name: impl Into<String>, reranker: R) -> Self {
        self.rerankers.push(Entry::of::<R>(name, RerankerSource::Own(Arc::new(reranker))));
        self
    }

    /// Keeps the best chunk of each document, after the rerankers.
    #[must_use]
    pub fn best_chunk_per_document(mut self) -> Self {
        self.best_chunk_per_document = true;
        self
    }

    /// Gives every hit up to `count` chunks of its document before it and after it.
    #[must_use]
    pub fn neighbours(mut self, count: usize) -> Self {
        self.neighbours = count;
        self
    }

    /// Says what happens to signals that are late when the query's deadline passes; see
    /// [`Deadline`](crate::Deadline).
    #[must_use]
    pub fn on_deadline(mut self, then: OnDeadline) -> Self {
        self.on_deadline = then;
        self
    }

    /// Asks every retriever for at least `depth` candidates; 100 by default.
    #[must_use]
    pub fn depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// Cuts documents with this chunker; see [`GenerationBuilder::chunker`].
    #[must_use]
    pub fn chunker(mut self, chunker: impl Chunker + 'static) -> Self {
        self.generation = self.generation.chunker(chunker);
        self
    }

    /// Encodes passages with this encoder; see [`GenerationBuilder::encoder`].
    #[must_use]
    pub fn encoder(mut self, encoder: EncoderSource) -> Self {
        self.generation = self.generation.encoder(encoder);
        self
    }

    /// Encodes every query with this encoder too, for stages of your own that ask for its vector; see
    /// [`Search::encoding`](sutra_core::Search::encoding).
    #[must_use]
    pub fn encodes(mut self, encoder: impl Encoder + 'static) -> Self {
        self.encoders.push(Arc::new(encoder));
        self
    }

    /// Analyses text for BM25 with this analyser; see [`GenerationBuilder::analyzer`].
    #[must_use]
    pub fn analyzer(mut self, analyzer: Analyzer) -> Self {
        self.generation = self.generation.analyzer(analyzer);
        self
    }

    /// Adds links between documents; see [`GenerationBuilder::links`].
    #[must_use]
    pub fn links<S: Into<String>>(mut self, links: impl IntoIterator<Item = (S, S)>) -> Self {
        self.generation = self.generation.links(links);
        self
    }

    /// Builds a generation of `documents` and binds the recipe to it. Without a retriever the recipe is the
    /// [`Hybrid`](Preset::Hybrid) preset.
    ///
    /// # Errors
    /// As [`GenerationBuilder::build`] and [`bind`](Self::bind).
    pub fn build(self, documents: Vec<Document>) -> Result<Pipeline> {
        let generation = if self.needs_encoder() {
            self.generation.clone()
        } else {
            self.generation.clone().without_encoder()
        };
        self.bind(&Arc::new(generation.build(documents)?))
    }

    fn needs_encoder(&self) -> bool {
        self.retrievers.is_empty()
            || self.generation.encoder_was_asked_for()
            || self.generation.feeds_vectors()
            || self.reads_similarity()
            || self.rerankers.iter().any(|entry| matches!(entry.source, RerankerSource::Mmr(_)))
    }

    /// Whether a stage of ours compares the query's vector with stored ones.
    pub(super) fn reads_similarity(&self) -> bool {
        self.retrievers.iter().any(|entry| matches!(entry.source, RetrieverSource::Dense))
            || self.signals.iter().any(|(entry, _)| matches!(entry.source, SignalSource::Similarity))
    }

    /// Whether a stage of the user's own is there, which may ask for any encoding of the query.
    pub(super) fn has_own_stages(&self) -> bool {
        self.retrievers.iter().any(|entry| {
            matches!(entry.source, RetrieverSource::Part | RetrieverSource::Own(_) | RetrieverSource::Made(_))
        }) || self.signals.iter().any(|(entry, _)| {
            matches!(entry.source, SignalSource::Part | SignalSource::Own(_) | SignalSource::Made(_))
        }) || self
            .rerankers
            .iter()
            .any(|entry| matches!(entry.source, RerankerSource::Own(_) | RerankerSource::Made(_)))
    }
}
