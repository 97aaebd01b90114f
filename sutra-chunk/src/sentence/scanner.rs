//! The scan over a text.

use std::ops::ControlFlow::{self, Break, Continue};

use sutra_core::Span;

use super::around::{First, Next, word_before};
use super::chars::is_unspaced;
use super::lines::{Gap, begins_block, ends_block, heading_end, line_length};
use super::marker::{Marker, foreign_marker};
use super::rules::Rules;
use super::run::{Run, emoticon};
use super::signs::Kind;
use super::wide::Wide;

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
    /// One past the marker that the sentence begins with, or its start.
    pub(super) body: usize,
    /// Where the part of its last line that belongs to it begins.
    part: usize,
    /// One past the last byte that a decision rests on, but for a few hundred: see [`LOOK_AHEAD`].
    pub(super) reach: usize,
    pub(super) place: Place,
}

/// How far behind [`Sentences::reach`] a decision may look.
pub(super) const LOOK_AHEAD: usize = 600;

/// Where a scan stands between two sentences: all that it must know of the text before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// One past what has been read.
    pub(super) at: usize,
    /// Where the last line begins, modulo the size of memory: in a stream perhaps before the text at hand.
    line: usize,
    /// Whether that line is a row of a table.
    pub(super) row: bool,
    /// The length of the longest line of the paragraph so far.
    widest: usize,
    /// The marker that would go on with the list being read.
    list: Option<Marker>,
    /// Whether anything but white space has been read.
    begun: bool,
}

impl Place {
    /// The same place after `bytes` of the text before it have been dropped.
    pub(super) fn after_dropping(self, bytes: usize) -> Self {
        Self { at: self.at - bytes, line: self.line.wrapping_sub(bytes), ..self }
    }
}

/// Where the sentence ends, or where to read on.
pub(super) type Step = ControlFlow<usize, usize>;

impl Iterator for Sentences<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let gap = self.gap(self.place.at);
        if gap.next == self.text.len() {
            self.place.at = gap.next;
            return None;
        }
        let fresh = !self.place.begun || gap.breaks > 0;
        self.start = gap.next;
        self.place.begun = true;
        self.begin(fresh, gap.breaks > 1);
        let end = match heading_end(self.text, self.start).filter(|_| fresh) {
            Some(end) => {
                self.reach = end;
                self.trimmed(end)
            }
            None => self.find_end(),
        };
        self.place.at = end;
        Span::from_storage(self.start, end).ok()
    }
}

impl<'a> Sentences<'a> {
    pub(super) fn new(text: &'a str, rules: &'static Rules) -> Self {
        Self::resume(text, rules, Place::default())
    }

    /// The sentences from a place on.
    pub(super) fn resume(text: &'a str, rules: &'static Rules, place: Place) -> Self {
        Self { text, rules, start: place.at, body: place.at, part: place.at, reach: place.at, place }
    }

    /// Whether the text going on differently from `end` could have changed what has been found.
    pub(super) fn depends_on(&self, end: usize) -> bool {
        self.reach + LOOK_AHEAD > end
    }

    /// The white space at a place.
    pub(super) fn gap(&mut self, at: usize) -> Gap {
        let gap = Gap::at(self.text, at);
        self.reach = self.reach.max(gap.next);
        gap
    }

    /// The terminators at a place.
    pub(super) fn run(&mut self, at: usize) -> Run {
        let run = Run::at(self.text, at, self.rules);
        self.reach = self.reach.max(run.reach);
        run
    }

    /// Notes the marker that a sentence begins with, and what would follow it.
    fn begin(&mut self, fresh: bool, paragraph: bool) {
        let bytes = self.text.as_bytes();
        self.part = self.start;
        if fresh {
            (self.place.line, self.place.row) = (self.start, bytes[self.start] == b'|');
        }
        if paragraph {
            (self.place.list, self.place.widest) = (None, 0);
        }
        self.body = self.after_bullet();
        let Some((marker, end)) = Marker::at(bytes, self.body) else {
            self.body += foreign_marker(&self.text[self.body..]).unwrap_or(0);
            return;
        };
        if self.place.list == Some(marker) || (fresh && marker.is_first()) {
            self.place.list = Some(marker.following());
        }
        self.body = end;
    }

    /// One past the bullet that the sentence begins with and the white space behind it, or its start.
    fn after_bullet(&mut self) -> usize {
        match self.text[self.start..].chars().next() {
            Some(c) if Wide::of(c) == Some(Wide::Bullet) => self.gap(self.start + c.len_utf8()).next,
            _ => self.start,
        }
    }

    fn find_end(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        let mut place = self.body;
        loop {
            let Some((at, kind)) = self.rules.signs.next(bytes, place) else {
                self.reach = bytes.len();
                return self.trimmed(bytes.len());
            };
            self.reach = self.reach.max(at);
            let step = match kind {
                Kind::Plain => Continue(at + 1),
                Kind::Break => self.line_break(at),
                Kind::Stop => self.next_item(at).map_or_else(|| self.terminator(at), Break),
                Kind::Mark => self.terminator(at),
                Kind::Parenthesis => self.next_item(at).map_or_else(|| self.smile(at), Break),
                Kind::Space => self.space(at),
                Kind::Wide => self.wide(at),
            };
            match step {
                Continue(next) => place = next,
                Break(end) => return end,
            }
        }
    }

    /// The sentence without the white space before `end`.
    fn trimmed(&self, end: usize) -> usize {
        self.text.get(self.start..end).map_or(end, |sentence| self.start + sentence.trim_end().len())
    }

    fn line_break(&mut self, at: usize) -> Step {
        let gap = self.gap(at);
        let part = self.text.get(self.part..at).unwrap_or_default();
        if gap.breaks > 1
            || gap.next == self.text.len()
            || self.place.row
            || begins_block(self.text, gap.next)
            || (self.part == self.place.line && ends_block(part))
            || self.is_behind_item(gap.next)
            || self.is_broken_early(part, gap.next)
        {
            return Break(self.trimmed(at));
        }
        self.place.widest = self.place.widest.max(at.wrapping_sub(self.place.line));
        (self.place.line, self.part) = (gap.next, gap.next);
        Continue(gap.next)
    }

    /// Whether the sentence is an item of a list, and the line at `next` no longer belongs to it: it is not indented
    /// and begins as a sentence does.
    fn is_behind_item(&self, next: usize) -> bool {
        let bytes = self.text.as_bytes();
        let dash =
            matches!(bytes[self.start], b'-' | b'*' | b'+') && bytes[self.start + 1].is_ascii_whitespace();
        (dash || self.body > self.start)
            && !matches!(bytes[next - 1], b' ' | b'\t')
            && Next::at(self.text, next).first == First::Upper
    }

    /// Whether a line was broken on purpose, so that it stands for itself, as a title does: much more would have
    /// fitted on it, judged by the widest line around, and the next line begins as a sentence does.
    fn is_broken_early(&self, part: &str, next: usize) -> bool {
        let bytes = self.text.as_bytes();
        if bytes[next].is_ascii_lowercase() {
            return false;
        }
        let part = part.trim_ascii_end();
        let first = Next::at(self.text, next);
        if first.first != First::Upper
            || (first.opened && !first.quoted)
            || part.ends_with([',', ';', '-', '–', '—', '(', '[', '{', '&', '/', '='])
        {
            return false;
        }
        let (length, word) = line_length(&bytes[next..]);
        let width = self.place.widest.max(length);
        let line = (self.part + part.len()).wrapping_sub(self.place.line);
        line.saturating_add(1 + word + width / 8) <= width
    }

    /// Where the sentence ends if the next item of the list being read has its delimiter at `at`.
    fn next_item(&self, at: usize) -> Option<usize> {
        let marker =
            self.place.list?.before(self.text.as_bytes(), at).filter(|marker| *marker > self.start)?;
        let end = self.trimmed(marker);
        let word = word_before(self.text, self.start, end);
        (!word.is_empty() && !self.rules.facts(word).counted).then_some(end)
    }

    /// Whether the parenthesis at `at` is the mouth of an emoticon that ends a sentence: `I like it :) You too`.
    fn smile(&mut self, at: usize) -> Step {
        let bytes = self.text.as_bytes();
        let begins = |length: usize| {
            at.checked_sub(length).is_some_and(|start| {
                start > self.start && bytes[start - 1] == b' ' && emoticon(bytes, start) == length + 1
            })
        };
        if !(begins(1) || begins(2)) {
            return Continue(at + 1);
        }
        let gap = self.gap(at + 1);
        let ends = gap.next > at + 1 && Next::at(self.text, gap.next).first == First::Upper;
        if ends { Break(at + 1) } else { Continue(at + 1) }
    }

    /// Whether the space at `at` ends the sentence, in a script whose sentences have no other sign: two spaces
    /// do, and one does where a word beside it says so.
    fn space(&mut self, at: usize) -> Step {
        let gap = self.gap(at);
        if gap.breaks > 0 {
            return self.line_break(at);
        }
        let (before, after) = (self.text.get(self.body..at), self.text.get(gap.next..));
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        let between = before.ends_with(is_unspaced) && after.starts_with(is_unspaced);
        let parts = between && (gap.next > at + 1 || self.rules.parts_at_space(before, after));
        if parts { Break(at) } else { Continue(gap.next) }
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
