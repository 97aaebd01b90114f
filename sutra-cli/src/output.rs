//! Writing to standard output.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::io::{self, BufWriter, ErrorKind, Write};

use serde::Serialize;
use sutra::core::{Error, Result};

/// Standard output, buffered. A reader that goes away is an error to stop at, not to report.
pub(crate) struct Output(BufWriter<io::StdoutLock<'static>>);

impl Output {
    pub(crate) fn new() -> Self {
        Self(BufWriter::new(io::stdout().lock()))
    }

    /// A line of text. What a file or an id holds cannot steer the terminal: control characters but tabs are escaped.
    pub(crate) fn line(&mut self, text: impl std::fmt::Display) -> Result<()> {
        Ok(writeln!(self.0, "{}", escaped(&text.to_string(), &['\t']))?)
    }

    /// A value as one line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<()> {
        serde_json::to_writer(&mut self.0, value).map_err(io::Error::from)?;
        Ok(writeln!(self.0)?)
    }

    /// For what writes itself.
    pub(crate) fn writer(&mut self) -> &mut impl Write {
        &mut self.0
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        Ok(self.0.flush()?)
    }
}

/// A note on standard error, control characters escaped but tabs and line ends. Where nobody can read it, the work goes
/// on.
pub(crate) fn note(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "sutra: {}", escaped(&text.to_string(), &['\t', '\n']));
}

/// A text whose control characters are escaped, but those that are `kept`.
fn escaped<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    let acts = |letter: char| letter.is_control() && !kept.contains(&letter);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if acts(letter) {
            escaped.extend(letter.escape_default());
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

/// Whether the reader of standard output went away.
pub(crate) fn is_closed_pipe(error: &Error) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    source.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
