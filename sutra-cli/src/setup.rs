//! How files become passages and vectors, as a collection keeps it in its settings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sutra::core::{Error, ErrorKind, Result};
use sutra::{Collection, FileSource, Generation, GenerationBuilder};

use crate::args::IndexArgs;
use crate::specs::{ChunkSpec, EncoderSpec};

const ENCODER: &str = "encoder";
const SEED: &str = "seed";
const CHUNK: &str = "chunk";
const DENSE: &str = "dense";

/// How files are read and cut in this version of the command. One more, wherever readers or chunkers come to give
/// something else, so that files of collections and caches are read again.
const READING: u32 = 1;

/// How vectors are kept, as in FAISS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DenseSpec {
    Flat,
}

impl DenseSpec {
    pub(crate) fn parse(spec: &str) -> Result<Self> {
        match spec {
            "Flat" => Ok(Self::Flat),
            _ => Err(Error::invalid_config(format!(
                "dense spec {spec:?}, character 1: the only one known is Flat"
            ))),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Flat => "Flat",
        }
    }
}

/// Chunker, encoder and how vectors are kept.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// `None` where no stage reads vectors.
    pub(crate) encoder: Option<EncoderSpec>,
    pub(crate) seed: u64,
    /// As it was typed, and as it was understood; `None` for the defaults.
    chunk: Option<(String, ChunkSpec)>,
    dense: DenseSpec,
}

impl Setup {
    /// What the flags say, with this encoder.
    pub(crate) fn new(args: &IndexArgs, encoder: Option<EncoderSpec>) -> Result<Self> {
        let chunk = args.chunk.clone().zip(args.chunk_spec()?);
        Ok(Self { encoder, seed: args.seed(), chunk, dense: args.dense_spec()? })
    }

    /// What a collection was made with.
    pub(crate) fn of(settings: &BTreeMap<String, String>) -> Result<Self> {
        let setting = |name| settings.get(name).map(String::as_str).filter(|value: &&str| !value.is_empty());
        let encoder = setting(ENCODER).map_or(Ok(EncoderSpec::DEFAULT), EncoderSpec::parse)?;
        let seed = setting(SEED).map_or(Ok(0), str::parse);
        let seed = seed.map_err(|_| Error::corrupt("the seed of the collection is no number"))?;
        let chunk = |spec: &str| -> Result<_> {
            Ok((spec.to_owned(), ChunkSpec::parse(spec)?.with_encoder(encoder.name(), seed)?))
        };
        let dense = setting(DENSE).map_or(Ok(DenseSpec::Flat), DenseSpec::parse)?;
        Ok(Self { encoder: Some(encoder), seed, chunk: setting(CHUNK).map(chunk).transpose()?, dense })
    }

    /// The same as the flags change it.
    ///
    /// # Errors
    /// A flag that asks for another encoder than the one whose vectors are there.
    pub(crate) fn changed_by(self, args: &IndexArgs) -> Result<Self> {
        let encoder = args.encoder.as_deref().map(EncoderSpec::parse).transpose()?;
        let name = self.encoder_name();
        if encoder.is_some() && encoder != self.encoder {
            return Err(contradicted("encoder", args.encoder(), name));
        }
        if args.seed.is_some_and(|seed| seed != self.seed) {
            return Err(contradicted("seed", &args.seed().to_string(), &self.seed.to_string()));
        }
        args.dense_spec()?;
        let Some(spec) = &args.chunk else { return Ok(self) };
        let chunk = ChunkSpec::parse(spec)?.with_encoder(name, self.seed)?;
        Ok(Self { chunk: Some((spec.clone(), chunk)), ..self })
    }

    /// The name of the encoder.
    pub(crate) fn encoder_name(&self) -> &'static str {
        self.encoder.map_or("none", EncoderSpec::name)
    }

    /// The recipe of a generation.
    pub(crate) fn recipe(&self) -> Result<GenerationBuilder> {
        let recipe = Generation::builder()
            .setting(ENCODER, self.encoder_name())
            .setting(SEED, self.seed.to_string())
            .setting(CHUNK, self.chunk.as_ref().map_or("", |(typed, _)| typed))
            .setting(DENSE, self.dense.name());
        Ok(match self.encoder {
            Some(encoder) => recipe.encoder(encoder.source(self.seed)?),
            None => recipe.without_encoder(),
        })
    }

    /// Files as a source: Markdown is cut by its blocks, unless a spec says how to cut everything.
    pub(crate) fn source(&self, name: &str, paths: &[PathBuf]) -> Result<FileSource> {
        file_source(name, paths, self.chunk.as_ref().map(|(_, spec)| spec))
    }

    /// The same setup has the same key.
    pub(crate) fn key(&self) -> String {
        format!("{self:?}")
    }
}

fn contradicted(flag: &str, asked: &str, made_with: &str) -> Error {
    Error::invalid_config(format!(
        "--{flag} {asked}: the collection was made with --{flag} {made_with}; leave the flag out, or index into another folder"
    ))
}

/// Files as a source, cut by the defaults or by this spec. Unchanged files are told by their times.
pub(crate) fn file_source(name: &str, paths: &[PathBuf], chunk: Option<&ChunkSpec>) -> Result<FileSource> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let source =
        FileSource::new(name, paths.iter().cloned()).as_of(i64::try_from(now.as_nanos()).unwrap_or(i64::MAX));
    let spec = |markdown| chunk.cloned().unwrap_or_else(|| ChunkSpec::for_text(markdown));
    let (plain, markdown) = (spec(false), spec(true));
    Ok(source
        .with_chunker(format!("{READING} {plain:?}"), plain.chunker()?)
        .with_markdown_chunker(format!("{READING} {markdown:?}"), markdown.chunker()?))
}

/// The collection in a folder.
///
/// # Errors
/// `NotFound` where there is none.
pub(crate) fn open_collection(folder: &Path) -> Result<Collection> {
    let settings = Collection::settings_of(folder, None)?;
    let settings = settings.ok_or_else(|| {
        Error::new(ErrorKind::NotFound, format!("{}: there is no collection", folder.display()))
    })?;
    Collection::open(folder, Setup::of(&settings)?.recipe()?)
}
