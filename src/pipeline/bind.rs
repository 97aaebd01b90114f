//! Binding a recipe to a generation.

use std::collections::HashSet;
use std::sync::Arc;

use sutra_core::{Corpus, Error, Reranker, Result, ResultExt, Retriever, Signal};
use sutra_index::{Bm25Index, Bm25Params};
use sutra_rerank::{FinalScore, Mmr};

use super::fused_signal::{FUSED, FusedSignal};
use super::recipe::{Entry, RerankerSource, RetrieverSource, SignalSource};
use super::{Pipeline, PipelineBuilder, Preset, Stage};
use crate::Generation;

const NO_ENCODER: (&str, &str) = ("the collection has no encoder", "give the builder an .encoder(..)");
const NO_LINKS: (&str, &str) = ("the corpus has no links", "add .links(..), or links to the documents");
const NO_PART: (&str, &str) = (
    "the generation has no part of this name that opens one",
    "build the generation with GenerationBuilder::part",
);

impl PipelineBuilder {
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
        let mut lacks =
            Lacks { lenient: self.lenient, empty: generation.corpus.is_empty(), without: Vec::new() };
        let retrievers = self.bind_retrievers(generation, &mut lacks)?;
        let final_score = self.bind_signals(generation, &mut lacks)?;
        let rerankers = self.bind_rerankers(generation, &mut lacks)?;
        if retrievers.iter().any(|stage| stage.name == FUSED) {
            return Err(Error::invalid_config(format!(
                "{FUSED:?} is the name of the fused ranking; take another"
            )));
        }
        let reads_fused = self.signals.iter().any(|(entry, _)| matches!(entry.source, SignalSource::Fused));
        if self.fusion.is_none() && reads_fused {
            return Err(Error::invalid_config(
                "the signal \"fused\" needs a fusion; add one with .fusion(..)",
            ));
        }
        if self.fusion.is_none() && retrievers.len() > 1 {
            return Err(Error::invalid_config(format!(
                "the pipeline {:?} has {} retrievers and no fusion; add one with .fusion(..)",
                self.name,
                retrievers.len()
            )));
        }
        let description = self.describe(generation, &lacks.without);
        let reads_similarity = self.reads_similarity();
        let reads_encoding = reads_similarity || self.has_own_stages();
        Ok(Pipeline {
            name: self.name,
            generation: generation.clone(),
            encoders: self.encoders,
            reads_similarity,
            reads_encoding,
            retrievers,
            fusion: self.fusion.map(|entry| entry.source),
            final_score,
            rerankers,
            window: self.window,
            depth: self.depth,
            best_chunk_per_document: self.best_chunk_per_document,
            neighbours: self.neighbours,
            on_deadline: self.on_deadline,
            without: lacks.without,
            description,
        })
    }

    fn bind_retrievers(&self, generation: &Generation, lacks: &mut Lacks) -> Result<Vec<Stage>> {
        let mut names = HashSet::new();
        let mut stages = Vec::new();
        for Entry { name, source, .. } in &self.retrievers {
            if !names.insert(name) {
                return Err(Error::invalid_config(format!("two retrievers are called {name:?}")));
            }
            let Some((retriever, signal)) = bind_retriever(name, source, generation, lacks)? else {
                continue;
            };
            if let Some(stamp) = retriever.stamp() {
                generation.stamp().ensure(stamp, &format!("the retriever {name:?}"))?;
            }
            stages.push(Stage { name: name.clone(), signal, retriever });
        }
        Ok(stages)
    }

    fn bind_signals(&self, generation: &Generation, lacks: &mut Lacks) -> Result<Option<FinalScore>> {
        let lexical = self.lexical_index(generation);
        let mut builder = FinalScore::builder();
        let mut bound = HashSet::new();
        for (Entry { name, source, .. }, weight) in &self.signals {
            if let Some(signal) = bind_signal(name, source, generation, &lexical, lacks)? {
                builder = builder.signal(name.as_str(), signal, *weight);
                bound.insert(name);
            }
        }
        if bound.is_empty() {
            return Ok(None);
        }
        for (name, missing) in &self.missing {
            // A signal that a preset left out needs no word on its missing values.
            if bound.contains(name) || !self.signals.iter().any(|(entry, _)| entry.name == *name) {
                builder = builder.missing(name.as_str(), *missing);
            }
        }
        builder.build().map(Some)
    }

    /// BM25 as the recipe's first BM25 retriever has it: its score and the signal are the same number.
    fn lexical_index(&self, generation: &Generation) -> Arc<Bm25Index> {
        let (params, operators) = self.lexical_params(generation);
        with_params(&generation.lexical, params, operators)
    }

    /// The parameters, and whether queries have operators.
    pub(super) fn lexical_params(&self, generation: &Generation) -> (Bm25Params, bool) {
        let params = self.retrievers.iter().find_map(|entry| match entry.source {
            RetrieverSource::Bm25(params, operators) => Some((params, operators)),
            _ => None,
        });
        params.unwrap_or_else(|| (generation.lexical.params(), generation.lexical.operators()))
    }

    fn bind_rerankers(
        &self,
        generation: &Generation,
        lacks: &mut Lacks,
    ) -> Result<Vec<(String, Arc<dyn Reranker>)>> {
        let mut rerankers: Vec<(String, Arc<dyn Reranker>)> = Vec::new();
        for Entry { name, source, .. } in &self.rerankers {
            match source {
                RerankerSource::Own(reranker) => rerankers.push((name.clone(), reranker.clone())),
                RerankerSource::Made(make) => {
                    let reranker =
                        make(generation).with_context(|| format!("making the reranker {name:?}"))?;
                    rerankers.push((name.clone(), reranker));
                }
                RerankerSource::Mmr(lambda) => match &generation.dense {
                    Some(dense) => {
                        rerankers.push((name.clone(), Arc::new(Mmr::new(dense.index.clone(), *lambda)?)));
                    }
                    None => lacks.note(name, NO_ENCODER)?,
                },
            }
        }
        Ok(rerankers)
    }
}

/// A retriever, and what the explanation calls its score where that is the final one.
type Found = Option<(Arc<dyn Retriever>, String)>;

fn bind_retriever(
    name: &str,
    source: &RetrieverSource,
    generation: &Generation,
    lacks: &mut Lacks,
) -> Result<Found> {
    Ok(match source {
        RetrieverSource::Bm25(params, operators) => {
            Some((with_params(&generation.lexical, *params, *operators), "lexical".to_owned()))
        }
        RetrieverSource::Dense => match &generation.dense {
            Some(dense) => Some((dense.index.clone(), "similarity".to_owned())),
            None => {
                lacks.note(name, NO_ENCODER)?;
                None
            }
        },
        RetrieverSource::Part => match generation.opened(name).and_then(|part| part.retriever.clone()) {
            Some(retriever) => Some((retriever, name.to_owned())),
            None => {
                lacks.note(name, NO_PART)?;
                None
            }
        },
        RetrieverSource::Own(retriever) => Some((retriever.clone(), name.to_owned())),
        RetrieverSource::Made(make) => {
            let retriever = make(generation).with_context(|| format!("making the retriever {name:?}"))?;
            Some((retriever, name.to_owned()))
        }
    })
}

/// The index with these parameters, shared where it has them already.
fn with_params(index: &Arc<Bm25Index>, params: Bm25Params, operators: bool) -> Arc<Bm25Index> {
    if params == index.params() && operators == index.operators() {
        return index.clone();
    }
    Arc::new(Bm25Index::clone(index).with_params(params).with_operators(operators))
}

fn bind_signal(
    name: &str,
    source: &SignalSource,
    generation: &Generation,
    lexical: &Arc<Bm25Index>,
    lacks: &mut Lacks,
) -> Result<Option<Arc<dyn Signal>>> {
    let (signal, lacking): (Option<Arc<dyn Signal>>, _) = match source {
        SignalSource::Similarity => {
            (generation.dense.as_ref().map(|dense| dense.index.clone() as Arc<dyn Signal>), NO_ENCODER)
        }
        SignalSource::Graph => {
            (generation.centrality.clone().map(|centrality| centrality as Arc<dyn Signal>), NO_LINKS)
        }
        SignalSource::Part => (generation.opened(name).and_then(|part| part.signal.clone()), NO_PART),
        SignalSource::Lexical => (Some(lexical.clone()), NO_PART),
        SignalSource::Fused => (Some(Arc::new(FusedSignal)), NO_PART),
        SignalSource::Own(signal) => (Some(signal.clone()), NO_PART),
        SignalSource::Made(make) => {
            let signal = make(generation).with_context(|| format!("making the signal {name:?}"))?;
            (Some(signal), NO_PART)
        }
    };
    if signal.is_none() {
        lacks.note(name, lacking)?;
    }
    Ok(signal)
}

/// Parts that the generation lacks: left out by a preset, an error in a recipe of one's own.
struct Lacks {
    lenient: bool,
    /// Whether there is no passage at all, for which no recipe is to blame.
    empty: bool,
    without: Vec<String>,
}

impl Lacks {
    fn note(&mut self, name: &str, (why, remedy): (&str, &str)) -> Result<()> {
        let why = if self.empty { "the collection is empty" } else { why };
        if !self.lenient && !self.empty {
            return Err(Error::invalid_config(format!("{name}: {why}; {remedy}")));
        }
        let line = format!("{name}: {why}");
        if !self.without.contains(&line) {
            self.without.push(line);
        }
        Ok(())
    }
}
