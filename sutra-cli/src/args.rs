//! What the command line takes.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use sutra::core::Result;

use crate::setup::DenseSpec;
use crate::specs::{ChunkSpec, EncoderSpec};

/// The largest number of hits that may be asked for.
const MAX_K: usize = 1_000_000;

/// Search your own files, and measure how well it works.
#[derive(Parser)]
#[command(name = "sutra", version, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Search a collection, or folders and files, which are indexed on the fly and cached
    #[command(
        after_help = "Example:\n  sutra search --in docs \"how is the final score computed?\" --explain --json"
    )]
    Search(SearchArgs),
    /// Build a collection from folders and files, or bring it up to date
    #[command(
        after_help = "Example:\n  sutra index --out docs.sutra docs notes.md\n  sutra search --in docs.sutra \"how is the final score computed?\""
    )]
    Index(BuildArgs),
    /// Look at every block of every file of a collection: exit code 0 clean, 1 damaged, 2 could not check
    #[command(after_help = "Example:\n  sutra verify docs.sutra --json")]
    Verify(VerifyArgs),
    /// Merge the segments of a collection and drop what was deleted
    #[command(after_help = "Example:\n  sutra compact docs.sutra")]
    Compact(CompactArgs),
    /// Cut a file into chunks
    #[command(after_help = "Example:\n  sutra chunk --chunk sentence:1200b+1 README.md --json")]
    Chunk(ChunkArgs),
    /// Cut a file into sentences
    #[command(after_help = "Example:\n  sutra sentences --lang en README.md --json")]
    Sentences(SentencesArgs),
    /// Turn texts into vectors, one text a line on standard input
    #[command(after_help = "Example:\n  echo \"bread rises\" | sutra encode --encoder hash --json")]
    Encode(EncodeArgs),
    /// Rank the nodes of a link file
    #[command(after_help = "Example:\n  sutra pagerank --links links.tsv --damping 0.85")]
    Pagerank(PagerankArgs),
    /// Make one TREC run of several
    #[command(after_help = "Example:\n  sutra fuse --method rrf --weights 0.7,0.3 bm25.run dense.run")]
    Fuse(FuseArgs),
    /// Score pipelines on a collection in BEIR layout
    #[command(after_help = "Example:\n  sutra eval --data scifact --pipeline bm25 --pipeline hybrid --json")]
    Eval(EvalArgs),
}

/// How files become passages and vectors.
#[derive(ClapArgs, Clone)]
pub(crate) struct IndexArgs {
    /// How texts are cut: STRATEGY[:MAX[UNIT]][+OVERLAP], strategies sentence, window, recursive, markdown,
    /// semantic, whole; units b, c, w. Without it sentence:1200b+1, and markdown:1200b+1 for Markdown files
    #[arg(long, value_name = "SPEC")]
    pub(crate) chunk: Option<String>,
    /// What makes vectors: lsa (fitted on the passages) or hash; without it lsa, or what a collection was made with
    #[arg(long)]
    pub(crate) encoder: Option<String>,
    /// How vectors are kept: Flat
    #[arg(long, value_name = "SPEC")]
    pub(crate) dense: Option<String>,
    /// Links between documents, one src<TAB>dst a line
    #[arg(long, value_name = "FILE.tsv")]
    pub(crate) links: Option<PathBuf>,
    /// The seed of what is random; without it 0, or what a collection was made with
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

impl IndexArgs {
    /// What makes vectors.
    pub(crate) fn encoder(&self) -> &str {
        self.encoder.as_deref().unwrap_or(EncoderSpec::DEFAULT.name())
    }

    /// The seed of what is random.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// How texts are cut, if that was said.
    pub(crate) fn chunk_spec(&self) -> Result<Option<ChunkSpec>> {
        let spec = self.chunk.as_deref().map(ChunkSpec::parse).transpose()?;
        spec.map(|spec| spec.with_encoder(self.encoder(), self.seed())).transpose()
    }

    /// How vectors are kept.
    pub(crate) fn dense_spec(&self) -> Result<DenseSpec> {
        self.dense.as_deref().map_or(Ok(DenseSpec::Flat), DenseSpec::parse)
    }
}

#[derive(ClapArgs)]
pub(crate) struct SearchArgs {
    /// What to ask; - reads it from standard input
    pub(crate) query: String,
    /// A collection, or a folder or file to search; folders and files may be several
    #[arg(long = "in", value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How many hits, 0 to 1,000,000
    #[arg(short = 'k', default_value = "10", value_parser = parse_k, allow_negative_numbers = true)]
    pub(crate) k: usize,
    /// bm25, dense, lsa, hybrid, hybrid+lexical or full, or a FILE.toml with a recipe
    #[arg(long, default_value = "hybrid", value_name = "NAME")]
    pub(crate) pipeline: String,
    /// Which documents may be found, such as: lang = "de" and (year >= 2020 or not exists(draft))
    #[arg(long, value_name = "EXPR")]
    pub(crate) filter: Option<String>,
    #[command(flatten)]
    pub(crate) index: IndexArgs,
    /// Search this generation of a collection, and not the current one
    #[arg(long, value_name = "N")]
    pub(crate) generation: Option<u64>,
    /// Show how each score came about
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write what was read, changed and left out to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct BuildArgs {
    /// The folder of the collection
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// A folder or file: a source. What vanished from it is removed, other sources stay
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) index: IndexArgs,
    /// Delete the document of this id; may be repeated
    #[arg(long, value_name = "ID")]
    pub(crate) delete: Vec<String>,
    /// Remove all documents of a source, by its path, whether or not anything is there any more; may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) forget: Vec<PathBuf>,
    /// Write what was read, changed and left out to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct VerifyArgs {
    /// The folder of the collection
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Look at this generation, and not at the current one
    #[arg(long, value_name = "N")]
    pub(crate) generation: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct CompactArgs {
    /// The folder of the collection
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ChunkArgs {
    /// The file; - is standard input
    pub(crate) file: PathBuf,
    /// How to cut: STRATEGY[:MAX[UNIT]][+OVERLAP], strategies sentence, window, recursive, markdown, semantic,
    /// whole; units b, c, w. Without it sentence:1200b+1, and markdown:1200b+1 for .md and .markdown
    #[arg(long, value_name = "SPEC")]
    pub(crate) chunk: Option<String>,
    /// What makes the vectors of semantic chunks: lsa (fitted on the file's own sentences) or hash
    #[arg(long, default_value = "lsa")]
    pub(crate) encoder: String,
    /// The seed of what is random
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print one {"start","end"} a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct SentencesArgs {
    /// The file; - is standard input
    pub(crate) file: PathBuf,
    /// The language, by its two-letter code; without it, rules for any language
    #[arg(long)]
    pub(crate) lang: Option<String>,
    /// Print one {"start","end"} a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct EncodeArgs {
    /// lsa or hash
    #[arg(long)]
    pub(crate) encoder: String,
    /// Files or folders to fit the encoder on; may be repeated
    #[arg(long = "in", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Encode the texts as queries
    #[arg(long)]
    pub(crate) query: bool,
    /// The seed of what is random
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print one JSON array a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct PagerankArgs {
    /// Links, one src<TAB>dst a line; - is standard input
    #[arg(long, value_name = "FILE.tsv")]
    pub(crate) links: PathBuf,
    /// The chance to follow a link, 0 to 1 (exclusive)
    #[arg(long, default_value_t = 0.85, allow_negative_numbers = true)]
    pub(crate) damping: f64,
    /// Read links both ways
    #[arg(long)]
    pub(crate) undirected: bool,
    /// Jump to this node instead of any; may be repeated
    #[arg(long, value_name = "ID")]
    pub(crate) personalize: Vec<String>,
    /// Print one {"node","score"} a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct FuseArgs {
    /// TREC runs
    #[arg(required = true, value_name = "RUN")]
    pub(crate) runs: Vec<PathBuf>,
    /// rrf, minmax, zscore, dbsf or combmnz
    #[arg(long)]
    pub(crate) method: String,
    /// One weight a run
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) weights: Vec<f32>,
    /// Print one {"query","doc","rank","score"} a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct EvalArgs {
    /// A folder in BEIR layout
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// A pipeline to score, by name or as FILE.toml; may be repeated
    #[arg(long, required = true, value_name = "NAME")]
    pub(crate) pipeline: Vec<String>,
    /// Which judgments to use
    #[arg(long, default_value = "test")]
    pub(crate) split: String,
    /// A measure such as nDCG@10, R@100, RR@10, AP, P@5; may be repeated
    #[arg(long)]
    pub(crate) measure: Vec<String>,
    /// Write DIR/NAME.run for each pipeline
    #[arg(long, value_name = "DIR")]
    pub(crate) runs: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) index: IndexArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn parse_k(text: &str) -> std::result::Result<usize, String> {
    text.parse().ok().filter(|k| *k <= MAX_K).ok_or_else(|| format!("k is a whole number from 0 to {MAX_K}"))
}
