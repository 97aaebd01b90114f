//! Sizes that are not plain units, such as the tokens of a model.

use std::sync::Arc;

/// Says how large a text is, in whatever the budget is counted in: most often a model's tokens.
///
/// Contract: a longer slice from the same start is not smaller. Where that does not hold exactly, chunks may
/// be a little smaller than the budget allows; they are never larger.
///
/// ```
/// use sutra_chunk::{ChunkSizer, SentenceChunker};
/// use sutra_core::Chunker;
/// struct Vowels;
/// impl ChunkSizer for Vowels {
///     fn size(&self, text: &str) -> usize {
///         text.chars().filter(|c| "aeiou".contains(*c)).count()
///     }
/// }
/// let chunker = SentenceChunker::sized_by(4, Vowels, 0)?;
/// assert_eq!(chunker.chunk("We sat. We left. They ran.")?.len(), 2);
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait ChunkSizer: Send + Sync {
    /// The size of `text`.
    fn size(&self, text: &str) -> usize;
}

macro_rules! forward {
    ($($holder:ty),*) => {
        $(impl<T: ChunkSizer + ?Sized> ChunkSizer for $holder {
            fn size(&self, text: &str) -> usize {
                (**self).size(text)
            }
        })*
    };
}

forward!(&T, Box<T>, Arc<T>);
