//! `sutra chunk`.

use serde_json::json;
use sutra::core::{Chunker, Result};
use sutra::ingest::Format;

use crate::args::ChunkArgs;
use crate::input::read_text;
use crate::output::Output;
use crate::specs::ChunkSpec;

pub(crate) fn run(args: &ChunkArgs) -> Result<()> {
    let spec = match &args.chunk {
        Some(spec) => ChunkSpec::parse(spec)?,
        None => ChunkSpec::for_text(Format::of(&args.file) == Format::Markdown),
    };
    let chunker = spec.with_encoder(&args.encoder, args.seed)?.chunker()?;
    let text = read_text(&args.file)?;
    let mut output = Output::new();
    for piece in chunker.chunk(&text)? {
        if args.json {
            output.json(&json!({"start": piece.span.start(), "end": piece.span.end()}))?;
        } else {
            output.line(format_args!(
                "[{}..{}] {}",
                piece.span.start(),
                piece.span.end(),
                piece.span.slice(&text)?
            ))?;
        }
    }
    output.finish()
}
