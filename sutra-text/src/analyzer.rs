//! From a text to its terms.

use std::ops::Range;

use sutra_core::Fingerprint;

use crate::fold::fold;
use crate::lower_case::lower_case;
use crate::stem::Stem;
use crate::{Language, StopWords, each_word};

/// Raised whenever the same text may give other terms than before.
const VERSION: u32 = 1;

/// Turns a text into the terms that are counted and compared. Immutable, cheap to clone.
///
/// [`english`](Self::english) and [`for_language`](Self::for_language) are for texts of one language: the stemmer gains 1
/// to 5 points of MRR@10 over [`neutral`](Self::neutral), which is for everything else, Chinese, Japanese and Thai included.
/// The README has the table by which the defaults were chosen.
///
/// A thread remembers up to 8,192 stems (384 KB), since texts repeat their words; that changes no term.
///
/// ```
/// use sutra_text::Analyzer;
/// let analyzer = Analyzer::english();
/// assert_eq!(analyzer.terms("Searching the searches"), ["search", "search"]);
/// assert_eq!(analyzer.terms("¿?!"), [""; 0]);
/// ```
#[derive(Clone, Debug)]
pub struct Analyzer {
    language: Option<Language>,
    stop_words: StopWords,
    stem: Option<Stem>,
    fold: bool,
}

impl Analyzer {
    /// English: stop words dropped, stemmed, accents folded.
    #[must_use]
    pub fn english() -> Self {
        Self::for_language(Language::English)
    }

    /// No language: words in lower case, nothing dropped, stemmed or folded.
    #[must_use]
    pub fn neutral() -> Self {
        Self { language: None, stop_words: StopWords::none(), stem: None, fold: false }
    }

    /// The defaults of a language: stemmed; for English, stop words dropped and accents folded too. Elsewhere
    /// an accent may tell words apart, and stop words are the caller's choice ([`StopWords::for_language`]).
    #[must_use]
    pub fn for_language(language: Language) -> Self {
        let english = language == Language::English;
        let stop_words = if english { StopWords::english() } else { StopWords::none() };
        Self { language: Some(language), stop_words, stem: Some(Stem::new(language)), fold: english }
    }

    /// The same analyser with other stop words. They are compared before stemming.
    #[must_use]
    pub fn with_stop_words(mut self, stop_words: StopWords) -> Self {
        self.stop_words = stop_words;
        self
    }

    /// The same analyser with or without stemming. Without a language there is none.
    #[must_use]
    pub fn with_stemming(mut self, stemming: bool) -> Self {
        self.stem = self.language.filter(|_| stemming).map(Stem::new);
        self
    }

    /// The same analyser with or without accent folding of Latin letters (`é` to `e`, `ß` to `ss`).
    #[must_use]
    pub fn with_accent_folding(mut self, folding: bool) -> Self {
        self.fold = folding;
        self
    }

    /// Language, options and version: two analysers with equal fingerprints give the same terms.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let language = self.language.map_or("neutral", Language::code);
        let stop = if self.stop_words.is_empty() {
            "none".to_owned()
        } else {
            format!("{:016x}", self.stop_words.digest())
        };
        Fingerprint::new(format!(
            "text;version={VERSION};language={language};stop={stop};stem={};fold={}",
            self.stem.is_some(),
            self.fold
        ))
    }

    /// Calls `each` with every term of `text` and the byte range of the word that it comes from, in order.
    ///
    /// Words are those of [`each_word`]; pairs of characters overlap in scripts without spaces. O(bytes).
    pub fn each_term(&self, text: &str, mut each: impl FnMut(&str, Range<usize>)) {
        let mut buffer = String::new();
        each_word(text, |word, range| {
            if let Some(term) = self.term(word, &mut buffer) {
                each(term, range);
            }
        });
    }

    /// The terms of `text`, in order, repeated as they are there.
    #[must_use]
    pub fn terms(&self, text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        self.each_term(text, |term, _| terms.push(term.to_owned()));
        terms
    }

    /// The term of one word as [`each_word`] gives it, or `None` for a stop word. `buffer` is room that a
    /// caller keeps between calls; what it holds does not matter.
    ///
    /// A caller that meets the same words again and again may remember their terms: a term depends on the
    /// word alone.
    ///
    /// ```
    /// let (analyzer, mut buffer) = (sutra_text::Analyzer::english(), String::new());
    /// assert_eq!(analyzer.term("Rivers", &mut buffer), Some("river"));
    /// assert_eq!(analyzer.term("The", &mut buffer), None);
    /// ```
    pub fn term<'a>(&self, word: &str, buffer: &'a mut String) -> Option<&'a str> {
        lower_case(word, buffer);
        if self.stop_words.contains(buffer) {
            return None;
        }
        // English and neutral words are stemmed as if they had no accents; other stemmers need them.
        let early = self.fold && matches!(self.language, None | Some(Language::English));
        if early {
            replace(buffer, fold(buffer));
        }
        if let Some(stem) = &self.stem {
            stem.stem(buffer);
        }
        if self.fold && !early {
            replace(buffer, fold(buffer));
        }
        Some(buffer)
    }
}

fn replace(buffer: &mut String, other: Option<String>) {
    if let Some(other) = other {
        *buffer = other;
    }
}
