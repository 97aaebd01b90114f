//! Text analysis for retrieval: words, folding, stop words and stemmers by language.
//!
//! An [`Analyzer`] turns a text into the *terms* that are counted and compared. BM25, LSA and lexical overlap
//! share one, so that a word means the same to all of them; its [`fingerprint`](Analyzer::fingerprint) is
//! stored with whatever it made. A text goes through five steps:
//!
//! 1. **Words** ([`each_word`]): UAX #29 word boundaries, with the few departures that search needs.
//! 2. **Lower case.**
//! 3. **[`StopWords`]** are dropped.
//! 4. **Stemming** by the Snowball stemmer of the [`Language`].
//! 5. **Accent folding**: `café` becomes `cafe`.
//!
//! Punctuation has no meaning of its own: there is no query syntax in `-40 celsius` or `field:value`. A term
//! has no length limit.
//!
//! ```
//! use sutra_text::{Analyzer, Language, StopWords};
//!
//! let english = Analyzer::english();
//! assert_eq!(english.terms("The cats are running, -40 °C!"), ["cat", "run", "40", "c"]);
//!
//! let german = Analyzer::for_language("de".parse()?);
//! assert_eq!(german.terms("Häuser am Fluss"), ["haus", "am", "fluss"]);
//!
//! let plain = Analyzer::english().with_stemming(false).with_stop_words(StopWords::none());
//! let mut spans = Vec::new();
//! plain.each_term("The Cats", |term, range| spans.push((term.to_owned(), range)));
//! assert_eq!(spans, [("the".to_owned(), 0..3), ("cats".to_owned(), 4..8)]);
//! assert_ne!(plain.fingerprint(), english.fingerprint());
//! # Ok::<(), sutra_core::Error>(())
//! ```

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod analyzer;
mod fold;
mod hash;
mod language;
mod lower_case;
mod stem;
mod stem_memory;
mod stop_words;
mod words;

pub use analyzer::Analyzer;
pub use language::Language;
pub use stop_words::StopWords;
pub use words::each_word;
