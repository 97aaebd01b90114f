//! The encoder that the laws use where they need one.

use super::generated::WORDS;
use crate::{Embeddings, Encoder, Fingerprint, Result};

/// Counts the words of a generated corpus, each in a field of its own: a plain encoder that keeps every law.
///
/// ```
/// use sutra_core::{Encoder, laws::WordEncoder};
/// let row = WordEncoder.encode_passages(&["oak elm oak", "unheard"])?;
/// assert_eq!(row.row(0).unwrap()[..3], [2.0, 1.0, 0.0]);
/// assert!(row.row(1).unwrap().iter().all(|value| *value == 0.0));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct WordEncoder;

impl Encoder for WordEncoder {
    fn dim(&self) -> usize {
        WORDS.len()
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("words of the laws")
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let count =
            |text: &str, word: &str| text.split_whitespace().filter(|found| *found == word).count() as f32;
        let values = texts.iter().flat_map(|text| WORDS.iter().map(|word| count(text, word)));
        Embeddings::new(self.dim(), values.collect())
    }
}
