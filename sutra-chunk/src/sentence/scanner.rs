//! The scan over a text.

use std::ops::ControlFlow::{self, Break, Continue};

use sutra_core::Span;

use super::around::{First, Next, word_before};
use super::chars::{KINDS, Kind, Wide};
use super::lines::{Gap, begins_block, ends_block, heading_end};
use super::marker::Marker;
use super::rules::Rules;
use super::run::emoticon;

/// The sentences of a text, in order: see [`SentenceSplitter`](crate::SentenceSplitter).
///
/// ```
/// use sutra_chunk::SentenceSplitter;
/// let mut sentences = SentenceSplitter::default().sentences("One. Two.");
/// assert_eq!(sentences.next().map(|span| span.range()), Some(0..4));
/// assert_eq!(sentences.count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Sentences<'a> {
    pub(super) text: &'a str,
    pub(super) rules: &'static Rules,
    /// Where the sentence being read begins.
    pub(super) start: usize,
    /// One past what has been read.
    at: usize,
    /// Where its last line begins.
    line: usize,
    /// The marker that would go on with the list being read.
    list: Option<Marker>,
    /// One past the marker that the sentence begins with, or its start.
    pub(super) body: usize,
}

/// Where the sentence ends, or where to read on.
pub(super) type Step = ControlFlow<usize, usize>;

impl Iterator for Sentences<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let gap = Gap::at(self.text, self.at);
        if gap.next == self.text.len() {
            self.at = gap.next;
            return None;
        }
        let fresh = self.at == 0 || gap.breaks > 0;
        self.start = gap.next;
        self.at = gap.next;
        self.begin(fresh, gap.breaks > 1);
        let end = match heading_end(self.text, self.start).filter(|_| fresh) {
            Some(end) => self.trimmed(end),
            None => self.find_end(),
        };
        self.at = end;
        Span::from_storage(self.start, end).ok()
    }
}

impl<'a> Sentences<'a> {
    pub(super) fn new(text: &'a str, rules: &'static Rules) -> Self {
        Self { text, rules, start: 0, at: 0, line: 0, list: None, body: 0 }
    }

    /// Notes the marker that a sentence begins with, and what would follow it.
    fn begin(&mut self, fresh: bool, paragraph: bool) {
        if fresh {
            self.line = self.start;
        }
        if paragraph {
            self.list = None;
        }
        self.body = after_bullet(self.text, self.start);
        let Some((marker, end)) = Marker::at(self.text.as_bytes(), self.body) else { return };
        if self.list == Some(marker) || (fresh && marker.is_first()) {
            self.list = Some(marker.following());
        }
        self.body = end;
    }

    fn find_end(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        self.at = self.body;
        loop {
            let rest = bytes.get(self.at..).unwrap_or_default();
            let Some(plain) = rest.iter().position(|byte| KINDS[usize::from(*byte)] != Kind::Plain) else {
                return self.trimmed(self.text.len());
            };
            let at = self.at + plain;
            let step = match KINDS[usize::from(bytes[at])] {
                Kind::Plain => Continue(at + 1),
                Kind::Break => self.line_break(at),
                Kind::Stop => self.next_item(at).map_or_else(|| self.terminator(at), Break),
                Kind::Mark => self.terminator(at),
                Kind::Parenthesis => self.next_item(at).map_or_else(|| self.smile(at), Break),
                Kind::Wide => self.wide(at),
            };
            match step {
                Continue(next) => self.at = next,
                Break(end) => return end,
            }
        }
    }

    /// The sentence without the white space before `end`.
    pub(super) fn trimmed(&self, end: usize) -> usize {
        self.text.get(self.start..end).map_or(end, |sentence| self.start + sentence.trim_end().len())
    }

    fn line_break(&mut self, at: usize) -> Step {
        let gap = Gap::at(self.text, at);
        let line = self.text.get(self.line..at).unwrap_or_default();
        if gap.breaks > 1
            || gap.next == self.text.len()
            || begins_block(self.text, gap.next)
            || ends_block(line)
        {
            return Break(self.trimmed(at));
        }
        self.line = gap.next;
        Continue(gap.next)
    }

    /// Where the sentence ends if the next item of the list being read has its delimiter at `at`.
    fn next_item(&self, at: usize) -> Option<usize> {
        let marker = self.list?.before(self.text.as_bytes(), at).filter(|marker| *marker > self.start)?;
        let end = self.trimmed(marker);
        let word = word_before(self.text, self.start, end);
        (!word.is_empty() && !self.rules.is_counted(word)).then_some(end)
    }

    /// Whether the parenthesis at `at` is the mouth of an emoticon that ends a sentence: `I like it :) You too`.
    fn smile(&self, at: usize) -> Step {
        let bytes = self.text.as_bytes();
        let begins = |length: usize| {
            at.checked_sub(length).is_some_and(|start| {
                start > self.start && bytes[start - 1] == b' ' && emoticon(bytes, start) == length + 1
            })
        };
        let gap = Gap::at(self.text, at + 1);
        if gap.next > at + 1
            && (begins(1) || begins(2))
            && Next::at(self.text, gap.next).first == First::Upper
        {
            return Break(at + 1);
        }
        Continue(at + 1)
    }

    fn wide(&mut self, at: usize) -> Step {
        let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) else {
            return Continue(at + 1);
        };
        match Wide::of(c) {
            None => Continue(at + c.len_utf8()),
            Some(Wide::Break) => self.line_break(at),
            Some(Wide::Bullet) => {
                let end = self.trimmed(at);
                if end < at && end > self.start { Break(end) } else { Continue(at + c.len_utf8()) }
            }
            Some(_) => self.terminator(at),
        }
    }
}

/// One past the bullet at `at` and the white space behind it, or `at`.
fn after_bullet(text: &str, at: usize) -> usize {
    let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { return at };
    if Wide::of(c) == Some(Wide::Bullet) { Gap::at(text, at + c.len_utf8()).next } else { at }
}
