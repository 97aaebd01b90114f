//! The whole text as one chunk.

use sutra_core::{Chunker, Piece, Result, Span};

/// Leaves a text in one piece, white space around it included. A blank text has none.
///
/// ```
/// use sutra_chunk::WholeChunker;
/// use sutra_core::Chunker;
/// assert_eq!(WholeChunker.chunk("One. Two. ")?[0].span.range(), 0..10);
/// assert!(WholeChunker.chunk(" \n")?.is_empty());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WholeChunker;

impl Chunker for WholeChunker {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![Piece::new(Span::whole(text))])
    }
}
