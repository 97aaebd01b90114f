//! Markdown: its blocks, and pieces made of them.

mod block;
mod chunker;
mod cut;
mod front_matter;
mod html;
mod line;
mod list;
mod scanner;
mod table;

pub use chunker::MarkdownChunker;
