//! `sutra encode`.

use std::io::BufRead;
use std::path::PathBuf;

use sutra::core::{Error, Result, ResultExt};
use sutra::{EncoderSource, Generation};

use crate::args::EncodeArgs;
use crate::output::Output;
use crate::progress::Bar;
use crate::refresh::in_memory;
use crate::setup::file_source;
use crate::specs::EncoderSpec;

pub(crate) fn run(args: &EncodeArgs) -> Result<()> {
    let spec = EncoderSpec::parse(&args.encoder)?;
    let encoder: Box<dyn sutra::core::Encoder> = match spec.source(args.seed)? {
        EncoderSource::Ready(encoder) => Box::new(encoder),
        EncoderSource::Fit(_) if args.paths.is_empty() => {
            return Err(Error::invalid_config(format!(
                "the encoder {} is fitted on texts; name them with --in",
                spec.name()
            )));
        }
        EncoderSource::Fit(fit) => {
            let bar = Bar::new();
            let passages = read_passages(&args.paths, &bar)?;
            let fitted = fit.fit(&passages, &bar).context("fitting the encoder")?;
            bar.finish();
            fitted
        }
    };
    let mut output = Output::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.context("reading standard input")?;
        let vectors =
            if args.query { encoder.encode_queries(&[&line])? } else { encoder.encode_passages(&[&line])? };
        let row = vectors.row(0).unwrap_or_default();
        if args.json {
            output.json(&row)?;
        } else {
            let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
            output.line(numbers.join(" "))?;
        }
    }
    output.finish()
}

/// The passages of folders and files, to fit an encoder on.
fn read_passages(paths: &[PathBuf], bar: &Bar) -> Result<Vec<String>> {
    let recipe = Generation::builder().without_encoder();
    let (generation, _) = in_memory(recipe, &file_source("files", paths, None)?, bar)?;
    let mut passages = Vec::new();
    generation.corpus().each_passage(&mut |_, passage| {
        passages.push(passage.to_owned());
        Ok(())
    })?;
    if passages.is_empty() {
        return Err(Error::invalid_input("there is no text to fit the encoder on"));
    }
    Ok(passages)
}
