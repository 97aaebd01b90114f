//! Cutting a text into pieces.

use crate::forward::forward;
use crate::{Piece, Result};

/// Cuts a text into the pieces that are indexed.
///
/// A caller may rely on this, for every text:
/// - `piece.span.slice(text)` succeeds: spans are whole characters of this very text;
/// - no span is empty, and starts increase strictly;
/// - every byte that is not white space lies in some piece, but for what the chunker says it drops;
/// - the last piece holds at least one byte that no earlier piece holds;
/// - a blank text has no pieces;
/// - the same text gives the same pieces.
///
/// ```
/// use sutra_core::{Chunker, Piece, Result, Span};
/// struct Lines;
/// impl Chunker for Lines {
///     fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
///         let mut start = 0;
///         let mut pieces = Vec::new();
///         for line in text.split_inclusive('\n') {
///             if !line.trim().is_empty() {
///                 pieces.push(Piece::new(Span::of(text, start..start + line.len())?));
///             }
///             start += line.len();
///         }
///         Ok(pieces)
///     }
/// }
/// assert_eq!(Lines.chunk("a\n\nb")?.len(), 2);
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait Chunker: Send + Sync {
    /// The pieces of `text`, in order.
    ///
    /// # Errors
    /// Whatever the chunker needs beyond the text, such as an encoder, may fail.
    fn chunk(&self, text: &str) -> Result<Vec<Piece>>;
}

forward!(Chunker {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        (**self).chunk(text)
    }
});
