//! Sentence-aware chunking with exact byte spans.
