//! Words that say nothing about what a text is about.

use std::sync::{Arc, LazyLock};

/// One word a line; `#` starts a comment.
static ENGLISH: LazyLock<StopWords> = LazyLock::new(|| {
    let lines = include_str!("../data/stop_words.en.txt").lines();
    StopWords::of(lines.filter(|line| !line.starts_with('#')))
});

/// A set of words, in lower case, that an [`Analyzer`](crate::Analyzer) drops. Cloning is cheap.
///
/// Looking a word up costs O(log n).
///
/// ```
/// use sutra_text::{Analyzer, StopWords};
/// assert!(StopWords::english().contains("the"));
/// let analyzer = Analyzer::neutral().with_stop_words(StopWords::of(["der", "die", "das"]));
/// assert_eq!(analyzer.terms("Die Brücke"), ["brücke"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopWords {
    /// Sorted, each once.
    words: Arc<[String]>,
}

impl StopWords {
    /// No word at all.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Function words of English: pronouns, articles, auxiliaries, prepositions, conjunctions, contractions.
    #[must_use]
    pub fn english() -> Self {
        ENGLISH.clone()
    }

    /// These words, brought to lower case; blank ones and repetitions are left out.
    #[must_use]
    pub fn of<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Self {
        let mut words: Vec<_> = words.into_iter().map(|word| word.as_ref().trim().to_lowercase()).collect();
        words.retain(|word| !word.is_empty());
        words.sort_unstable();
        words.dedup();
        Self { words: words.into() }
    }

    /// Whether a word, in lower case, is one of them.
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        self.words.binary_search_by(|stop| stop.as_str().cmp(word)).is_ok()
    }

    /// How many words there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// FNV-1a over the words, each ended by a byte that is in no UTF-8: the same set, the same number.
    pub(crate) fn digest(&self) -> u64 {
        let bytes = self.words.iter().flat_map(|word| word.bytes().chain([0xff]));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
}
