//! `sutra sentences`.

use serde_json::json;
use sutra::chunk::{Language, SentenceSplitter};
use sutra::core::Result;

use crate::args::SentencesArgs;
use crate::input::read_text;
use crate::output::Output;

pub(crate) fn run(args: &SentencesArgs) -> Result<()> {
    let language = args.lang.as_deref().map(str::parse::<Language>).transpose()?.unwrap_or_default();
    let text = read_text(&args.file)?;
    let mut output = Output::new();
    for span in SentenceSplitter::new(language).sentences(&text) {
        if args.json {
            output.json(&json!({"start": span.start(), "end": span.end()}))?;
        } else {
            output.line(format_args!("[{}..{}] {}", span.start(), span.end(), span.slice(&text)?))?;
        }
    }
    output.finish()
}
