//! Stretches that are larger than a piece may be.

use std::ops::Range;

use sutra_core::Result;

use super::{Joint, Packer, Part, Source, longest};
use crate::words::{clusters, words};

impl Packer {
    /// Cuts a stretch between words, as late as the budget allows.
    pub(super) fn cut(&mut self, source: Source<'_>, whole: Part) -> Result<()> {
        let text = source.get(whole.start..whole.end);
        if self.counts_overlap() {
            return self.add_words(source, whole);
        }
        self.join(source, whole, words(text), Self::cut_word)
    }

    /// Adds every word of a stretch as a part, and every grapheme cluster of a word that is too large: an overlap
    /// in units can begin at any of them.
    fn add_words(&mut self, source: Source<'_>, whole: Part) -> Result<()> {
        let mut joint = whole.joint;
        for word in words(source.get(whole.start..whole.end)) {
            let range = whole.start + word.start..whole.start + word.end;
            let before = (self.at, self.count);
            let part = self.part(source, range.clone(), joint, whole.repeats);
            joint = Joint::WORD;
            if self.budget.fits(source, &[part]) {
                self.add(source, part)?;
                continue;
            }
            (self.at, self.count) = before;
            let mut joint = part.joint;
            for cluster in clusters(source.get(range.clone())) {
                let cluster = range.start + cluster.start..range.start + cluster.end;
                let part = self.part(source, cluster, joint, whole.repeats);
                self.add(source, part)?;
                joint = Joint::CLUSTER;
            }
        }
        Ok(())
    }

    /// Cuts a word between grapheme clusters, as late as the budget allows.
    fn cut_word(&mut self, source: Source<'_>, word: Part) -> Result<()> {
        if self.budget.fits(source, &[word]) {
            return self.add(source, word);
        }
        let after = (self.at, self.count);
        (self.at, self.count) = (word.start, word.count_start);
        let text = source.get(word.start..word.end);
        self.join(source, word, clusters(text), Self::add)?;
        (self.at, self.count) = after;
        Ok(())
    }

    /// Joins neighbouring pieces of `whole` up to the budget. Holds little more than one result at a time.
    fn join(
        &mut self,
        source: Source<'_>,
        whole: Part,
        mut pieces: impl Iterator<Item = Range<usize>>,
        each: impl Fn(&mut Self, Source<'_>, Part) -> Result<()>,
    ) -> Result<()> {
        let mut ahead: Vec<Part> = Vec::new();
        let (mut used, mut wanted) = (0, 64);
        let mut joint = whole.joint;
        loop {
            if ahead.len() - used < wanted {
                ahead.drain(..used);
                used = 0;
                for piece in pieces.by_ref().take(wanted) {
                    let range = whole.start + piece.start..whole.start + piece.end;
                    let part = self.part(source, range, joint, whole.repeats);
                    ahead.push(part);
                    joint = Joint::WORD;
                }
            }
            let rest = &ahead[used..];
            let Some(first) = rest.first() else { return Ok(()) };
            let count = longest(rest.len(), |count| self.budget.fits(source, &rest[..count]));
            if count == rest.len() && count >= wanted {
                wanted *= 2;
                continue;
            }
            let last = rest[count - 1];
            used += count;
            each(self, source, Part { end: last.end, count_end: last.count_end, ..*first })?;
        }
    }
}
