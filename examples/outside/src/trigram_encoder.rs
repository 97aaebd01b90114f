//! Character trigrams, hashed.

use sutra_core::{Embeddings, Encoder, Error, Fingerprint, Result};

use crate::words::{SEED, fnv1a, normalise, words};

/// Counts the character trigrams of each word (with its ends marked) in a fixed number of places, and scales the
/// counts to length 1. Words that share a stem share most of their trigrams, so `walls` is near `wall`.
///
/// Counts carry no sign: signed hashing has less bias, but trigrams of one text could cancel each other, and only a
/// text without words may be the zero vector. O(characters) a text.
///
/// ```
/// use outside::TrigramEncoder;
/// use sutra_core::Encoder;
/// let vectors = TrigramEncoder::new(256)?.encode_passages(&["wall", "walls", "bread"])?;
/// let dot = |a: usize, b: usize| {
///     let (a, b) = (vectors.row(a).unwrap(), vectors.row(b).unwrap());
///     a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>()
/// };
/// assert!(dot(0, 1) > 0.5 && dot(0, 2) < 0.2);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TrigramEncoder {
    dim: usize,
}

impl TrigramEncoder {
    /// Vectors of `dim` values, at least 1.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a dimension of 0.
    pub fn new(dim: usize) -> Result<Self> {
        if dim == 0 {
            return Err(Error::invalid_config("a trigram encoder needs a dimension of at least 1"));
        }
        Ok(Self { dim })
    }

    fn encode(&self, text: &str) -> Vec<f32> {
        let mut row = vec![0.0; self.dim];
        for word in words(text) {
            let marked: Vec<char> = std::iter::once('#').chain(word.chars()).chain(['#']).collect();
            for trigram in marked.windows(3) {
                let bytes: String = trigram.iter().collect();
                let place = fnv1a(SEED, bytes.as_bytes()) % self.dim as u64;
                row[place as usize] += 1.0;
            }
        }
        normalise(&mut row);
        row
    }
}

impl Encoder for TrigramEncoder {
    fn dim(&self) -> usize {
        self.dim
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(format!("outside-trigrams;version=1;dim={}", self.dim))
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        Embeddings::new(self.dim, texts.iter().flat_map(|text| self.encode(text)).collect())
    }
}
