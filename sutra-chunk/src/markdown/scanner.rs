//! The scan for blocks.

use super::block::{Block, Kind};
use super::html::{self, Html};
use super::line::Line;
use super::list::Marker;
use super::{front_matter, list, table};
use crate::headings::{atx, fence_of};

/// A byte order mark.
const MARK: char = '\u{FEFF}';

/// The blocks of a Markdown text at its top level, in order: CommonMark 0.31, with the tables of GitHub and front
/// matter. Every byte that is not white space is in one block. Linear: a line is looked at a few times.
#[derive(Debug)]
pub(super) struct Blocks<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn line(&self, at: usize) -> Option<Line<'a>> {
        Line::at(self.text, at, self.text.len())
    }

    /// The block that begins with `line`, and where to read on.
    fn block(&self, line: Line<'a>) -> (Kind<'a>, usize) {
        if line.is_code() {
            return (Kind::Code, self.while_lines(line, |line| line.is_blank() || line.is_code()));
        }
        if let Some((level, title)) = atx(line.text) {
            return (Kind::Heading { level, title }, line.end());
        }
        if let Some(fence) = fence_of(line.text).filter(|fence| fence.opens(line.text)) {
            let closes = |line: &str| fence_of(line).is_some_and(|closing| closing.closes(fence, line));
            return (Kind::Code, self.through(line.next, line.end(), closes));
        }
        if line.is_rule() {
            return (Kind::Rule, line.end());
        }
        if Marker::of(&line).is_some() {
            return (Kind::List, list::end(self.text, line, self.text.len()));
        }
        if line.body.starts_with('>') {
            let goes_on = |line: &Line<'_>| {
                !line.is_blank() && (line.body.starts_with('>') && !line.is_code() || !line.interrupts())
            };
            return (Kind::Quote, self.while_lines(line, goes_on));
        }
        match html::opening(line.body) {
            Some(Html::Mark(mark)) => {
                let closes = |line: &str| contains_ignoring_case(line, mark);
                let end = if closes(line.body.get(1..).unwrap_or_default()) {
                    line.end()
                } else {
                    self.through(line.next, line.end(), closes)
                };
                (Kind::Html, end)
            }
            Some(Html::Blank | Html::Lone) => (Kind::Html, self.while_lines(line, |line| !line.is_blank())),
            None if table::begins(self.text, &line, self.text.len()) => {
                (Kind::Table, table::end(self.text, line, self.text.len()))
            }
            None => self.paragraph(line),
        }
    }

    /// A paragraph, or the heading that an underline makes of it.
    fn paragraph(&self, first: Line<'a>) -> (Kind<'a>, usize) {
        let (mut end, mut at) = (first.end(), first.next);
        while let Some(line) = self.line(at) {
            if let Some(level) = line.underline() {
                let title = self.text.get(first.body_start()..end).unwrap_or_default();
                return (Kind::Heading { level, title }, line.end());
            }
            if line.is_blank() || line.interrupts() || table::begins(self.text, &line, self.text.len()) {
                break;
            }
            (end, at) = (line.end(), line.next);
        }
        (Kind::Paragraph, end)
    }

    /// The end of `first` and the lines after it that go on, without blank ones at the end.
    fn while_lines(&self, first: Line<'a>, goes_on: impl Fn(&Line<'_>) -> bool) -> usize {
        let (mut end, mut at) = (first.end(), first.next);
        while let Some(line) = self.line(at).filter(&goes_on) {
            at = line.next;
            end = if line.is_blank() { end } else { line.end() };
        }
        end
    }

    /// The end of the first line from `at` on that closes a block, or of the last one.
    fn through(&self, mut at: usize, mut end: usize, closes: impl Fn(&str) -> bool) -> usize {
        while let Some(line) = self.line(at) {
            at = line.next;
            end = if line.is_blank() { end } else { line.end() };
            if closes(line.text) {
                break;
            }
        }
        end
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Block<'a>;

    fn next(&mut self) -> Option<Block<'a>> {
        let first = self.at == 0;
        if first {
            if let Some(end) = front_matter::end(self.text) {
                self.at = end;
                return Some(Block { kind: Kind::FrontMatter, span: 0..end });
            }
            self.at = if self.text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
        }
        let marked = first && self.at > 0;
        let mut next = self.line(self.at);
        while let Some(line) = next.filter(Line::is_blank) {
            next = self.line(line.next);
        }
        let Some(line) = next else {
            // A byte order mark and nothing else is a block too: every character belongs to one.
            self.at = self.text.len();
            return marked.then_some(Block { kind: Kind::Paragraph, span: 0..MARK.len_utf8() });
        };
        let (kind, end) = self.block(line);
        self.at = end;
        // A byte order mark belongs to the first block.
        let start = if marked { 0 } else { line.body_start() };
        Some(Block { kind, span: start..end })
    }
}

fn contains_ignoring_case(line: &str, mark: &str) -> bool {
    line.as_bytes().windows(mark.len()).any(|window| window.eq_ignore_ascii_case(mark.as_bytes()))
}
