//! What a language knows of its words and signs.

use std::sync::OnceLock;

use super::lexicon::{Abbreviation, Facts, Lexicon};
use super::signs::{Kind, Signs};
use crate::Language;

/// The rules of a language, as read from its file.
#[derive(Debug)]
pub(super) struct Rules {
    lexicon: Lexicon,
    /// The bytes to stop at.
    pub(super) signs: Signs,
    /// Whether a number with a full stop is an ordinal before a name.
    pub(super) ordinals: bool,
    /// Whether the language's abbreviations are known well enough to cut before a word in lower case.
    pub(super) cuts_before_lower: bool,
    /// Whether acronyms are spelt by the names of their letters.
    pub(super) spells: bool,
    /// Words that end sentences where only a space follows them.
    last_words: Vec<&'static str>,
    /// Words that begin sentences where only a space precedes them.
    first_words: Vec<&'static str>,
}

impl Rules {
    /// The rules of a language, read once in a program.
    pub(super) fn of(language: Language) -> &'static Self {
        static RULES: [OnceLock<Rules>; Language::ALL.len()] =
            [const { OnceLock::new() }; Language::ALL.len()];
        RULES[language as usize].get_or_init(|| Self::read(language.rules()))
    }

    /// Reads a file of `data/`: `[section]` lines, words between them, comments after `#`.
    fn read(data: &'static str) -> Self {
        let mut rules = Self {
            lexicon: Lexicon::with_room(data.split_ascii_whitespace().count()),
            signs: Signs::new(),
            ordinals: false,
            cuts_before_lower: false,
            spells: false,
            last_words: Vec::new(),
            first_words: Vec::new(),
        };
        let mut section = "";
        for line in data.lines().filter(|line| !line.starts_with('#')) {
            match line.strip_prefix('[') {
                Some(name) => section = name.trim_end_matches(']'),
                None => line.split_whitespace().for_each(|word| rules.add(section, word)),
            }
        }
        if !rules.last_words.is_empty() {
            rules.signs.add(b' ', Kind::Space);
        }
        rules
    }

    /// Takes in a word of a section.
    fn add(&mut self, section: &str, word: &'static str) {
        match section {
            "ordinals" => self.ordinals = true,
            "last-words" => self.last_words.push(word),
            "first-words" => self.first_words.push(word),
            "marks" => word.bytes().for_each(|mark| self.signs.add(mark, Kind::Mark)),
            _ => self.add_fact(section, word),
        }
    }

    fn add_fact(&mut self, section: &str, word: &'static str) {
        self.cuts_before_lower |= section == "uncapitalised";
        self.spells |= section == "letters";
        let Some(facts) = self.lexicon.entry(word) else { return };
        match section {
            "before-name" => facts.abbreviation = Some(Abbreviation::BeforeName),
            "before-number" => facts.abbreviation = Some(Abbreviation::BeforeNumber),
            "may-end" => facts.abbreviation = Some(Abbreviation::MayEnd),
            "time" => facts.abbreviation = Some(Abbreviation::Time),
            "starters" => facts.starter = true,
            "uncapitalised" => facts.uncapitalised = true,
            "counted" => facts.counted = true,
            "dates" => facts.date = true,
            "letters" => facts.letter = true,
            _ => {}
        }
    }

    /// What is known of a word, given without its last full stop.
    pub(super) fn facts(&self, word: &str) -> Facts {
        self.lexicon.facts(word)
    }

    /// What is known of a word as an abbreviation, also where another word runs into it: `dell'art`, `l'av`.
    pub(super) fn abbreviation(&self, word: &str) -> Option<Abbreviation> {
        let whole = self.facts(word).abbreviation;
        let elided = |(_, word): (&str, &str)| self.facts(word).abbreviation.filter(|_| word.len() > 1);
        whole.or_else(|| word.rsplit_once(['\'', '’']).and_then(elided))
    }

    /// Whether an ASCII character is a question or exclamation mark here.
    pub(super) fn is_mark(&self, c: char) -> bool {
        c.is_ascii() && self.signs.kind(c as u8) == Kind::Mark
    }

    /// Whether a space between these texts, with no other sign, ends a sentence.
    pub(super) fn parts_at_space(&self, before: &str, after: &str) -> bool {
        self.last_words.iter().any(|word| before.ends_with(word))
            || self.first_words.iter().any(|word| after.starts_with(word))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::Rules;
    use crate::Language;
    use crate::sentence::lexicon::{Abbreviation, Facts, LONGEST};

    const SECTIONS: &[&str] = &[
        "before-name",
        "before-number",
        "may-end",
        "time",
        "starters",
        "uncapitalised",
        "counted",
        "letters",
        "dates",
        "ordinals",
        "marks",
        "last-words",
        "first-words",
    ];

    #[test]
    fn german_is_read() {
        let rules = Rules::of(Language::German);
        assert_eq!(rules.facts("Mrd").abbreviation, Some(Abbreviation::BeforeName));
        assert!(rules.facts("ÜBER").starter && rules.facts("Dort").starter && !rules.facts("Juni").starter);
        assert!(rules.ordinals && rules.facts("Seite").counted);
        assert_eq!(rules.facts(""), Facts::default());
    }

    /// A word in a section that nobody reads, too long, in capitals or in two sections that contradict each
    /// other would be lost without a word.
    #[test]
    fn every_word_of_every_file_counts() {
        for language in Language::ALL {
            let (mut section, mut abbreviations) = ("", HashMap::new());
            for line in language.rules().lines().filter(|line| !line.starts_with('#')) {
                if let Some(name) = line.strip_prefix('[') {
                    section = name.trim_end_matches(']');
                    assert!(SECTIONS.contains(&section), "{language}: [{section}]");
                    continue;
                }
                for word in line.split_whitespace() {
                    assert_eq!(word, word.to_lowercase(), "{language}");
                    assert!(word.len() <= LONGEST || section.ends_with("-words"), "{language}: {word}");
                    if matches!(section, "before-name" | "before-number" | "may-end" | "time") {
                        let known = abbreviations.insert(word, section);
                        assert!(known.is_none_or(|known| known == section), "{language}: {word}");
                    }
                }
            }
            assert!(!abbreviations.is_empty(), "{language}");
        }
    }
}
