//! The recipe of a pipeline, and binding it to a generation.

use std::sync::Arc;

use sutra_core::{Chunker, Document, Error, Fusion, Result, Retriever, Signal};
use sutra_encode::LsaFit;
use sutra_index::{Bm25Index, Bm25Params};
use sutra_rerank::{FinalScore, LexicalOverlap, Missing, WeightedMinMax};
use sutra_text::Analyzer;

use super::fused_signal::FusedSignal;
use super::{Pipeline, Preset, Stage};
use crate::{EncoderSource, Generation, GenerationBuilder};

/// Candidates that each retriever is asked for, unless the query wants more.
const DEPTH: usize = 100;

#[derive(Clone)]
enum RetrieverSource {
    Bm25(Bm25Params),
    Dense,
    Own(Arc<dyn Retriever>),
}

#[derive(Clone)]
enum SignalSource {
    Similarity,
    Lexical,
    Graph,
    Fused,
    Own(Arc<dyn Signal>),
}

#[derive(Clone)]
struct SignalEntry {
    name: String,
    source: SignalSource,
    weight: f32,
}

/// A recipe: named retrievers, a fusion, and the weighted signals of the final score. It is bound to one
/// [`Generation`] at a time, to as many as you like.
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
    name: String,
    retrievers: Vec<(String, RetrieverSource)>,
    fusion: Option<Arc<dyn Fusion>>,
    signals: Vec<SignalEntry>,
    missing: Vec<(String, Missing)>,
    window: Option<usize>,
    depth: usize,
    /// Whether parts that the data lacks are left out rather than refused.
    lenient: bool,
    generation: GenerationBuilder,
}

impl Default for PipelineBuilder {
    fn default() -> Self {
        Self {
            name: "custom".to_owned(),
            retrievers: Vec::new(),
            fusion: None,
            signals: Vec::new(),
            missing: Vec::new(),
            window: None,
            depth: DEPTH,
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
            depth: self.depth,
            window: self.window,
            generation: self.generation,
            ..Self::default()
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
        self.retrievers.push((name.into(), RetrieverSource::Bm25(params)));
        self
    }

    /// Adds the generation's dense index.
    #[must_use]
    pub fn dense(mut self, name: impl Into<String>) -> Self {
        self.retrievers.push((name.into(), RetrieverSource::Dense));
        self
    }

    /// Adds a retriever of your own.
    #[must_use]
    pub fn retriever(mut self, name: impl Into<String>, retriever: impl Retriever + 'static) -> Self {
        self.retrievers.push((name.into(), RetrieverSource::Own(Arc::new(retriever))));
        self
    }

    /// Makes one ranking of the retrievers' with this fusion. Needed with two retrievers or more.
    #[must_use]
    pub fn fusion(mut self, fusion: impl Fusion + 'static) -> Self {
        self.fusion = Some(Arc::new(fusion));
        self
    }

    /// Adds a signal of your own to the final score. `"rerank"` is the customary name of the strongest one.
    #[must_use]
    pub fn signal(self, name: impl Into<String>, signal: impl Signal + 'static, weight: f32) -> Self {
        self.entry(name.into(), SignalSource::Own(Arc::new(signal)), weight)
    }

    /// Adds the signal `similarity`: the candidate's score in the dense index, whoever found it.
    #[must_use]
    pub fn similarity(self, weight: f32) -> Self {
        self.entry("similarity".to_owned(), SignalSource::Similarity, weight)
    }

    /// Adds the signal `lexical`: the candidate's BM25 score, whoever found it.
    #[must_use]
    pub fn lexical(self, weight: f32) -> Self {
        self.entry("lexical".to_owned(), SignalSource::Lexical, weight)
    }

    /// Adds the signal `graph`: the centrality of the candidate's document.
    #[must_use]
    pub fn graph(self, weight: f32) -> Self {
        self.entry("graph".to_owned(), SignalSource::Graph, weight)
    }

    /// Adds the signal `fused`: the candidate's score in the fused ranking.
    #[must_use]
    pub fn fused(self, weight: f32) -> Self {
        self.entry("fused".to_owned(), SignalSource::Fused, weight)
    }

    fn entry(mut self, name: String, source: SignalSource, weight: f32) -> Self {
        self.signals.push(SignalEntry { name, source, weight });
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
        let dense = |source: &RetrieverSource| matches!(source, RetrieverSource::Dense);
        self.retrievers.is_empty()
            || self.retrievers.iter().any(|(_, source)| dense(source))
            || self.signals.iter().any(|entry| matches!(entry.source, SignalSource::Similarity))
    }

    /// Binds the recipe to a generation that is there already. The pipeline holds the generation.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) saying what the recipe lacks and how to add it:
    /// a part that the generation does not have, two retrievers without a fusion, a name that stands twice,
    /// weights that cannot work.
    pub fn bind(self, generation: &Arc<Generation>) -> Result<Pipeline> {
        if self.retrievers.is_empty() {
            return self.preset(Preset::Hybrid).bind(generation);
        }
        let mut without = Vec::new();
        let retrievers = self.bind_retrievers(generation, &mut without)?;
        let final_score = self.bind_signals(generation, &mut without)?;
        if self.fusion.is_none() && (retrievers.len() > 1 || final_score.is_some() && retrievers.is_empty()) {
            return Err(Error::invalid_config(format!(
                "the pipeline {:?} has {} retrievers and no fusion; add one with .fusion(..)",
                self.name,
                retrievers.len()
            )));
        }
        Ok(Pipeline {
            name: self.name,
            generation: generation.clone(),
            retrievers,
            fusion: self.fusion,
            final_score,
            window: self.window,
            depth: self.depth,
            without,
        })
    }

    fn bind_retrievers(&self, generation: &Generation, without: &mut Vec<String>) -> Result<Vec<Stage>> {
        let mut stages: Vec<Stage> = Vec::new();
        for (name, source) in &self.retrievers {
            if stages.iter().any(|stage| stage.name == *name) {
                return Err(Error::invalid_config(format!("two retrievers are called {name:?}")));
            }
            let (retriever, signal): (Arc<dyn Retriever>, _) = match source {
                RetrieverSource::Bm25(params) if *params == generation.lexical.params() => {
                    (generation.lexical.clone(), "lexical")
                }
                RetrieverSource::Bm25(params) => {
                    let index = Bm25Index::clone(&generation.lexical);
                    (Arc::new(index.with_params(*params)), "lexical")
                }
                RetrieverSource::Dense => match &generation.dense {
                    Some(dense) => (dense.index.clone(), "similarity"),
                    None => {
                        self.lacks(
                            without,
                            name,
                            "the collection has no encoder",
                            "give the builder an .encoder(..)",
                        )?;
                        continue;
                    }
                },
                RetrieverSource::Own(retriever) => (retriever.clone(), name.as_str()),
            };
            if let Some(stamp) = retriever.stamp() {
                generation.stamp().ensure(stamp, &format!("the retriever {name:?}"))?;
            }
            stages.push(Stage { name: name.clone(), signal: signal.to_owned(), retriever });
        }
        Ok(stages)
    }

    fn bind_signals(&self, generation: &Generation, without: &mut Vec<String>) -> Result<Option<FinalScore>> {
        if self.signals.is_empty() {
            return Ok(None);
        }
        let mut builder = FinalScore::builder();
        let mut bound = 0;
        for SignalEntry { name, source, weight } in &self.signals {
            let signal: Arc<dyn Signal> = match (source, &generation.dense, &generation.centrality) {
                (SignalSource::Similarity, Some(dense), _) => dense.index.clone(),
                (SignalSource::Similarity, None, _) => {
                    self.lacks(
                        without,
                        name,
                        "the collection has no encoder",
                        "give the builder an .encoder(..)",
                    )?;
                    continue;
                }
                (SignalSource::Graph, _, Some(centrality)) => centrality.clone(),
                (SignalSource::Graph, _, None) => {
                    self.lacks(
                        without,
                        name,
                        "the corpus has no links",
                        "add .links(..), or links to the documents",
                    )?;
                    continue;
                }
                (SignalSource::Lexical, ..) => generation.lexical.clone(),
                (SignalSource::Fused, ..) => Arc::new(FusedSignal),
                (SignalSource::Own(signal), ..) => signal.clone(),
            };
            builder = builder.signal(name.as_str(), signal, *weight);
            bound += 1;
        }
        if bound == 0 {
            return Ok(None);
        }
        for (name, missing) in &self.missing {
            builder = builder.missing(name.as_str(), *missing);
        }
        builder.build().map(Some)
    }

    /// A part that the generation lacks: left out by a preset, an error in a recipe of one's own.
    fn lacks(&self, without: &mut Vec<String>, name: &str, why: &str, remedy: &str) -> Result<()> {
        if !self.lenient {
            return Err(Error::invalid_config(format!("{name}: {why}; {remedy}")));
        }
        let line = format!("{name}: {why}");
        if !without.contains(&line) {
            without.push(line);
        }
        Ok(())
    }
}
