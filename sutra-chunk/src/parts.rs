//! What sentences are packed from: the sentences, and the pieces of those that are too large.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use sutra_core::Span;

use crate::headings::Outline;
use crate::sentence_chunker::longest;
use crate::words::{clusters, words};
use crate::{ChunkSizer, Unit};

/// What a budget is counted in.
#[derive(Clone)]
pub(crate) enum Measure {
    Unit(Unit),
    Sizer(Arc<dyn ChunkSizer>),
}

impl Measure {
    /// Whether these parts, with what lies between them, fit a budget.
    pub(crate) fn fits(&self, text: &str, parts: &[Part], max: usize) -> bool {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return true };
        match self {
            Self::Unit(_) => last.count_end - first.count_start <= max,
            Self::Sizer(sizer) => text.get(first.start..last.end).is_none_or(|text| sizer.size(text) <= max),
        }
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(unit) => unit.fmt(f),
            Self::Sizer(_) => f.write_str("Sizer"),
        }
    }
}

/// A part of the text that is not cut any more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// How many units of the text come before `start` and before `end`; 0 under a sizer.
    count_start: usize,
    count_end: usize,
    /// The section of the outline that it lies in.
    pub(crate) section: usize,
}

/// Makes the parts of one text, counting units as it goes.
pub(crate) struct Parts<'a> {
    text: &'a str,
    measure: &'a Measure,
    max: usize,
    /// Up to where units were counted, and how many.
    at: usize,
    count: usize,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(text: &'a str, measure: &'a Measure, max: usize) -> Self {
        Self { text, measure, max, at: 0, count: 0 }
    }

    /// The parts in order, each within the budget unless it is a single grapheme cluster.
    pub(crate) fn collect(mut self, sentences: impl Iterator<Item = Span>, outline: &Outline) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut section = 0;
        for sentence in sentences {
            section = outline.section_at(section, sentence.start());
            let before = (self.at, self.count);
            let part = self.part(sentence.start(), sentence.end(), section);
            if self.measure.fits(self.text, &[part], self.max) {
                parts.push(part);
            } else {
                (self.at, self.count) = before;
                self.cut_words(part, &mut parts);
            }
        }
        parts
    }

    /// Cuts a sentence between words, as late as the budget allows.
    fn cut_words(&mut self, sentence: Part, parts: &mut Vec<Part>) {
        let text = self.text.get(sentence.start..sentence.end).unwrap_or_default();
        self.pack(sentence, words(text), |this, word| this.cut_clusters(word, parts));
    }

    /// Cuts a word between grapheme clusters, as late as the budget allows.
    fn cut_clusters(&mut self, word: Part, parts: &mut Vec<Part>) {
        if self.measure.fits(self.text, &[word], self.max) {
            parts.push(word);
            return;
        }
        let after = (self.at, self.count);
        (self.at, self.count) = (word.start, word.count_start);
        let text = self.text.get(word.start..word.end).unwrap_or_default();
        self.pack(word, clusters(text), |_, piece| parts.push(piece));
        (self.at, self.count) = after;
    }

    /// Joins neighbouring pieces of `whole` up to the budget. Holds little more than one result at a time.
    fn pack(
        &mut self,
        whole: Part,
        mut pieces: impl Iterator<Item = Range<usize>>,
        mut each: impl FnMut(&mut Self, Part),
    ) {
        let mut ahead: Vec<Part> = Vec::new();
        let (mut used, mut wanted) = (0, 64);
        loop {
            if ahead.len() - used < wanted {
                ahead.drain(..used);
                used = 0;
                for piece in pieces.by_ref().take(wanted) {
                    ahead.push(self.part(whole.start + piece.start, whole.start + piece.end, whole.section));
                }
            }
            let rest = &ahead[used..];
            let Some(first) = rest.first() else { return };
            let count = longest(rest.len(), |count| self.measure.fits(self.text, &rest[..count], self.max));
            if count == rest.len() && count >= wanted {
                wanted *= 2;
                continue;
            }
            let last = rest[count - 1];
            used += count;
            each(self, Part { end: last.end, count_end: last.count_end, ..*first });
        }
    }

    fn part(&mut self, start: usize, end: usize, section: usize) -> Part {
        let (count_start, count_end) = (self.count_to(start), self.count_to(end));
        Part { start, end, count_start, count_end, section }
    }

    /// How many units there are before byte `to`, which does not fall from call to call.
    fn count_to(&mut self, to: usize) -> usize {
        let Measure::Unit(unit) = self.measure else { return 0 };
        self.count += self.text.get(self.at..to).map_or(0, |text| unit.size(text));
        self.at = to;
        self.count
    }
}
