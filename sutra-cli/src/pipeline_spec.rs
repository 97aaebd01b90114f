//! The strings that name pipelines.

use std::path::Path;

use sutra::core::{Result, ResultExt};
use sutra::{Pipeline, PipelineBuilder, Preset, RecipeFile};

use crate::input::read_text;
use crate::specs::EncoderSpec;

/// A preset by its name, or a file whose name ends in `.toml`.
pub(crate) enum PipelineSpec {
    Preset(Preset),
    File(Box<RecipeFile>),
}

impl PipelineSpec {
    pub(crate) fn parse(spec: &str) -> Result<Self> {
        let path = Path::new(spec);
        if path.extension().is_none_or(|extension| extension != "toml") {
            return Preset::parse(spec).map(Self::Preset);
        }
        RecipeFile::parse(&read_text(path)?)
            .map(|recipe| Self::File(Box::new(recipe)))
            .context(path.display())
    }

    /// The encoder of a generation for this pipeline, where it needs one and `asked` is what the caller wants.
    pub(crate) fn encoder(&self, asked: &str) -> Result<Option<EncoderSpec>> {
        let (preset, reads_vectors) = match self {
            Self::Preset(preset) => (Some(*preset), *preset != Preset::Bm25),
            Self::File(recipe) => (recipe.preset(), recipe.reads_vectors()),
        };
        match preset {
            _ if !reads_vectors => Ok(None),
            Some(Preset::Lsa) => Ok(Some(EncoderSpec::Lsa)),
            _ => EncoderSpec::parse(asked).map(Some),
        }
    }

    pub(crate) fn into_builder(self) -> PipelineBuilder {
        match self {
            Self::Preset(preset) => Pipeline::builder().preset(preset),
            Self::File(recipe) => recipe.into_builder(),
        }
    }
}
