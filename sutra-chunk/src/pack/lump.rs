//! Stretches whose sentences need not be told apart.
//!
//! A blank line ends a sentence whatever stands before it, and what follows is read as a text of its own. So where the
//! last blank line within reach of a piece is known, the sentences before it all go into that piece, and only those
//! behind it decide where the piece ends.

use std::ops::Range;

use sutra_core::Result;

use super::budget::Measure;
use super::{Joint, Overlap, Packer, Part, Source};
use crate::{SentenceSplitter, Unit};

/// Less room than this is not worth a look.
const LEAST_ROOM: usize = 64;

impl Packer {
    /// Packs, as one part, what stands between byte `from`, the end of the last sentence, and the last blank line
    /// that the piece being filled is sure to reach; or all the rest of the text. Gives where to read on.
    ///
    /// A text has no more characters than bytes, so as many bytes as units are left always fit. Words are not
    /// skipped: those that hang together across sentences would be counted once.
    pub(crate) fn skip(&mut self, source: Source<'_>, from: usize) -> Result<Option<usize>> {
        let units = matches!(self.budget.measure, Measure::Unit(Unit::Bytes | Unit::Characters));
        if self.splitter.is_none() || !units {
            return Ok(None);
        }
        let begun = self.queue.first().map(|first| first.count_start);
        let used = begun.map_or(0, |begun| self.count_to(source, from) - begun);
        let room = self.budget.max.saturating_sub(used);
        let text = source.rest(from);
        if room < LEAST_ROOM || text.is_empty() {
            return Ok(None);
        }
        let (skipped, next) = if text.len() <= room {
            (text, text.len())
        } else {
            let Some(blank) = last_blank_line(text, room) else { return Ok(None) };
            (text.get(..blank).unwrap_or_default(), blank)
        };
        let start = from + skipped.len() - skipped.trim_start().len();
        let end = from + skipped.trim_end().len();
        if start >= end {
            return Ok(None);
        }
        let joint = Joint::of_gap(source.get(from..start));
        let part = self.part(source, start..end, joint, true);
        self.add(source, Part { lump: true, ..part })?;
        Ok(Some(from + next))
    }

    /// Whether what follows a sentence can be told apart later, if an overlap should need it: a text that begins
    /// within a paragraph is read otherwise.
    fn may_skip(&self, source: Source<'_>, end: usize) -> bool {
        matches!(self.overlap, Overlap::Parts(0) | Overlap::Units(0)) || source.rest(end).starts_with("\n\n")
    }

    /// The end of what was packed.
    fn reached(&self) -> usize {
        self.at
    }

    /// Tells apart the last sentences of a piece of `count` parts, as far as an overlap of `wanted` may need them.
    /// Gives how many parts the piece has then.
    pub(super) fn unpack(&mut self, source: Source<'_>, mut count: usize, wanted: usize) -> usize {
        let Some(splitter) = self.splitter else { return count };
        let mut at = count;
        while at > 0 && count - at < wanted {
            at -= 1;
            let lump = self.queue[at];
            if !lump.lump {
                continue;
            }
            let text = source.get(lump.start..lump.end);
            let before = last_blank_line(text, text.len()).unwrap_or(0);
            let mut parts = Vec::new();
            let mut counted = (lump.start, lump.count_start);
            let mut part = |start: usize, end: usize, joint: Joint, is_lump: bool| {
                let count_start = counted.1 + self.budget.units_between(source, counted.0, start);
                let count_end = count_start + self.budget.units_between(source, start, end);
                counted = (end, count_end);
                parts.push(Part { start, end, count_start, count_end, joint, lump: is_lump, ..lump });
            };
            if before > 0 {
                part(lump.start, lump.start + text[..before].trim_end().len(), lump.joint, true);
            }
            let rest = lump.start + before;
            // With the blank line behind it: what a line is may depend on its end.
            let sentences = splitter.sentences(source.rest(rest));
            for sentence in sentences.take_while(|sentence| rest + sentence.start() < lump.end) {
                let joint = if rest + sentence.start() == lump.start { lump.joint } else { Joint::SENTENCE };
                part(rest + sentence.start(), rest + sentence.end(), joint, false);
            }
            count += parts.len() - 1;
            at += parts.len();
            let place = at - parts.len();
            self.queue.splice(place..=place, parts);
        }
        count
    }
}

/// Hands the sentences of a text to `each`, with where what was packed before them ends, but for those that the packer
/// skips: after each piece it looks how far it may.
pub(crate) fn each_sentence(
    source: Source<'_>,
    splitter: SentenceSplitter,
    packer: &mut Packer,
    mut each: impl FnMut(&mut Packer, Range<usize>, usize) -> Result<()>,
) -> Result<()> {
    let (mut from, mut reached) = (0, 0);
    if let Some(next) = packer.skip(source, from)? {
        (from, reached) = (next, packer.reached());
    }
    let mut is_due = false;
    'text: loop {
        for sentence in splitter.sentences(source.rest(from)) {
            let sentence = from + sentence.start()..from + sentence.end();
            let (done, end) = (packer.done(), sentence.end);
            each(packer, sentence, reached)?;
            reached = end;
            is_due |= packer.done() > done;
            if is_due && packer.may_skip(source, end) {
                is_due = false;
                if let Some(next) = packer.skip(source, end)? {
                    (from, reached) = (next, packer.reached());
                    continue 'text;
                }
            }
        }
        return Ok(());
    }
}

/// Where the last blank line (two line feeds after each other) begins that ends within the first `limit` bytes of a
/// text and is sure to end a sentence.
fn last_blank_line(text: &str, limit: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = limit;
    while let Some(at) = memchr::memrchr(b'\n', bytes.get(..end)?) {
        let before = at.checked_sub(1)?;
        if bytes.get(before) == Some(&b'\n') && text.get(..before).is_some_and(is_settled) {
            return Some(before);
        }
        end = at;
    }
    None
}

/// Whether what ends here is over: a bullet with nothing behind it goes on with what follows.
fn is_settled(text: &str) -> bool {
    const CLOSING: &str = "”’»…。！？」』）।؟";
    let last = text.trim_end().chars().next_back();
    last.is_some_and(|last| last.is_ascii() || last.is_alphanumeric() || CLOSING.contains(last))
}
