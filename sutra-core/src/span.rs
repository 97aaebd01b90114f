//! Byte spans into an original text.

use std::ops::Range;

use crate::{Error, Result};

/// A half-open range of bytes `start..end` in an original UTF-8 text, both on character boundaries.
///
/// It is made against its text with [`Span::of`], or read back from storage; it is never searched for.
/// Spans order by start, then end.
///
/// ```
/// use sutra_core::Span;
/// let text = "für alle";
/// let span = Span::of(text, 0..4)?;
/// assert_eq!(span.slice(text)?, "für");
/// assert!(Span::of(text, 0..2).is_err(), "cuts ü in two");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// The span `range` of `text`.
    ///
    /// # Errors
    /// [`InvalidInput`](crate::ErrorKind::InvalidInput) if the range is reversed, runs past the end, or
    /// cuts a character.
    pub fn of(text: &str, range: Range<usize>) -> Result<Self> {
        if text.get(range.clone()).is_none() {
            return Err(Error::invalid_input(format!(
                "{}..{} is no range of whole characters in a text of {} bytes",
                range.start,
                range.end,
                text.len()
            )));
        }
        Ok(Self { start: range.start, end: range.end })
    }

    /// The whole of `text`.
    #[must_use]
    pub fn whole(text: &str) -> Self {
        Self { start: 0, end: text.len() }
    }

    /// A span read back from storage, where its text is not at hand.
    ///
    /// # Errors
    /// [`InvalidInput`](crate::ErrorKind::InvalidInput) if `start > end`.
    pub fn from_storage(start: usize, end: usize) -> Result<Self> {
        if start > end {
            return Err(Error::invalid_input(format!("a span that starts at {start} cannot end at {end}")));
        }
        Ok(Self { start, end })
    }

    /// The first byte.
    #[must_use]
    pub fn start(self) -> usize {
        self.start
    }

    /// One past the last byte.
    #[must_use]
    pub fn end(self) -> usize {
        self.end
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span as a range.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The bytes of `text` that the span names.
    ///
    /// # Errors
    /// [`InvalidInput`](crate::ErrorKind::InvalidInput) if `text` is not the text the span was made of.
    pub fn slice(self, text: &str) -> Result<&str> {
        text.get(self.range()).ok_or_else(|| {
            Error::invalid_input(format!(
                "{}..{} is no range of whole characters in a text of {} bytes",
                self.start,
                self.end,
                text.len()
            ))
        })
    }
}
