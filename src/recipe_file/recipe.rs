//! From a file to a recipe.

use sutra_core::{Error, ErrorKind, Result};
use sutra_index::Bm25Params;
use sutra_rerank::{CombMnz, Dbsf, LexicalOverlap, Missing, Rrf, WeightedMinMax, Weights, ZScore};
use sutra_text::Analyzer;
use toml::Spanned;

use super::check::Source;
use super::tables::{
    FileTable, FusionTable, MissingValue, RerankerTable, RetrieverTable, SignalTable, Versioned,
};
use crate::{OnDeadline, PipelineBuilder, Preset};

/// The version of the format that this build reads.
const VERSION: i64 = 1;

/// The recipe that a TOML text describes; see [`RecipeFile`] for the format.
///
/// # Errors
/// As [`RecipeFile::parse`].
///
/// ```
/// use sutra::{core::{Document, Query}, recipe_from_toml};
/// let pipeline = recipe_from_toml("version = 1\npreset = \"hybrid\"\ndepth = 200")?
///     .build(vec![Document::new("a", "Bread rises in a warm kitchen.")])?;
/// assert_eq!(pipeline.search(&Query::new("bread"))?.hits[0].id, "a");
/// # Ok::<(), sutra::core::Error>(())
/// ```
pub fn recipe_from_toml(text: &str) -> Result<PipelineBuilder> {
    RecipeFile::parse(text).map(RecipeFile::into_builder)
}

/// A recipe in TOML: `version = 1`, then either a `preset` or stages, each with its `type`.
///
/// | table | types, and the keys of each |
/// |---|---|
/// | top | `version`, `name`, `preset`, `depth`, `window`, `neighbours`, `best_chunk_per_document`, `on_deadline` (`"error"` or `"without_signal"`) |
/// | `[[retriever]]` | `bm25` (`name`, `k1`, `b`, `operators`), `dense` (`name`); the name is the type unless given |
/// | `[fusion]` | `rrf` (`k`, `weights`), `minmax`, `zscore`, `dbsf`, `combmnz` (`weights`, by name of retriever) |
/// | `[[signal]]` | `similarity`, `lexical`, `graph`, `fused` (`weight`, `missing`), `overlap` (also `name`, else `rerank`) |
/// | `[[reranker]]` | `mmr` (`lambda`) |
///
/// `missing` is `"error"` (the default) or a number from 0 to 1. `operators` is whether queries have them, `false` unless
/// given: see [`bm25_with_operators`](PipelineBuilder::bm25_with_operators). `overlap` compares English words. How documents are
/// cut, encoded and analysed belongs to a generation, and is no part of the file.
///
/// ```
/// use sutra::{Preset, RecipeFile};
/// let text = r#"
/// version = 1
/// name = "mine"
///
/// [[retriever]]
/// type = "bm25"
/// k1 = 0.9
///
/// [[retriever]]
/// type = "dense"
///
/// [fusion]
/// type = "rrf"
/// weights = { bm25 = 0.4, dense = 0.6 }
///
/// [[signal]]
/// type = "similarity"
/// weight = 1.0
/// "#;
/// let recipe = RecipeFile::parse(text)?;
/// assert!(recipe.preset().is_none() && recipe.reads_vectors());
/// let error = RecipeFile::parse("version = 1\npreset = \"full\"\ndepht = 9").err().unwrap().to_string();
/// assert!(error.contains("line 3, column 1") && error.contains("`depth`"), "{error}");
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone)]
pub struct RecipeFile {
    builder: PipelineBuilder,
    preset: Option<Preset>,
    reads_vectors: bool,
}

impl RecipeFile {
    /// Reads a recipe.
    ///
    /// # Errors
    /// [`Version`](ErrorKind::Version) for another version of the format;
    /// [`InvalidConfig`](ErrorKind::InvalidConfig) for anything else that cannot work. The message has line and
    /// column, and for an unknown key or type the known ones.
    pub fn parse(text: &str) -> Result<Self> {
        let source = Source(text);
        check_version(source)?;
        let file: FileTable = toml::from_str(text).map_err(|error| source.refused(&error))?;
        let preset = match &file.preset {
            Some(name) => Some(source.placed(name.span(), Preset::parse(name.get_ref()))?),
            None => None,
        };
        let mut builder = match preset {
            Some(preset) => {
                refuse_stages(source, &file)?;
                PipelineBuilder::default().preset(preset)
            }
            None => stages(source, &file)?,
        };
        builder = options(source, &file, builder)?;
        let dense =
            |r#type: &Spanned<String>| r#type.get_ref() == "dense" || r#type.get_ref() == "similarity";
        let reads_vectors = preset.is_some_and(|preset| preset != Preset::Bm25)
            || file.retriever.iter().any(|table| dense(&table.get_ref().r#type))
            || file.signal.iter().any(|table| dense(&table.get_ref().r#type))
            || !file.reranker.is_empty();
        Ok(Self { builder, preset, reads_vectors })
    }

    /// The preset that the file names.
    #[must_use]
    pub fn preset(&self) -> Option<Preset> {
        self.preset
    }

    /// Whether a stage of the recipe reads vectors, so that a generation for it needs an encoder.
    #[must_use]
    pub fn reads_vectors(&self) -> bool {
        self.reads_vectors
    }

    /// The recipe, to be bound to a generation.
    #[must_use]
    pub fn into_builder(self) -> PipelineBuilder {
        self.builder
    }
}

fn check_version(source: Source<'_>) -> Result<()> {
    let versioned: Versioned = toml::from_str(source.0).map_err(|error| source.refused(&error))?;
    match versioned.version {
        Some(version) if *version.get_ref() == VERSION => Ok(()),
        Some(version) => {
            let message =
                format!("the file is of version {}, and this build reads {VERSION}", version.get_ref());
            Err(source.error_of(ErrorKind::Version, version.span(), message))
        }
        None => Err(source.error(0..0, format_args!("`version = {VERSION}` is missing"))),
    }
}

/// A preset brings its own stages.
fn refuse_stages(source: Source<'_>, file: &FileTable) -> Result<()> {
    let retrievers = file.retriever.iter().map(|table| (table.span(), "[[retriever]]"));
    let fusion = file.fusion.iter().map(|table| (table.span(), "[fusion]"));
    let signals = file.signal.iter().map(|table| (table.span(), "[[signal]]"));
    match retrievers.chain(fusion).chain(signals).next() {
        Some((place, what)) => Err(source.error(
            place,
            format_args!("{what} stands beside `preset`, which has its own; leave one of them out"),
        )),
        None => Ok(()),
    }
}

fn options(source: Source<'_>, file: &FileTable, mut builder: PipelineBuilder) -> Result<PipelineBuilder> {
    if let Some(name) = &file.name {
        builder = builder.name(source.name(name)?);
    }
    if let Some(depth) = file.depth {
        builder = builder.depth(depth);
    }
    if let Some(window) = file.window {
        builder = builder.window(window);
    }
    if let Some(count) = file.neighbours {
        builder = builder.neighbours(count);
    }
    if file.best_chunk_per_document {
        builder = builder.best_chunk_per_document();
    }
    if let Some(then) = &file.on_deadline {
        builder = builder.on_deadline(match then.get_ref().as_str() {
            "error" => OnDeadline::Error,
            "without_signal" => OnDeadline::WithoutSignal,
            other => {
                let message = format_args!("{other:?} is neither \"error\" nor \"without_signal\"");
                return Err(source.error(then.span(), message));
            }
        });
    }
    file.reranker.iter().try_fold(builder, |builder, table| reranker(source, table.get_ref(), builder))
}

fn stages(source: Source<'_>, file: &FileTable) -> Result<PipelineBuilder> {
    if file.retriever.is_empty() {
        return Err(source.error(0..0, "there is neither a `preset` nor a [[retriever]]"));
    }
    let mut builder = PipelineBuilder::default();
    let mut names: Vec<String> = Vec::new();
    for table in &file.retriever {
        let name;
        (builder, name) = retriever(source, table.get_ref(), builder)?;
        if names.contains(&name) {
            return Err(source.error(table.span(), format_args!("two retrievers are called {name:?}")));
        }
        names.push(name);
    }
    match (&file.fusion, file.retriever.get(1)) {
        (Some(table), _) => builder = fusion(source, table, &names, builder)?,
        (None, Some(second)) => {
            return Err(source.error(second.span(), "two retrievers and no [fusion]"));
        }
        (None, None) => {}
    }
    let mut signals: Vec<String> = Vec::new();
    for table in &file.signal {
        let name;
        (builder, name) = signal(source, table.get_ref(), builder)?;
        if signals.contains(&name) {
            return Err(source.error(table.span(), format_args!("two signals are called {name:?}")));
        }
        signals.push(name);
    }
    Ok(builder)
}

fn retriever(
    source: Source<'_>,
    table: &RetrieverTable,
    builder: PipelineBuilder,
) -> Result<(PipelineBuilder, String)> {
    let r#type = &table.r#type;
    let name = match &table.name {
        Some(name) => source.name(name)?.to_owned(),
        None => r#type.get_ref().clone(),
    };
    let builder = match r#type.get_ref().as_str() {
        "bm25" => {
            let default = Bm25Params::default();
            let value = |own: Option<&Spanned<f32>>, default| own.map_or(default, |value| *value.get_ref());
            let params =
                Bm25Params::new(value(table.k1.as_ref(), default.k1()), value(table.b.as_ref(), default.b()));
            let place = table.k1.as_ref().or(table.b.as_ref()).map_or(r#type.span(), Spanned::span);
            let params = source.placed(place, params)?;
            if table.operators.as_ref().is_some_and(|operators| *operators.get_ref()) {
                builder.bm25_with_operators(&name, params)
            } else {
                builder.bm25_with(&name, params)
            }
        }
        "dense" => {
            source.not_with("k1", table.k1.as_ref(), r#type, "name")?;
            source.not_with("b", table.b.as_ref(), r#type, "name")?;
            source.not_with("operators", table.operators.as_ref(), r#type, "name")?;
            builder.dense(&name)
        }
        _ => return source.unknown("retriever", r#type, "bm25 and dense"),
    };
    Ok((builder, name))
}

fn fusion(
    source: Source<'_>,
    table: &Spanned<FusionTable>,
    retrievers: &[String],
    builder: PipelineBuilder,
) -> Result<PipelineBuilder> {
    let FusionTable { r#type, k, weights } = table.get_ref();
    let mut by_name = Vec::with_capacity(weights.len());
    for (name, weight) in weights {
        if !retrievers.contains(name) {
            let known = retrievers.join(", ");
            let message = format_args!("no retriever is called {name:?}; there are {known}");
            return Err(source.error(weight.span(), message));
        }
        by_name.push((name.as_str(), source.weight(weight)?));
    }
    let weights = source.placed(table.span(), Weights::new(by_name))?;
    if r#type.get_ref() == "rrf" {
        let fusion = Rrf::new().with_weights(weights);
        return Ok(match k {
            Some(k) => builder.fusion(source.placed(k.span(), fusion.with_k(*k.get_ref()))?),
            None => builder.fusion(fusion),
        });
    }
    let builder = match r#type.get_ref().as_str() {
        "minmax" => builder.fusion(WeightedMinMax::new().with_weights(weights)),
        "zscore" => builder.fusion(ZScore::new().with_weights(weights)),
        "dbsf" => builder.fusion(Dbsf::new().with_weights(weights)),
        "combmnz" => builder.fusion(CombMnz::new().with_weights(weights)),
        _ => return source.unknown("fusion", r#type, "rrf, minmax, zscore, dbsf and combmnz"),
    };
    source.not_with("k", k.as_ref(), r#type, "weights")?;
    Ok(builder)
}

fn signal(
    source: Source<'_>,
    table: &SignalTable,
    builder: PipelineBuilder,
) -> Result<(PipelineBuilder, String)> {
    let r#type = &table.r#type;
    let weight = source.weight(&table.weight)?;
    let (mut builder, name) = match r#type.get_ref().as_str() {
        "overlap" => {
            let name = table.name.as_ref().map_or(Ok("rerank"), |name| source.name(name))?;
            let overlap = LexicalOverlap::new(Analyzer::english());
            (builder.signal(name, overlap, weight), name)
        }
        "similarity" => (builder.similarity(weight), "similarity"),
        "lexical" => (builder.lexical(weight), "lexical"),
        "graph" => (builder.graph(weight), "graph"),
        "fused" => (builder.fused(weight), "fused"),
        _ => return source.unknown("signal", r#type, "similarity, lexical, graph, fused and overlap"),
    };
    if r#type.get_ref() != "overlap" {
        source.not_with("name", table.name.as_ref(), r#type, "weight and missing")?;
    }
    if let Some(missing) = &table.missing {
        builder = builder.missing(
            name,
            match *missing.get_ref() {
                MissingValue::Error => Missing::Error,
                MissingValue::Constant(unit) => Missing::Constant(unit),
            },
        );
    }
    Ok((builder, name.to_owned()))
}

fn reranker(source: Source<'_>, table: &RerankerTable, builder: PipelineBuilder) -> Result<PipelineBuilder> {
    let r#type = &table.r#type;
    if r#type.get_ref() != "mmr" {
        return source.unknown("reranker", r#type, "mmr alone");
    }
    let Some(lambda) = &table.lambda else {
        return Err(source.error(r#type.span(), "type \"mmr\" needs a `lambda` from 0 to 1"));
    };
    let value = *lambda.get_ref();
    if !(0.0..=1.0).contains(&value) {
        let error: Error =
            source.error(lambda.span(), format_args!("lambda is {value}: it lies from 0 to 1"));
        return Err(error);
    }
    Ok(builder.mmr(value))
}
