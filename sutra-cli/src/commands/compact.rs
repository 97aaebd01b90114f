//! `sutra compact`.

use serde_json::json;
use sutra::core::Result;

use crate::args::CompactArgs;
use crate::output::Output;
use crate::progress::Bar;
use crate::setup::open_collection;

pub(crate) fn run(args: &CompactArgs) -> Result<()> {
    let bar = Bar::new();
    let report = open_collection(&args.folder)?.writer()?.compact(&bar)?;
    bar.finish();
    let mut output = Output::new();
    if args.json {
        output.json(&json!({
            "generation": report.generation,
            "documents": report.documents,
            "chunks": report.chunks,
            "segments": report.segments,
            "refitted": report.refitted,
        }))?;
    } else {
        output.line(format_args!(
            "generation {}: {} documents, {} chunks, {} segments",
            report.generation, report.documents, report.chunks, report.segments
        ))?;
    }
    output.finish()
}
