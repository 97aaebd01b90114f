//! The words before and after a full stop.

use super::chars::{is_opener, is_quote, is_unspaced, is_word};
use super::lexicon::LONGEST;

/// The word right before `end`, not before `start`: letters and digits, with the full stops, hyphens and
/// apostrophes among them. A word longer than any abbreviation is cut short at its front, and so is one that
/// follows a text without spaces.
pub(super) fn word_before(text: &str, start: usize, end: usize) -> &str {
    let before = text.get(start..end).unwrap_or_default();
    if let Some(length) = plain_word_before(before.as_bytes()) {
        return &before[before.len() - length..];
    }
    let unspaced = before.ends_with(is_unspaced);
    let mut from = before.len();
    for (at, c) in before.char_indices().rev() {
        let inside = is_word(c) || matches!(c, '.' | '-' | '’' | '\'' | '°' | 'º' | 'ª');
        if !inside || before.len() - at > LONGEST || is_unspaced(c) != unspaced {
            break;
        }
        from = at;
    }
    let word = &before[from..];
    word.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// The length of the last word of a text, if it is of ASCII letters alone and white space stands before it: the short
/// way through most texts.
fn plain_word_before(before: &[u8]) -> Option<usize> {
    let length = before.iter().rev().position(|byte| !byte.is_ascii_alphabetic())?;
    (length > 0 && length < LONGEST && before[before.len() - length - 1].is_ascii_whitespace())
        .then_some(length)
}

/// Whether a word is letters one by one with full stops between, such as `U.S` or `z.B`.
pub(super) fn is_acronym(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|part| part.chars().count() == 1 && part.chars().all(char::is_alphabetic))
}

/// Whether a word is a single letter, or initials joined by hyphens (`J.-P`), and no sign such as `=` or `&` makes
/// it a part of something else; `before` is what stands before it.
pub(super) fn is_initial(before: &str, word: &str) -> bool {
    if before.ends_with(['=', '&', '/', '_', '+', '#', '@', '%', '\\', '$', '<']) {
        return false;
    }
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => letter.is_alphabetic(),
        (Some(letter), Some('.')) => letter.is_alphabetic() && word.contains(".-"),
        _ => false,
    }
}

/// Whether a word is made of Roman numerals or is a single capital: it numbers something.
pub(super) fn is_numeral(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X' | b'L' | b'C')) || word.chars().count() == 1
}

/// What a word begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    Lower,
    Upper,
    Digit,
    /// A letter of a script without cases.
    Caseless,
    Other,
}

/// What stands behind a full stop and the white space after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next<'a> {
    pub(super) first: First,
    /// Its letters and digits, as long as a word that is looked up can be.
    pub(super) word: &'a str,
    /// Whether it is a single letter with a full stop.
    initial: bool,
    /// Whether a bracket or quotation mark opens before it.
    pub(super) opened: bool,
    /// Whether a quotation mark opens before it.
    pub(super) quoted: bool,
    /// Whether a sign stands there that only goes on with a sentence.
    pub(super) continues: bool,
}

impl<'a> Next<'a> {
    pub(super) fn at(text: &'a str, at: usize) -> Self {
        let rest = text.get(at..).unwrap_or_default();
        if let Some(plain) = Self::plain(rest) {
            return plain;
        }
        let opening: usize = rest.chars().take(4).take_while(|c| is_opener(*c)).map(char::len_utf8).sum();
        let word = rest.get(opening..).unwrap_or_default();
        let first = match word.chars().next() {
            Some(c) if c.is_lowercase() => First::Lower,
            Some(c) if c.is_uppercase() => First::Upper,
            Some(c) if c.is_numeric() => First::Digit,
            Some(c) if c.is_alphabetic() => First::Caseless,
            _ => First::Other,
        };
        let length = word.char_indices().find(|(at, c)| !is_word(*c) || *at >= LONGEST);
        let (word, behind) = word.split_at(length.map_or(word.len(), |(end, _)| end));
        let letter = word.chars().next().map_or(0, char::len_utf8);
        let sign = rest.chars().next();
        Self {
            first,
            word,
            initial: word.len() == letter && behind.starts_with('.'),
            opened: opening > 0,
            quoted: sign.is_some_and(is_quote),
            continues: matches!(
                sign,
                Some(',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛' | '၊' | '፣')
            ),
        }
    }

    /// The short way where an ASCII word with white space behind it begins `rest`.
    fn plain(rest: &'a str) -> Option<Self> {
        let bytes = rest.as_bytes();
        let length = bytes.iter().take(LONGEST).position(|byte| !byte.is_ascii_alphabetic())?;
        if length == 0 || !bytes[length].is_ascii_whitespace() {
            return None;
        }
        let first = if bytes[0].is_ascii_uppercase() { First::Upper } else { First::Lower };
        let word = &rest[..length];
        Some(Self { first, word, initial: false, opened: false, quoted: false, continues: false })
    }

    /// Whether a sentence may begin with the word as far as letters go.
    pub(super) fn is_capital(&self) -> bool {
        matches!(self.first, First::Upper | First::Caseless) && !self.initial
    }
}

/// Whether a sentence that has come from `start` to `end` has at least `count` words. Looks at most at
/// 100 bytes.
pub(super) fn has_words(text: &str, start: usize, end: usize, count: usize) -> bool {
    let sentence = text.as_bytes().get(start..end).unwrap_or_default();
    if sentence.len() > 100 {
        return true;
    }
    sentence.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).nth(count - 1).is_some()
}
