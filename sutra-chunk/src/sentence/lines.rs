//! White space between sentences, and what a line begins with.

use super::marker::foreign_marker;
use super::wide::Wide;
use crate::headings::{atx_level, fence_of};

/// White space from one place to the next character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// The next byte that is not white space, or the end of the text.
    pub(super) next: usize,
    /// How many line breaks it holds; a paragraph separator counts twice.
    pub(super) breaks: usize,
}

impl Gap {
    pub(super) fn at(text: &str, start: usize) -> Self {
        let bytes = text.as_bytes();
        let (mut next, mut breaks) = (start, 0);
        while let Some(byte) = bytes.get(next) {
            match byte {
                b' ' | b'\t' => {}
                b'\r' if bytes.get(next + 1) == Some(&b'\n') => {}
                b'\n' | b'\r' | 0x0B | 0x0C => breaks += 1,
                0x80.. => match text.get(next..).and_then(|rest| rest.chars().next()) {
                    Some(c) if c.is_whitespace() => {
                        breaks +=
                            usize::from(Wide::of(c) == Some(Wide::Break)) + usize::from(c == '\u{2029}');
                        next += c.len_utf8() - 1;
                    }
                    _ => break,
                },
                _ => break,
            }
            next += 1;
        }
        Self { next, breaks }
    }
}

/// Whether the line that begins at `at` (its white space left out) is a block of its own: an item of a list, a
/// heading, a row of a table, a quotation or a fence.
pub(super) fn begins_block(text: &str, at: usize) -> bool {
    let line = text.get(at..).unwrap_or_default();
    let mut chars = line.chars();
    match chars.next() {
        Some('|' | '>') => true,
        Some('#') => atx_level(line).is_some(),
        Some('`' | '~') => fence_of(line).is_some(),
        Some('-' | '*' | '+') => chars.next().is_some_and(char::is_whitespace),
        Some(c) if c.is_ascii_alphanumeric() => is_numbered(line),
        Some(c) => Wide::of(c) == Some(Wide::Bullet) || foreign_marker(line).is_some(),
        None => false,
    }
}

/// Whether a line begins with a number, or a letter and a parenthesis, as an item of a list does.
fn is_numbered(line: &str) -> bool {
    let bytes = line.as_bytes();
    let digits = bytes.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    let delimiter = match digits {
        0 => bytes.get(1) == Some(&b')'),
        1..=3 => matches!(bytes.get(digits), Some(b'.' | b')')),
        _ => false,
    };
    delimiter && bytes.get(digits.max(1) + 1).is_some_and(u8::is_ascii_whitespace)
}

/// Whether a line (without white space around it) ends what it stands in: a row of a table, a fence, or a rule
/// such as the line under a title.
pub(super) fn ends_block(line: &str) -> bool {
    match line.bytes().next() {
        Some(b'|') => true,
        Some(b'`' | b'~') => fence_of(line).is_some(),
        Some(rule @ (b'=' | b'-' | b'*' | b'_' | b'+')) => {
            let marks = |byte| byte == rule || byte == b' ' || byte == b'-' || byte == b'+' || byte == b'=';
            line.len() >= 3 && line.trim_ascii_end().bytes().all(marks)
        }
        _ => false,
    }
}

/// A line longer than this is as good as this long: looking further would be quadratic where breaks are of the rare
/// kinds.
const WIDEST: usize = 400;

/// The length of the line that bytes begin with, at most 400, and of its first word.
pub(super) fn line_length(bytes: &[u8]) -> (usize, usize) {
    let bytes = &bytes[..bytes.len().min(WIDEST)];
    let line = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let word = line.iter().position(u8::is_ascii_whitespace);
    (line.trim_ascii_end().len(), word.unwrap_or(line.len()))
}

/// Where a heading that begins at `at` ends, if there is one.
pub(super) fn heading_end(text: &str, at: usize) -> Option<usize> {
    let line = text.get(at..).filter(|line| line.starts_with('#'))?;
    atx_level(line)?;
    Some(at + line.find(['\n', '\r']).unwrap_or(line.len()))
}
