//! Sentences.

mod around;
mod chars;
mod lines;
mod marker;
mod rules;
mod run;
mod scanner;
mod splitter;
mod stops;

pub use scanner::Sentences;
pub use splitter::SentenceSplitter;
