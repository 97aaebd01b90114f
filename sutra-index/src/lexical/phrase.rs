//! Words that stand next to each other.

use std::collections::HashMap;

use sutra_core::{Cancel, Result};
use sutra_text::{Analyzer, each_word};

/// Terms at their distances, in words, from the first of them. A word without a term leaves a gap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Phrase {
    /// At least one; the first at 0.
    terms: Vec<(usize, String)>,
}

impl Phrase {
    /// The phrase of a text; `None` where it has no term.
    pub(super) fn new(text: &str, analyzer: &Analyzer) -> Option<Self> {
        let (mut terms, mut buffer) = (Vec::<(usize, String)>::new(), String::new());
        let (mut word, mut first) = (0, None);
        each_word(text, |written, _| {
            if let Some(term) = analyzer.term(written, &mut buffer) {
                terms.push((word - *first.get_or_insert(word), term.to_owned()));
            }
            word += 1;
        });
        (!terms.is_empty()).then_some(Self { terms })
    }

    /// Whether it is one term, which needs no neighbours.
    pub(super) fn is_word(&self) -> bool {
        self.terms.len() == 1
    }

    /// Its terms, as often as they stand in it.
    pub(super) fn terms(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|(_, term)| term.as_str())
    }
}

/// How many words are compared between two looks at the query's cancellation.
const STEP: usize = 1 << 16;

/// The number of all words that are in no phrase.
const OTHER: u32 = u32::MAX;

/// Longer words, and more of them, are not remembered.
const LONGEST: usize = 32;
const REMEMBERED: usize = 1 << 16;

/// Which numbers the words of passages had, and room for those of one passage.
#[derive(Debug, Default)]
pub(super) struct Memory {
    known: HashMap<String, u32>,
    words: Vec<u32>,
    buffer: String,
}

/// Looks for phrases in passages.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    numbers: HashMap<String, u32>,
    /// Each with the numbers of its terms at their distances.
    required: Vec<Vec<(usize, u32)>>,
    excluded: Vec<Vec<(usize, u32)>>,
}

impl Phrases {
    pub(super) fn require(&mut self, phrase: &Phrase) {
        let phrase = self.numbered(phrase);
        self.required.push(phrase);
    }

    pub(super) fn exclude(&mut self, phrase: &Phrase) {
        let phrase = self.numbered(phrase);
        self.excluded.push(phrase);
    }

    fn numbered(&mut self, phrase: &Phrase) -> Vec<(usize, u32)> {
        let number = |(distance, term): &(usize, String)| {
            let next = self.numbers.len() as u32;
            (*distance, *self.numbers.entry(term.clone()).or_insert(next))
        };
        phrase.terms.iter().map(number).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.required.is_empty() && self.excluded.is_empty()
    }

    /// Whether every passage must be looked at.
    pub(super) fn requires(&self) -> bool {
        !self.required.is_empty()
    }

    /// Whether a passage has all the required phrases and none of the excluded ones. `memory` is of this query. O(bytes),
    /// and for each phrase O(words) times at most its terms.
    ///
    /// # Errors
    /// Those of `watch`.
    pub(super) fn accept(
        &self,
        passage: &str,
        analyzer: &Analyzer,
        memory: &mut Memory,
        watch: &dyn Cancel,
    ) -> Result<bool> {
        let Memory { known, words, buffer } = memory;
        words.clear();
        each_word(passage, |word, _| {
            if let Some(number) = known.get(word) {
                return words.push(*number);
            }
            let term = analyzer.term(word, buffer);
            let number = term.and_then(|term| self.numbers.get(term)).copied().unwrap_or(OTHER);
            words.push(number);
            if word.len() <= LONGEST && known.len() < REMEMBERED {
                known.insert(word.to_owned(), number);
            }
        });
        for phrase in &self.required {
            if !stands_in(phrase, words, watch)? {
                return Ok(false);
            }
        }
        for phrase in &self.excluded {
            if stands_in(phrase, words, watch)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn stands_in(phrase: &[(usize, u32)], words: &[u32], watch: &dyn Cancel) -> Result<bool> {
    let (Some((_, first)), Some((last, _))) = (phrase.first(), phrase.last()) else { return Ok(false) };
    let mut compared = 0;
    for at in 0..words.len().saturating_sub(*last) {
        if words[at] != *first {
            continue;
        }
        let same =
            phrase.iter().take_while(|(distance, term)| words.get(at + distance) == Some(term)).count();
        if same == phrase.len() {
            return Ok(true);
        }
        compared += same;
        if compared >= STEP {
            compared = 0;
            watch.check()?;
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use sutra_core::Unwatched;

    use super::*;

    fn holds(phrase: &str, passage: &str) -> bool {
        let analyzer = Analyzer::english();
        let mut phrases = Phrases::default();
        phrases.require(&Phrase::new(phrase, &analyzer).unwrap());
        phrases.accept(passage, &analyzer, &mut Memory::default(), &Unwatched).unwrap()
    }

    #[test]
    fn stop_words_leave_gaps() {
        assert!(holds("state of the art", "A state of the art method"));
        assert!(holds("state of the art", "the state in an art"), "a gap stands for any word");
        assert!(!holds("state of the art", "the state art") && !holds("state art", "state of the art"));
        assert!(holds("the river", "Rivers") && holds("river of the", "no river"));
        assert!(!holds("river bank", "bank river") && holds("go go stop", "go go go stop"));
        assert_eq!(Phrase::new("of the", &Analyzer::english()), None);
    }
}
