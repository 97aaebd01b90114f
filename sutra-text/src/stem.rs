//! The Snowball stemmer of a language.

use std::fmt;
use std::sync::Arc;

use rust_stemmers::Stemmer;

use crate::Language;
use crate::stem_memory::remembered;

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

    /// Makes a word in lower case its stem; it stays where the stemmer would leave nothing.
    pub(crate) fn stem(&self, word: &mut String) {
        if word.len() <= LONGEST {
            remembered(self.language as u8, word, |word| self.stem_anew(word));
        }
    }

    fn stem_anew(&self, word: &mut String) {
        let stem = self.stemmer.stem(word);
        if stem.is_empty() {
            return;
        }
        let kept = stem.len();
        if word.starts_with(&*stem) {
            word.truncate(kept);
        } else {
            *word = stem.into_owned();
        }
    }
}

impl fmt::Debug for Stem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stem").field(&self.language).finish()
    }
}
