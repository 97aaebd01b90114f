//! Contexts for prompts, and filters as text, through the public interface.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod build;
mod filter_language;
mod props;
mod recipe_file;

use sutra::chunk::{SentenceChunker, Unit};
use sutra::core::{Document, Query};
use sutra::{Pipeline, SearchResults};

/// BM25 over chunks of about one sentence, `overlap` sentences in common.
fn pipeline(max: usize, overlap: usize, documents: Vec<Document>) -> Pipeline {
    let chunker = SentenceChunker::new(max, Unit::Bytes, overlap).unwrap();
    Pipeline::builder().bm25("bm25").chunker(chunker).build(documents).unwrap()
}

/// The hits for a question, at most `limit`.
fn search(pipeline: &Pipeline, question: &str, limit: usize) -> SearchResults {
    pipeline.search(&Query::new(question).with_limit(limit)).unwrap()
}
