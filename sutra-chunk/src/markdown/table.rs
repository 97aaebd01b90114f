//! Tables.

use std::ops::Range;

use super::line::Line;

/// Whether `line` holds the names of columns and the next line is the one that stands under them: `|---|:--:|`.
pub(super) fn begins(text: &str, line: &Line<'_>, limit: usize) -> bool {
    if line.is_code() || !line.body.contains('|') {
        return false;
    }
    let Some(under) = Line::at(text, line.next, limit).filter(|under| !under.is_code()) else { return false };
    let marks = |byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t');
    under.body.contains('-') && under.body.bytes().all(marks) && columns(under.body) == columns(line.body)
}

/// How many cells a row has.
fn columns(row: &str) -> usize {
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').filter(|row| !row.ends_with('\\')).unwrap_or(row);
    let mut escaped = false;
    let bars = row.bytes().filter(|byte| {
        let bar = *byte == b'|' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        bar
    });
    bars.count() + 1
}

/// The end of a table that begins with `first`.
pub(super) fn end(text: &str, first: Line<'_>, limit: usize) -> usize {
    let (mut end, mut at) = (first.end(), first.next);
    let mut row = 1;
    while let Some(line) = Line::at(text, at, limit) {
        // The line under the names may look like a rule or an item.
        if line.is_blank() || (row > 1 && line.interrupts()) {
            break;
        }
        (end, at, row) = (line.end(), line.next, row + 1);
    }
    end
}

/// The names of the columns with the line under them.
pub(super) fn head(text: &str, span: &Range<usize>) -> Range<usize> {
    let second = Line::at(text, span.start, span.end).and_then(|first| Line::at(text, first.next, span.end));
    span.start..second.map_or(span.end, |second| second.end())
}
