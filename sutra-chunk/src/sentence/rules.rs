//! What a language knows of its words.

use std::sync::LazyLock;

use crate::Language;

/// What an abbreviation says about the full stop behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// It ends no sentence: a title, or a word that introduces what follows.
    BeforeName,
    /// It ends no sentence before a number.
    BeforeNumber,
    /// It ends a sentence if the next word is one that begins sentences.
    MayEnd,
    /// A time of day: as `MayEnd`, and before most names.
    Time,
}

/// The word lists of a language, lower case and sorted.
#[derive(Debug, Default)]
pub(super) struct Rules {
    abbreviations: Vec<(&'static str, Abbreviation)>,
    starters: Vec<&'static str>,
    counted: Vec<&'static str>,
    uncapitalised: Vec<&'static str>,
    /// Whether a number with a full stop is an ordinal before a name.
    pub(super) ordinals: bool,
}

impl Rules {
    pub(super) fn of(language: Language) -> &'static Self {
        static NEUTRAL: LazyLock<Rules> = LazyLock::new(|| Rules::read(include_str!("../../data/und.txt")));
        static ENGLISH: LazyLock<Rules> = LazyLock::new(|| Rules::read(include_str!("../../data/en.txt")));
        static GERMAN: LazyLock<Rules> = LazyLock::new(|| Rules::read(include_str!("../../data/de.txt")));
        static FRENCH: LazyLock<Rules> = LazyLock::new(|| Rules::read(include_str!("../../data/fr.txt")));
        static SPANISH: LazyLock<Rules> = LazyLock::new(|| Rules::read(include_str!("../../data/es.txt")));
        static INDONESIAN: LazyLock<Rules> = LazyLock::new(|| Rules::read(include_str!("../../data/id.txt")));
        match language {
            Language::Neutral | Language::Chinese | Language::Japanese => &NEUTRAL,
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::French => &FRENCH,
            Language::Spanish => &SPANISH,
            Language::Indonesian => &INDONESIAN,
        }
    }

    /// Reads a file of `data/`: `[section]` lines, words between them, comments after `#`.
    fn read(data: &'static str) -> Self {
        let mut rules = Self::default();
        let mut section = "";
        for line in data.lines().filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[') {
                section = name.trim_end_matches(']');
                continue;
            }
            for word in line.split_whitespace() {
                match section {
                    "before-name" => rules.abbreviations.push((word, Abbreviation::BeforeName)),
                    "before-number" => rules.abbreviations.push((word, Abbreviation::BeforeNumber)),
                    "may-end" => rules.abbreviations.push((word, Abbreviation::MayEnd)),
                    "time" => rules.abbreviations.push((word, Abbreviation::Time)),
                    "counted" => rules.counted.push(word),
                    "uncapitalised" => rules.uncapitalised.push(word),
                    "ordinals" => rules.ordinals = true,
                    _ => rules.starters.push(word),
                }
            }
        }
        rules.abbreviations.sort_by_key(|(word, _)| *word);
        rules.starters.sort_unstable();
        rules.counted.sort_unstable();
        rules.uncapitalised.sort_unstable();
        rules
    }

    /// What is known of a word as an abbreviation, given without its last full stop.
    pub(super) fn abbreviation(&self, word: &str) -> Option<Abbreviation> {
        let mut buffer = [0; LONGEST];
        let word = lower(word, &mut buffer)?;
        let found = self.abbreviations.binary_search_by_key(&word, |(known, _)| known).ok()?;
        Some(self.abbreviations[found].1)
    }

    /// Whether a word begins sentences far more often than names.
    pub(super) fn is_starter(&self, word: &str) -> bool {
        has(&self.starters, word)
    }

    /// Whether the language's abbreviations are known well enough to cut before a word in lower case.
    pub(super) fn cuts_before_lower(&self) -> bool {
        !self.uncapitalised.is_empty()
    }

    /// Whether a word begins sentences even in lower case.
    pub(super) fn starts_uncapitalised(&self, word: &str) -> bool {
        has(&self.uncapitalised, word)
    }

    /// Whether a number mostly follows a word.
    pub(super) fn is_counted(&self, word: &str) -> bool {
        has(&self.counted, word)
    }
}

/// The longest word, in bytes, that is looked up.
pub(super) const LONGEST: usize = 32;

fn has(words: &[&'static str], word: &str) -> bool {
    let mut buffer = [0; LONGEST];
    lower(word, &mut buffer).is_some_and(|word| words.binary_search(&word).is_ok())
}

/// A word in lower case, unless it is longer than any that is known.
fn lower<'a>(word: &str, buffer: &'a mut [u8; LONGEST]) -> Option<&'a str> {
    let mut length = 0;
    for c in word.chars().flat_map(char::to_lowercase) {
        let room = buffer.get_mut(length..length + c.len_utf8())?;
        length += c.encode_utf8(room).len();
    }
    std::str::from_utf8(&buffer[..length]).ok().filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Abbreviation, Rules};
    use crate::Language;

    #[test]
    fn words_are_found_in_any_case() {
        let rules = Rules::of(Language::German);
        assert_eq!(rules.abbreviation("Mrd"), Some(Abbreviation::BeforeName));
        assert!(rules.is_starter("ÜBER") && rules.is_starter("Dort") && !rules.is_starter("Juni"));
        assert!(rules.ordinals && rules.is_counted("Seite"));
        assert_eq!(rules.abbreviation(&"x".repeat(1000)), None);
        assert_eq!(rules.abbreviation(""), None);
    }

    #[test]
    fn no_word_is_two_abbreviations() {
        for language in Language::ALL {
            let known = &Rules::of(*language).abbreviations;
            for pair in known.windows(2) {
                assert!(pair[0] == pair[1] || pair[0].0 != pair[1].0, "{language}: {pair:?}");
            }
            assert!(!known.is_empty());
        }
    }
}
