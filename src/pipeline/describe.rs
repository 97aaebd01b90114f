//! What runs in a pipeline, for people.

use std::fmt;

use sutra_core::VectorIndex;
use sutra_index::Bm25Params;

use super::PipelineBuilder;
use super::recipe::{Entry, RerankerSource, RetrieverSource, SignalSource};
use crate::Generation;

/// One part of a pipeline: its stage, its name in the recipe, and what it is.
///
/// ```
/// use sutra::{Pipeline, Preset};
/// let pipeline = Pipeline::builder().preset(Preset::Bm25).build(Vec::new())?;
/// let part = &pipeline.describe().parts[0];
/// assert_eq!((part.stage, part.name.as_str()), ("retriever", "bm25"));
/// assert!(part.what.starts_with("BM25 k1=1.2 b=0.75"));
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartDescription {
    /// `retriever`, `fusion`, `signal` or `reranker`.
    pub stage: &'static str,
    /// The name in the recipe.
    pub name: String,
    /// Kind, parameters and fingerprints; for a part of your own, its Rust type.
    pub what: String,
}

/// Which parts of a pipeline run, with their parameters and fingerprints, and what was left out. It prints as a list.
///
/// ```
/// use sutra::{Pipeline, Preset, core::Document};
/// let pipeline = Pipeline::builder().preset(Preset::Full).build(vec![Document::new("a", "Bread rises.")])?;
/// let description = pipeline.describe();
/// assert_eq!(description.name, "full");
/// assert!(description.to_string().contains("without graph: the corpus has no links"));
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The recipe's name.
    pub name: String,
    /// The generation that is searched.
    pub generation: String,
    /// The parts, in the order in which they run.
    pub parts: Vec<PartDescription>,
    /// Settings of the whole: depth, window, and the like.
    pub settings: Vec<String>,
    /// What a preset left out, and why.
    pub without: Vec<String>,
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} over {}", self.name, self.generation)?;
        for PartDescription { stage, name, what } in &self.parts {
            writeln!(f, "  {stage} {name}: {what}")?;
        }
        for setting in &self.settings {
            writeln!(f, "  {setting}")?;
        }
        self.without.iter().try_for_each(|line| writeln!(f, "  without {line}"))
    }
}

impl PipelineBuilder {
    pub(super) fn describe(&self, generation: &Generation, without: &[String]) -> Description {
        let left_out = |name: &str| without.iter().any(|line| line.split(':').next() == Some(name));
        let mut parts = Vec::new();
        let mut add = |stage, name: &str, what: String| {
            if !left_out(name) {
                parts.push(PartDescription { stage, name: name.to_owned(), what });
            }
        };
        for entry in &self.retrievers {
            add("retriever", &entry.name, describe_retriever(entry, generation));
        }
        if let Some(fusion) = &self.fusion {
            add("fusion", &fusion.name, fusion.type_name.unwrap_or_default().to_owned());
        }
        for (entry, weight) in &self.signals {
            let missing = self.missing.iter().rev().find(|(name, _)| *name == entry.name);
            let missing = missing.map(|(_, missing)| format!(", missing {missing:?}")).unwrap_or_default();
            let what = describe_signal(entry, self.lexical_params(generation), generation);
            add("signal", &entry.name, format!("weight {weight}{missing}, {what}"));
        }
        for entry in &self.rerankers {
            let what = match entry.source {
                RerankerSource::Mmr(lambda) => format!("maximal marginal relevance, lambda={lambda}"),
                RerankerSource::Own(_) | RerankerSource::Made(_) => {
                    entry.type_name.unwrap_or_default().to_owned()
                }
            };
            add("reranker", &entry.name, what);
        }
        Description {
            name: self.name.clone(),
            generation: generation.stamp().to_string(),
            parts,
            settings: self.settings(),
            without: without.to_vec(),
        }
    }

    fn settings(&self) -> Vec<String> {
        let mut settings = vec![format!("depth {}", self.depth)];
        settings.extend(self.window.map(|window| format!("window {window}")));
        if self.best_chunk_per_document {
            settings.push("best chunk per document".to_owned());
        }
        if self.neighbours > 0 {
            settings.push(format!("neighbours {}", self.neighbours));
        }
        settings.push(format!("on deadline {:?}", self.on_deadline));
        settings
    }
}

fn describe_retriever(entry: &Entry<RetrieverSource>, generation: &Generation) -> String {
    match &entry.source {
        RetrieverSource::Bm25(params, operators) => bm25((*params, *operators), generation),
        RetrieverSource::Dense => dense(generation),
        RetrieverSource::Part | RetrieverSource::Own(_) | RetrieverSource::Made(_) => {
            entry.type_name.unwrap_or_default().to_owned()
        }
    }
}

fn describe_signal(
    entry: &Entry<SignalSource>,
    lexical: (Bm25Params, bool),
    generation: &Generation,
) -> String {
    match &entry.source {
        SignalSource::Similarity => dense(generation),
        SignalSource::Lexical => bm25(lexical, generation),
        SignalSource::Graph => "undirected centrality, damping=0.85".to_owned(),
        SignalSource::Fused => "the fused score".to_owned(),
        SignalSource::Part => "of the part".to_owned(),
        SignalSource::Own(_) | SignalSource::Made(_) => entry.type_name.unwrap_or_default().to_owned(),
    }
}

fn bm25((params, operators): (Bm25Params, bool), generation: &Generation) -> String {
    let analyzer = generation.lexical.analyzer().fingerprint();
    let operators = if operators { " operators" } else { "" };
    format!("BM25 k1={} b={}{operators} analyzer={analyzer}", params.k1(), params.b())
}

fn dense(generation: &Generation) -> String {
    generation.dense.as_ref().map_or_else(String::new, |dense| {
        let encoder = dense.encoder.as_encoder();
        format!("exact {:?} dim={} encoder={}", dense.index.metric(), encoder.dim(), encoder.fingerprint())
    })
}
