//! Lines, and what they begin with.

use crate::headings::{atx_level, fence_of};

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its text, without the white space at its end.
    pub(super) text: &'a str,
    pub(super) start: usize,
    /// One past its line break.
    pub(super) next: usize,
    /// The width of the white space that it begins with, a tab reaching to the next multiple of four.
    pub(super) indent: usize,
    /// What stands behind that white space.
    pub(super) body: &'a str,
}

impl<'a> Line<'a> {
    /// The line that begins at byte `start` of a text and ends before `end`.
    pub(super) fn at(text: &'a str, start: usize, end: usize) -> Option<Self> {
        let rest = text.get(start..end).filter(|rest| !rest.is_empty())?;
        let length = rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, next) = match length {
            None => (rest, end),
            Some(length) => {
                let pair = rest.as_bytes().get(length..length + 2) == Some(b"\r\n");
                (&rest[..length], start + length + 1 + usize::from(pair))
            }
        };
        let line = line.trim_end();
        let (mut indent, mut blanks) = (0, 0);
        for byte in line.bytes() {
            match byte {
                b' ' => indent += 1,
                b'\t' => indent = (indent / 4 + 1) * 4,
                _ => break,
            }
            blanks += 1;
        }
        Some(Self { text: line, start, next, indent, body: &line[blanks..] })
    }

    /// One past its last byte that is not white space.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The first byte behind the white space that it begins with.
    pub(super) fn body_start(&self) -> usize {
        self.end() - self.body.len()
    }

    pub(super) fn is_blank(&self) -> bool {
        self.body.is_empty()
    }

    /// Whether it is indented as code is.
    pub(super) fn is_code(&self) -> bool {
        self.indent >= 4
    }

    /// Whether it is a rule: three or more of `*`, `-` or `_`, with spaces between.
    pub(super) fn is_rule(&self) -> bool {
        let Some(mark) = self.body.bytes().next().filter(|mark| b"*-_".contains(mark)) else { return false };
        !self.is_code()
            && self.body.bytes().all(|byte| byte == mark || byte == b' ' || byte == b'\t')
            && self.body.bytes().filter(|byte| *byte == mark).take(3).count() == 3
    }

    /// The level of the heading that it makes of the paragraph above it: 1 for `===`, 2 for `---`.
    pub(super) fn underline(&self) -> Option<usize> {
        let mark = self.body.bytes().next()?;
        let level = match mark {
            b'=' => 1,
            b'-' => 2,
            _ => return None,
        };
        (!self.is_code() && self.body.bytes().all(|byte| byte == mark)).then_some(level)
    }

    /// Whether it begins a block that ends a paragraph without a blank line between them.
    pub(super) fn interrupts(&self) -> bool {
        if self.is_code() {
            return false;
        }
        match self.body.bytes().next() {
            Some(b'#') => atx_level(self.body).is_some(),
            Some(b'`' | b'~') => fence_of(self.text).is_some_and(|fence| fence.opens(self.text)),
            Some(b'>') => true,
            Some(b'<') => super::html::opening(self.body).is_some_and(super::html::Html::interrupts),
            Some(b'*' | b'-' | b'_' | b'+' | b'0'..=b'9') => {
                self.is_rule() || super::list::Marker::of(self).is_some_and(|marker| marker.interrupts)
            }
            _ => false,
        }
    }
}
