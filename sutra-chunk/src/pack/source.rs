//! The stretch of a text that is at hand.

use std::ops::Range;

/// A stretch of a text, in which places keep the numbers that they have in the whole text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    text: &'a str,
    base: usize,
}

impl<'a> Source<'a> {
    pub(crate) fn whole(text: &'a str) -> Self {
        Self { text, base: 0 }
    }

    /// A stretch whose first byte is byte `base` of the whole text.
    pub(crate) fn part(text: &'a str, base: usize) -> Self {
        Self { text, base }
    }

    /// The text of a range; nothing where the range is not at hand.
    pub(crate) fn get(&self, range: Range<usize>) -> &'a str {
        let local = range.start.wrapping_sub(self.base)..range.end.wrapping_sub(self.base);
        self.text.get(local).unwrap_or_default()
    }

    /// The text at hand from a place on.
    pub(crate) fn rest(&self, from: usize) -> &'a str {
        self.text.get(from.wrapping_sub(self.base)..).unwrap_or_default()
    }
}
