//! The terms of a text, as tantivy can hold them.

use std::borrow::Cow;

use sutra_core::{Error, Result};
use sutra_text::Analyzer;
use xxhash_rust::xxh3::xxh3_128;

/// The longest term that is kept as it is, in bytes. tantivy drops those above 65,530 without a word.
const LONGEST: usize = 60_000;

/// How much is kept of the beginning of a longer one.
const BEGINNING: usize = 64;

/// Stands behind the beginning of a shortened term. No word has it.
const SHORTENED: char = '\u{1}';

/// Ends a term within the terms of a row. No word has it.
pub(super) const END: char = '\n';

/// A term as it is stored: itself, or for one of more than 60,000 bytes its beginning and a hash of 128 bits, so that
/// it is found by itself alone.
pub(super) fn stored(term: &str) -> Cow<'_, str> {
    if term.len() <= LONGEST {
        return Cow::Borrowed(term);
    }
    let end = term.floor_char_boundary(BEGINNING);
    Cow::Owned(format!("{}{SHORTENED}{:032x}", &term[..end], xxh3_128(term.as_bytes())))
}

/// The terms of one row, in order, each ended by [`END`].
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    pub(super) text: String,
    pub(super) len: u32,
}

impl Terms {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.len = 0;
    }

    /// Adds a term as it is stored.
    pub(super) fn push(&mut self, term: &str) {
        self.text.push_str(term);
        self.text.push(END);
        self.len += 1;
    }

    /// Takes the terms of a passage instead. O(bytes).
    pub(super) fn analyse(&mut self, analyzer: &Analyzer, passage: &str) -> Result<()> {
        // A position has 31 bits, and a word a byte.
        if i32::try_from(passage.len()).is_err() {
            return Err(Error::invalid_input(format!("a passage has {} bytes, beyond 2^31", passage.len())));
        }
        self.clear();
        analyzer.each_term(passage, |term, _| self.push(&stored(term)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_terms_are_shortened_each_to_its_own() {
        let (long, other) = ("é".repeat(LONGEST), format!("{}a", "é".repeat(LONGEST)));
        assert_eq!(stored(&long[..LONGEST]), &long[..LONGEST]);
        assert_eq!(stored(&long).len(), BEGINNING + 1 + 32);
        assert_ne!(stored(&long), stored(&other));
    }

    #[test]
    fn terms_stand_in_order() {
        let mut terms = Terms::default();
        terms.analyse(&Analyzer::neutral(), "One two\none").unwrap();
        assert_eq!((terms.text.as_str(), terms.len), ("one\ntwo\none\n", 3));
        terms.analyse(&Analyzer::neutral(), "").unwrap();
        assert_eq!((terms.text.as_str(), terms.len), ("", 0));
    }
}
