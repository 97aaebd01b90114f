//! JSON Lines files: a document a line.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};

use sutra_core::{Document, Result};

use super::meter::Meter;
use super::{LeftOut, Reason, SourceFile, load, record};

/// How many lines are read between two looks at the cancellation.
const LINES_A_CHECK: usize = 256;

/// Calls `each` with the document of every good line and returns the others. A line may have `limit` bytes;
/// the file any number, since only a line is held at a time.
pub(super) fn read(
    file: &SourceFile,
    limit: u64,
    meter: &Meter<'_>,
    each: &mut dyn FnMut(Document) -> Result<()>,
) -> Result<Vec<LeftOut>> {
    let mut left_out = Vec::new();
    let mut lines = match Lines::open(&file.path, limit) {
        Ok(lines) => lines,
        Err(reason) => return Ok(vec![LeftOut::new(&file.path, None, reason)]),
    };
    let mut seen = HashSet::new();
    while let Some(Line { number, bytes, text }) = lines.next() {
        if number % LINES_A_CHECK == 1 {
            meter.check()?;
        }
        meter.advance(bytes);
        let reason = match text {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => match record::document(text) {
                Ok(document) if seen.contains(&document.id) => Reason::DuplicateId(document.id),
                Ok(document) => {
                    seen.insert(document.id.clone());
                    let empty = document.is_empty();
                    each(document)?;
                    if !empty {
                        continue;
                    }
                    Reason::Empty
                }
                Err(what) => Reason::Record(what),
            },
            Err(reason) => reason,
        };
        left_out.push(LeftOut::new(&file.path, Some(number), reason));
    }
    Ok(left_out)
}

/// A line: its number from 1, how many bytes of the file it took, and its text.
struct Line<'a> {
    number: usize,
    bytes: u64,
    text: Result<&'a str, Reason>,
}

/// The lines of a file, one in memory at a time.
struct Lines {
    reader: BufReader<File>,
    limit: u64,
    buffer: Vec<u8>,
    /// The number of the line last read, from 1.
    number: usize,
    done: bool,
}

impl Lines {
    fn open(path: &str, limit: u64) -> Result<Self, Reason> {
        let unreadable = |error: io::Error| Reason::Unreadable(error.to_string());
        let mut reader = BufReader::with_capacity(8 * load::HEAD, File::open(path).map_err(unreadable)?);
        if load::is_binary(reader.fill_buf().map_err(unreadable)?) {
            return Err(Reason::Binary);
        }
        Ok(Self { reader, limit, buffer: Vec::new(), number: 0, done: false })
    }

    fn next(&mut self) -> Option<Line<'_>> {
        if self.done {
            return None;
        }
        self.number += 1;
        let number = self.number;
        match self.fill() {
            Ok(None) => None,
            Ok(Some((bytes, true))) => {
                Some(Line { number, bytes, text: Err(Reason::TooLarge { limit: self.limit }) })
            }
            Ok(Some((bytes, false))) => Some(Line { number, bytes, text: self.text() }),
            Err(error) => {
                self.done = true;
                Some(Line { number, bytes: 0, text: Err(Reason::Unreadable(error.to_string())) })
            }
        }
    }

    /// Reads a line: its bytes in the file, and whether it is too long and was passed over.
    fn fill(&mut self) -> io::Result<Option<(u64, bool)>> {
        self.buffer.clear();
        // One byte for the line feed, one to see that there is more.
        let mut part = self.reader.by_ref().take(self.limit.saturating_add(2));
        let read = part.read_until(b'\n', &mut self.buffer)? as u64;
        if read == 0 {
            return Ok(None);
        }
        let ended = self.buffer.last() == Some(&b'\n');
        if read - u64::from(ended) <= self.limit {
            return Ok(Some((read, false)));
        }
        let rest = if ended { 0 } else { self.reader.skip_until(b'\n')? };
        Ok(Some((read + rest as u64, true)))
    }

    fn text(&self) -> Result<&str, Reason> {
        let line = std::str::from_utf8(&self.buffer);
        let line = line.map_err(|error| Reason::NotUtf8 { at: error.valid_up_to() })?;
        Ok(if self.number == 1 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line })
    }
}
