//! The tables and keys of a recipe file.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, Visitor};
use toml::Spanned;

/// Reads the version alone: a file of another one may hold anything else.
#[derive(Deserialize)]
pub(super) struct Versioned {
    pub(super) version: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileTable {
    #[serde(rename = "version")]
    pub(super) _version: IgnoredAny,
    pub(super) name: Option<Spanned<String>>,
    pub(super) preset: Option<Spanned<String>>,
    pub(super) depth: Option<usize>,
    pub(super) window: Option<usize>,
    pub(super) neighbours: Option<usize>,
    #[serde(default)]
    pub(super) best_chunk_per_document: bool,
    pub(super) on_deadline: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) retriever: Vec<Spanned<RetrieverTable>>,
    pub(super) fusion: Option<Spanned<FusionTable>>,
    #[serde(default)]
    pub(super) signal: Vec<Spanned<SignalTable>>,
    #[serde(default)]
    pub(super) reranker: Vec<Spanned<RerankerTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RetrieverTable {
    pub(super) r#type: Spanned<String>,
    pub(super) name: Option<Spanned<String>>,
    pub(super) k1: Option<Spanned<f32>>,
    pub(super) b: Option<Spanned<f32>>,
    pub(super) operators: Option<Spanned<bool>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FusionTable {
    pub(super) r#type: Spanned<String>,
    pub(super) k: Option<Spanned<f64>>,
    #[serde(default)]
    pub(super) weights: BTreeMap<String, Spanned<f32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignalTable {
    pub(super) r#type: Spanned<String>,
    pub(super) name: Option<Spanned<String>>,
    pub(super) weight: Spanned<f32>,
    pub(super) missing: Option<Spanned<MissingValue>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RerankerTable {
    pub(super) r#type: Spanned<String>,
    pub(super) lambda: Option<Spanned<f32>>,
}

/// What a signal counts where it has no value.
#[derive(Clone, Copy)]
pub(super) enum MissingValue {
    Error,
    Constant(f32),
}

impl<'de> Deserialize<'de> for MissingValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MissingVisitor)
    }
}

struct MissingVisitor;

impl Visitor<'_> for MissingVisitor {
    type Value = MissingValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"error\" or a number from 0 to 1")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<MissingValue, E> {
        match text {
            "error" => Ok(MissingValue::Error),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<MissingValue, E> {
        self.visit_f64(number as f64)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<MissingValue, E> {
        if (0.0..=1.0).contains(&number) {
            return Ok(MissingValue::Constant(number as f32));
        }
        Err(E::invalid_value(serde::de::Unexpected::Float(number), &self))
    }
}
