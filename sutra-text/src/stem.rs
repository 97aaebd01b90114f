//! The Snowball stemmer of a language.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use rust_stemmers::Stemmer;

use crate::Language;

/// No word of a language is longer; what is longer (a hash, a key, a data URL) stays whole.
const LONGEST: usize = 128;

/// A stemmer that can be cloned and shown.
#[derive(Clone)]
pub(crate) struct Stem {
    language: Language,
    stemmer: Arc<Stemmer>,
}

impl Stem {
    pub(crate) fn new(language: Language) -> Self {
        Self { language, stemmer: Arc::new(Stemmer::create(language.algorithm())) }
    }

    /// The stem of a word in lower case; the word itself where the stemmer would leave nothing.
    pub(crate) fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        if word.len() > LONGEST {
            return Cow::Borrowed(word);
        }
        let stem = self.stemmer.stem(word);
        if stem.is_empty() { Cow::Borrowed(word) } else { stem }
    }
}

impl fmt::Debug for Stem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stem").field(&self.language).finish()
    }
}
