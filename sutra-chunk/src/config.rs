//! Budgets: how large a chunk may be, and in what it is counted.

use sutra_core::{Error, Result};

use crate::ChunkSizer;
use crate::words::words;

/// What the size of a chunk is counted in.
///
/// ```
/// use sutra_chunk::{ChunkSizer, Unit};
/// let text = "für alle";
/// assert_eq!((Unit::Bytes.size(text), Unit::Characters.size(text), Unit::Words.size(text)), (9, 8, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Bytes of UTF-8.
    Bytes,
    /// Unicode scalar values. A user-perceived character may have several, and is never cut.
    Characters,
    /// Words: runs without white space; in scripts written without spaces, each character.
    Words,
}

impl ChunkSizer for Unit {
    fn size(&self, text: &str) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::Characters => text.chars().count(),
            Self::Words => words(text).count(),
        }
    }
}

/// Checks that chunks can hold something and that an overlap, counted in `parts`, leaves room for progress. A part
/// has at least one unit, so no chunk could repeat as many parts as it has units and hold a new one.
pub(crate) fn check_budget(max: usize, overlap: usize, parts: &str) -> Result<()> {
    if max == 0 {
        return Err(Error::invalid_config("the largest size of a chunk (max) is 0; it must be at least 1"));
    }
    if overlap >= max {
        return Err(Error::invalid_config(format!(
            "an overlap of {overlap} {parts} never fits beside anything new in a chunk of at most {max} units: it \
             must be smaller than max"
        )));
    }
    Ok(())
}
