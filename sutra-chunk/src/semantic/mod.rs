//! Pieces that end where the subject changes.

mod chunker;
mod seams;

pub use chunker::SemanticChunker;
