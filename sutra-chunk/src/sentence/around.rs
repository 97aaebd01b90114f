//! The words before and after a full stop.

use super::chars::{is_opener, is_quote};
use super::rules::LONGEST;

/// The word right before `end`, not before `start`: letters and digits, with the full stops, hyphens and
/// apostrophes among them. A word longer than any abbreviation is cut short at its front.
pub(super) fn word_before(text: &str, start: usize, end: usize) -> &str {
    let before = text.get(start..end).unwrap_or_default();
    let mut from = before.len();
    for (at, c) in before.char_indices().rev() {
        let inside = c.is_alphanumeric() || matches!(c, '.' | '-' | '’' | '\'' | '°' | 'º' | 'ª');
        if !inside || before.len() - at > LONGEST {
            break;
        }
        from = at;
    }
    let word = &before[from..];
    word.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// Whether a word is letters one by one with full stops between, such as `U.S` or `z.B`.
pub(super) fn is_acronym(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|part| part.chars().count() == 1 && part.chars().all(char::is_alphabetic))
}

/// Whether a word is a single letter, or initials joined by hyphens (`J.-P`).
pub(super) fn is_initial(word: &str) -> bool {
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
    /// A letter without case, or no letter.
    Other,
}

/// What stands behind a full stop and the white space after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next<'a> {
    pub(super) first: First,
    /// Its letters and digits, as long as a word that is looked up can be.
    pub(super) word: &'a str,
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
        let opening: usize = rest.chars().take(4).take_while(|c| is_opener(*c)).map(char::len_utf8).sum();
        let word = rest.get(opening..).unwrap_or_default();
        let first = match word.chars().next() {
            Some(c) if c.is_lowercase() => First::Lower,
            Some(c) if c.is_uppercase() => First::Upper,
            Some(c) if c.is_numeric() => First::Digit,
            _ => First::Other,
        };
        let length = word.char_indices().find(|(at, c)| !c.is_alphanumeric() || *at >= LONGEST);
        let word = length.map_or(word, |(end, _)| &word[..end]);
        let sign = rest.chars().next();
        Self {
            first,
            word,
            opened: opening > 0,
            quoted: sign.is_some_and(is_quote),
            continues: matches!(sign, Some(',' | ';' | ':' | '，' | '、' | '；')),
        }
    }

    /// Whether a sentence may begin here as far as letters go.
    pub(super) fn is_capital(&self) -> bool {
        self.first == First::Upper
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
