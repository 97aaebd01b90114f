//! Turning texts into vectors.

use crate::forward::forward;
use crate::{Embeddings, Fingerprint, Result};

/// Turns texts into vectors of one dimension.
///
/// A caller may rely on this:
/// - as many rows as texts, in their order, each of [`dim`](Self::dim) values, all finite;
/// - a row depends on its own text alone: alone or in any batch it is the same;
/// - a text in which the encoder recognises nothing (a blank one, for instance) is the zero vector, and no
///   other text is: an encoder whose values may cancel out, such as signed hashing, must see to it;
/// - two encoders with one fingerprint give the same vectors.
///
/// ```
/// use sutra_core::{Embeddings, Encoder, Fingerprint, Result};
/// struct Vowels;
/// impl Encoder for Vowels {
///     fn dim(&self) -> usize { 5 }
///     fn fingerprint(&self) -> Fingerprint { Fingerprint::new("vowels") }
///     fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
///         let count = |text: &str, vowel| text.chars().filter(|c| *c == vowel).count() as f32;
///         Embeddings::new(5, texts.iter().flat_map(|t| "aeiou".chars().map(|v| count(t, v))).collect())
///     }
/// }
/// assert_eq!(Vowels.encode_queries(&["banana"])?.row(0).unwrap()[0], 3.0);
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait Encoder: Send + Sync {
    /// The dimension of every vector, at least 1.
    fn dim(&self) -> usize;

    /// What exactly makes these vectors.
    fn fingerprint(&self) -> Fingerprint;

    /// The vectors of passages that are searched.
    ///
    /// # Errors
    /// A model that fails; a NaN or an infinity that a model gives, naming the item.
    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings>;

    /// The vectors of queries, for encoders that treat them apart.
    ///
    /// # Errors
    /// As [`encode_passages`](Self::encode_passages).
    fn encode_queries(&self, texts: &[&str]) -> Result<Embeddings> {
        self.encode_passages(texts)
    }
}

forward!(Encoder {
    fn dim(&self) -> usize {
        (**self).dim()
    }
    fn fingerprint(&self) -> Fingerprint {
        (**self).fingerprint()
    }
    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        (**self).encode_passages(texts)
    }
    fn encode_queries(&self, texts: &[&str]) -> Result<Embeddings> {
        (**self).encode_queries(texts)
    }
});
