//! Feature hashing.

use sutra_core::{Embeddings, Encoder, Error, Fingerprint, Result};
use sutra_text::Analyzer;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::l2_normalize;

/// Raised whenever the same text may give another vector than before.
const VERSION: u32 = 1;

/// The largest dimension: 4 MB a vector.
const MAX_DIM: usize = 1 << 20;

// Features of different kinds have hashes of their own.
const TERM: u64 = 0;
const BIGRAM: u64 = 1;
const CHARACTERS: u64 = 2;

/// An encoder that needs no fit: every term of a text falls into one of `dim` buckets, with a sign.
///
/// A term that occurs `tf` times adds `±(1 + ln tf)` to its bucket; the vector is then scaled to length 1. The
/// signs make collisions cancel on average, so that the inner product is unbiased (Weinberger et al. 2009,
/// "Feature Hashing for Large Scale Multitask Learning"). Bucket and sign come from the XXH3 hash of the term,
/// which is the same on every machine. A text without terms is the zero vector, and no other is.
///
/// Encoding takes O(bytes + terms · log terms + dim) a text.
///
/// ```
/// use sutra_core::Encoder;
/// use sutra_encode::HashEncoder;
/// let encoder = HashEncoder::new(256)?;
/// let vectors = encoder.encode_passages(&["red apples", "an apple, red", "?"])?;
/// assert_eq!(vectors.row(0), vectors.row(1));
/// assert_eq!(vectors.row(2), Some(&[0.0; 256][..]));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct HashEncoder {
    dim: usize,
    analyzer: Analyzer,
    bigrams: bool,
    characters: usize,
}

impl HashEncoder {
    /// Hashes the terms of [`Analyzer::english`] into `dim` buckets, from 1 to 1,048,576; 256 is a good start.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `dim` is out of that range.
    pub fn new(dim: usize) -> Result<Self> {
        if dim == 0 || dim > MAX_DIM {
            return Err(Error::invalid_config(format!(
                "a hash encoder has 1 to {MAX_DIM} buckets, not {dim}"
            )));
        }
        Ok(Self { dim, analyzer: Analyzer::english(), bigrams: false, characters: 0 })
    }

    /// The same encoder over the terms of another analyser.
    #[must_use]
    pub fn with_analyzer(mut self, analyzer: Analyzer) -> Self {
        self.analyzer = analyzer;
        self
    }

    /// The same encoder with pairs of neighbouring terms as features too, or without. Off by default.
    #[must_use]
    pub fn with_bigrams(mut self, bigrams: bool) -> Self {
        self.bigrams = bigrams;
        self
    }

    /// The same encoder with every run of `length` characters inside a term as features too, its ends marked:
    /// misspelt and inflected words stay close. 0, the default, leaves them out.
    #[must_use]
    pub fn with_characters(mut self, length: usize) -> Self {
        self.characters = length;
        self
    }

    /// The hashes of all features of `text`, repeated as they occur.
    fn features(&self, text: &str, features: &mut Vec<u64>) {
        let mut last = None;
        let mut marked = String::new();
        self.analyzer.each_term(text, |term, _| {
            let hash = feature(TERM, term.as_bytes());
            features.push(hash);
            if let Some(last) = last.replace(hash).filter(|_| self.bigrams) {
                let pair: [u64; 2] = [last, hash];
                features.push(feature(BIGRAM, pair.map(u64::to_le_bytes).as_flattened()));
            }
            if self.characters > 0 {
                marked.clear();
                marked.extend(["\u{2}", term, "\u{3}"]);
                each_run(&marked, self.characters, |run| features.push(feature(CHARACTERS, run.as_bytes())));
            }
        });
    }

    /// Adds the features to their buckets: signed, or where everything cancels out, unsigned.
    fn fill(features: &[u64], row: &mut [f32]) {
        for signed in [true, false] {
            let mut mass = 0.0;
            for run in features.chunk_by(|a, b| a == b) {
                let weight = 1.0 + (run.len() as f32).ln();
                let (bucket, negative) = place(run[0], row.len());
                row[bucket] += if signed && negative { -weight } else { weight };
                mass += weight;
            }
            // What is left of a cancellation is rounding.
            if row.iter().any(|value| value.abs() > mass * 1e-6) {
                return;
            }
            row.fill(0.0);
        }
    }
}

impl Encoder for HashEncoder {
    fn dim(&self) -> usize {
        self.dim
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(format!(
            "hash;version={VERSION};dim={};bigrams={};characters={};{}",
            self.dim,
            self.bigrams,
            self.characters,
            self.analyzer.fingerprint()
        ))
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let mut values = vec![0.0; texts.len() * self.dim];
        let mut features = Vec::new();
        for (text, row) in texts.iter().zip(values.chunks_exact_mut(self.dim)) {
            features.clear();
            self.features(text, &mut features);
            features.sort_unstable();
            Self::fill(&features, row);
            l2_normalize(row);
        }
        Embeddings::new(self.dim, values)
    }
}

fn feature(kind: u64, bytes: &[u8]) -> u64 {
    if kind == TERM { xxh3_64(bytes) } else { xxh3_64_with_seed(bytes, kind) }
}

/// The bucket of a hash, uniform over `dim` by its upper bits, and whether its sign is negative.
fn place(hash: u64, dim: usize) -> (usize, bool) {
    let bucket = ((hash >> 32) * dim as u64) >> 32;
    (bucket as usize, hash & 1 == 1)
}

/// Every run of `length` characters of `text`; none if it is shorter.
fn each_run(text: &str, length: usize, mut each: impl FnMut(&str)) {
    let starts = text.char_indices().map(|(at, _)| at);
    let ends = text.char_indices().map(|(at, _)| at).skip(length).chain([text.len()]);
    if text.chars().nth(length - 1).is_some() {
        starts.zip(ends).for_each(|(start, end)| each(&text[start..end]));
    }
}
