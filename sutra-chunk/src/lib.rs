//! Sentence-aware chunking with exact byte spans.
//!
//! A retrieval index holds pieces of texts. This crate cuts them:
//!
//! | chunker | cuts |
//! |---|---|
//! | [`SentenceChunker`] | whole sentences, packed up to a budget; also of a text that is read bit by bit |
//! | [`MarkdownChunker`] | blocks, section by section; headings become the context |
//! | [`RecursiveChunker`] | at the best place within reach: paragraph, line, sentence, word, character |
//! | [`SemanticChunker`] | sentences, where the vectors of neighbouring ones part |
//! | [`WindowChunker`] | windows of a fixed size |
//! | [`WholeChunker`] | nothing: the whole text |
//!
//! All implement [`sutra_core::Chunker`], whose laws they keep for every text: spans are byte ranges of the very text
//! that was handed in, and every byte that is not white space lies in some piece. Time is linear in the text, memory
//! in the pieces.
//!
//! ```
//! use sutra_chunk::{Language, SentenceChunker, Unit};
//! use sutra_core::Chunker;
//!
//! let text = "# Setup\nInstall it with Dr. Smith's tool. Then run it.\n\n# Use\nAsk a question.";
//! let chunker = SentenceChunker::new(60, Unit::Characters, 1)?
//!     .with_language(Language::English)
//!     .with_headings(true);
//! let pieces = chunker.chunk(text)?;
//! assert_eq!(pieces.len(), 2);
//! assert_eq!(pieces[0].context, "Setup");
//! assert_eq!(pieces[1].span.slice(text)?, "# Use\nAsk a question.");
//! # Ok::<(), sutra_core::Error>(())
//! ```
//!
//! Sizes are counted in a [`Unit`], or by a [`ChunkSizer`] such as a model's tokeniser. Sentences alone come
//! from [`SentenceSplitter`], with the rules of a [`Language`].

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod config;
mod headings;
mod language;
mod markdown;
mod pack;
mod piece_stream;
mod recursive;
mod semantic;
mod sentence;
mod sentence_chunker;
mod sized_window;
mod sizer;
mod whole;
mod window;
mod words;

pub use config::Unit;
pub use language::Language;
pub use markdown::MarkdownChunker;
pub use piece_stream::PieceStream;
pub use recursive::RecursiveChunker;
pub use semantic::SemanticChunker;
pub use sentence::{SentenceSplitter, SentenceStream, Sentences};
pub use sentence_chunker::SentenceChunker;
pub use sizer::ChunkSizer;
pub use whole::WholeChunker;
pub use window::WindowChunker;
