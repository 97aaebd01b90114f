//! The entry to sentence splitting.

use std::io::Read;

use super::rules::Rules;
use super::{SentenceStream, Sentences};
use crate::Language;

/// Finds the sentences of a text as byte spans.
///
/// The base is UAX #29: full stops, question and exclamation marks of all scripts end sentences, with the
/// closing quotes and brackets behind them. What its rules cannot know is added:
/// - a full stop after an initial, a title, an abbreviation or in a number, an address or an ellipsis does not
///   end a sentence, unless the next word is one that begins sentences and the abbreviation can stand last;
/// - a blank line always ends a sentence; a single line break does so only before or after an item of a list,
///   an ATX heading, a row of a table, a quotation or a fence, and behind a line that was broken early, as a title
///   is: the next word, which has a capital, would have fitted on it with room to spare;
/// - an item of a list begins a sentence, and its number belongs to it, also within a line (`1. One 2. Two`);
/// - the terminators of Chinese and Japanese, Arabic, Devanagari, Armenian, Myanmar, Ethiopic, Khmer and other scripts
///   need no space behind them; the Myanmar little section is a comma, though UAX #29 counts it among them;
/// - a language may have signs of its own: the Greek question mark `;`, and the colon, bar or doubled word space that
///   Armenian, Hindi and Amharic writers type for their full stops.
///
/// Thai has no such sign. A space stands between its sentences and its clauses alike, and only a reader can tell; so
/// a sentence ends at two spaces, at a space behind a word that ends speech (`ครับ`, `ไหม`) or before one that opens
/// a sentence (`ดังนั้น`), and at line breaks as above. Many Thai sentences stay together, few are cut in two.
///
/// Spans have no white space at their ends, increase, do not overlap, are not empty, and cover every byte that
/// is not white space. Splitting takes linear time, a short look ahead at each terminator and line break, and
/// allocates nothing.
///
/// ```
/// use sutra_chunk::{Language, SentenceSplitter};
/// let text = "Dr. Smith paid $5.20. \"Why?\" asked Ann.";
/// let sentences: Vec<_> = SentenceSplitter::new(Language::English).sentences(text).collect();
/// assert_eq!(sentences[0].range(), 0..21);
/// assert_eq!(sentences[1].slice(text)?, "\"Why?\" asked Ann.");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SentenceSplitter {
    language: Language,
    rules: &'static Rules,
}

impl SentenceSplitter {
    /// A splitter with the rules of a language. Cheap: rules are read once in a program.
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self { language, rules: Rules::of(language) }
    }

    /// The language whose rules it follows.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentences of `text`, in order.
    pub fn sentences<'a>(&self, text: &'a str) -> Sentences<'a> {
        Sentences::new(text, self.rules)
    }

    /// The sentences of a text that is read bit by bit, for texts larger than memory.
    pub fn sentences_of<R: Read>(&self, reader: R) -> SentenceStream<R> {
        SentenceStream::new(reader, self.rules)
    }
}

impl Default for SentenceSplitter {
    /// The neutral rules.
    fn default() -> Self {
        Self::new(Language::default())
    }
}
