//! Sentences.
//!
//! `signs` finds the next byte that may end a sentence, `scanner` goes from one to the next, `run` takes in the
//! terminators that stand together, `stops` decides on them with the words `around` and the `rules` of the language;
//! `lines` and `marker` know line breaks and lists. `stream` does the same for what does not fit into memory.
//!
//! # Speed
//! One thread, a megabyte of each text, beside `unicode_sentences` of UAX #29 (`benches/peers`): plain English prose at
//! about 0.9 to 1.8 GB/s where UAX #29 as it stands runs at 55 MB/s, 16 to 24 times; prose broken at 72 columns at
//! 0.65 GB/s, 11 times; German 1.1 GB/s, Chinese 1.1 (4 times) and Arabic 0.7 (6 times). A byte scan by table runs at
//! 2.7 GB/s: we are 1.5 to 4 times off. A third of the time is such a scan; the rest is 90 to 210 ns a sentence for
//! what stands around each terminator and line break: the white space, the words on both sides, a look-up or two, and
//! branches that no processor can foresee, because they are the question.

mod around;
mod chars;
mod lexicon;
mod lines;
mod marker;
mod rules;
mod run;
mod scanner;
mod signs;
mod splitter;
mod stops;
mod stream;
mod wide;

pub use scanner::Sentences;
pub use splitter::SentenceSplitter;
pub use stream::SentenceStream;
