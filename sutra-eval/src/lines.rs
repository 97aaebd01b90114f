//! Lines of a text file, numbered, with errors that say where.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use sutra_core::{Error, ErrorKind, Result, ResultExt};

/// The place of a line, for errors: `qrels/test.tsv, line 7`.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    name: &'a str,
    line: usize,
}

impl Place<'_> {
    /// An error of a kind at this place.
    pub(crate) fn error(self, kind: ErrorKind, message: impl std::fmt::Display) -> Error {
        Error::new(kind, format!("{}, line {}: {message}", self.name, self.line))
    }

    /// [`ErrorKind::InvalidInput`] at this place.
    pub(crate) fn invalid(self, message: impl std::fmt::Display) -> Error {
        self.error(ErrorKind::InvalidInput, message)
    }
}

/// Opens a file to be read by lines; the second value names it in errors.
pub(crate) fn open(path: &Path) -> Result<(BufReader<File>, String)> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| {
        let found = error.kind() != std::io::ErrorKind::NotFound;
        let kind = if found { ErrorKind::Io } else { ErrorKind::NotFound };
        Error::new(kind, format!("{name}: {error}")).with_source(error)
    })?;
    Ok((BufReader::new(file), name))
}

/// Calls `each` with every line that is not blank: without its line end, and without a byte order mark.
/// Holds one line at a time.
pub(crate) fn each_line(
    mut source: impl BufRead,
    name: &str,
    mut each: impl FnMut(Place<'_>, &str) -> Result<()>,
) -> Result<()> {
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let place = Place { name, line };
        if source.read_until(b'\n', &mut bytes).with_context(|| format!("{name}, line {line}"))? == 0 {
            break;
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            place.invalid(format_args!("byte {} is not UTF-8", error.valid_up_to() + 1)).with_source(error)
        })?;
        let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        let text = text.trim_end_matches(['\n', '\r']);
        if !text.trim_ascii().is_empty() {
            each(place, text)?;
        }
    }
    Ok(())
}
