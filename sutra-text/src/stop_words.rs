//! Words that say nothing about what a text is about.

use std::sync::{Arc, OnceLock};

use crate::Language;
use crate::hash::hash;

/// The list of each language, in the order of [`Language::ALL`], made when it is first asked for.
static LISTS: [OnceLock<StopWords>; Language::ALL.len()] = [const { OnceLock::new() }; Language::ALL.len()];

/// A set of words, in lower case, that an [`Analyzer`](crate::Analyzer) drops. Cloning is cheap.
///
/// Looking a word up costs O(bytes).
///
/// ```
/// use sutra_text::{Analyzer, StopWords};
/// use sutra_text::Language::German;
/// assert!(StopWords::english().contains("the"));
/// let analyzer = Analyzer::for_language(German).with_stop_words(StopWords::for_language(German));
/// assert_eq!(analyzer.terms("Die Brücke über den Fluss"), ["bruck", "fluss"]);
/// let analyzer = Analyzer::neutral().with_stop_words(StopWords::of(["der", "die", "das"]));
/// assert_eq!(analyzer.terms("Die Brücke"), ["brücke"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopWords {
    /// Each once, bucket by bucket, sorted in each.
    words: Arc<[String]>,
    /// Where each bucket starts, and the last one ends; none where there are no words.
    starts: Arc<[usize]>,
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
        Self::for_language(Language::English)
    }

    /// Function words of a language: articles, pronouns, prepositions, conjunctions, auxiliaries, and the particles that
    /// go with them. The lists were written for this crate, from the closed classes of each grammar; they hold whole
    /// words as [`each_word`](crate::each_word) gives them.
    #[must_use]
    pub fn for_language(language: Language) -> Self {
        let read = || {
            let lines = language.stop_word_file().lines().filter(|line| !line.starts_with('#'));
            Self::of(lines.flat_map(str::split_whitespace))
        };
        // Every language has its place.
        LISTS.get(language as usize).map_or_else(read, |list| list.get_or_init(read).clone())
    }

    /// These words, brought to lower case; blank ones and repetitions are left out.
    #[must_use]
    pub fn of<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Self {
        let mut words: Vec<_> = words.into_iter().map(|word| word.as_ref().trim().to_lowercase()).collect();
        words.retain(|word| !word.is_empty());
        words.sort_unstable();
        words.dedup();
        // As many as there are words, or a few more.
        let buckets = words.len().next_power_of_two();
        words.sort_by_key(|word| bucket(word, buckets));
        let start = |at| words.partition_point(|word| bucket(word, buckets) < at);
        let starts = if words.is_empty() { Vec::new() } else { (0..=buckets).map(start).collect() };
        Self { starts: starts.into(), words: words.into() }
    }

    /// Whether a word, in lower case, is one of them.
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let at = bucket(word, self.starts.len() - 1);
        let bucket = self.starts.get(at).zip(self.starts.get(at + 1));
        let words = bucket.and_then(|(start, end)| self.words.get(*start..*end));
        words.is_some_and(|words| words.iter().any(|stop| stop == word))
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
        let mut words: Vec<_> = self.words.iter().collect();
        words.sort_unstable();
        let bytes = words.into_iter().flat_map(|word| word.bytes().chain([0xff]));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
}

/// The bucket of a word among `buckets`, a power of two.
fn bucket(word: &str, buckets: usize) -> usize {
    hash(word) as usize & (buckets - 1)
}
