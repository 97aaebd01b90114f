//! The parameters of BM25.

use sutra_core::{Error, Result};

/// The forms of BM25. With `f`, how often a chunk holds the term, `n` of `N` chunks that hold it, and
/// `K = k1 * (1 - b + b * length / mean length)`, the part of a term is the product of its two columns:
///
/// | variant | idf | of the chunk |
/// |---|---|---|
/// | `Lucene` | `ln(1 + (N - n + 0.5) / (n + 0.5))` | `f (k1 + 1) / (f + K)` |
/// | `Atire` | `ln(N / n)` | `f (k1 + 1) / (f + K)` |
/// | `L` | `ln((N + 1) / (n + 0.5))` | `(k1 + 1) (c + delta) / (k1 + c + delta)`, where `c = f k1 / K` |
/// | `Plus` | `ln((N + 1) / n)` | `delta + f (k1 + 1) / (f + K)` |
///
/// `Lucene` is the idf of Lucene in the form of Robertson and Zaragoza (2009); ATIRE is of Trotman, Jia and Crane (2012),
/// BM25L and BM25+ of Lv and Zhai (2011), who found `delta` = 0.5 and 1 to work. A term that a chunk does not hold adds
/// nothing in any of them; under `Atire`, nor does one that all chunks hold.
///
/// ```
/// use sutra_index::{Bm25Params, Bm25Variant};
/// let params = Bm25Params::default().with_variant(Bm25Variant::Plus { delta: 1.0 })?;
/// assert_eq!(params.variant(), Bm25Variant::Plus { delta: 1.0 });
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Bm25Variant {
    /// The default.
    #[default]
    Lucene,
    /// ATIRE.
    Atire,
    /// BM25L: long chunks are held less against it.
    L {
        /// What is added to the normalised count, 0 or more.
        delta: f32,
    },
    /// BM25+: holding a term counts at least so much.
    Plus {
        /// What is added to the part of the chunk, 0 or more.
        delta: f32,
    },
}

/// The parameters of BM25: `k1`, how long a repeated term goes on counting, `b`, how much a long passage is held
/// against it, and the [`Bm25Variant`].
///
/// ```
/// use sutra_index::Bm25Params;
/// assert_eq!(Bm25Params::default(), Bm25Params::new(1.2, 0.75)?);
/// assert!(Bm25Params::new(-1.0, 0.75).is_err());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bm25Params {
    k1: f32,
    b: f32,
    variant: Bm25Variant,
}

impl Bm25Params {
    /// `k1`, 0 or more (0 counts presence only), and `b`, 0 (lengths ignored) to 1 (fully normalised).
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) naming the parameter that is outside its range
    /// or not finite.
    pub fn new(k1: f32, b: f32) -> Result<Self> {
        if !(k1.is_finite() && k1 >= 0.0) {
            return Err(Error::invalid_config(format!(
                "k1 of BM25 is {k1}, and must be finite and 0 or more"
            )));
        }
        if !(0.0..=1.0).contains(&b) {
            return Err(Error::invalid_config(format!("b of BM25 is {b}, and must be within 0 and 1")));
        }
        Ok(Self { k1, b, variant: Bm25Variant::Lucene })
    }

    /// The same parameters in another form of BM25.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a delta that is below 0, beyond 1,000 or not a number.
    pub fn with_variant(mut self, variant: Bm25Variant) -> Result<Self> {
        if let Bm25Variant::L { delta } | Bm25Variant::Plus { delta } = variant
            && !(0.0..=1000.0).contains(&delta)
        {
            return Err(Error::invalid_config(format!(
                "delta of BM25 is {delta}, and must be within 0 and 1000"
            )));
        }
        self.variant = variant;
        Ok(self)
    }

    /// The form of BM25.
    #[must_use]
    pub fn variant(self) -> Bm25Variant {
        self.variant
    }

    /// The saturation of repeated terms.
    #[must_use]
    pub fn k1(self) -> f32 {
        self.k1
    }

    /// The share of length normalisation.
    #[must_use]
    pub fn b(self) -> f32 {
        self.b
    }
}

impl Default for Bm25Params {
    /// `k1` = 1.2, `b` = 0.75 and the variant `Lucene`, as there.
    fn default() -> Self {
        Self { k1: 1.2, b: 0.75, variant: Bm25Variant::Lucene }
    }
}
