//! The two parameters of BM25.

use sutra_core::{Error, Result};

/// The parameters of BM25: `k1`, how long a repeated term goes on counting, and `b`, how much a long passage
/// is held against it.
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
        Ok(Self { k1, b })
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

    /// The inverse document frequency of a term that `df` of `n` chunks hold: `ln(1 + (n-df+0.5)/(df+0.5))`,
    /// which is above 0 for every term.
    pub(crate) fn idf(n: usize, df: usize) -> f64 {
        let (n, df) = (n as f64, df as f64);
        ((n - df + 0.5) / (df + 0.5)).ln_1p()
    }

    /// What the length of a chunk adds to the denominator: `k1*(1-b+b*length/mean)`.
    pub(crate) fn norm(self, length: u32, mean: f64) -> f64 {
        let b = f64::from(self.b);
        f64::from(self.k1) * (1.0 - b + b * f64::from(length) / mean)
    }

    /// The part of a term that a chunk holds `count` times: `count*(k1+1)/(count+norm)`, at most `k1+1`.
    pub(crate) fn impact(self, count: u32, norm: f64) -> f32 {
        let count = f64::from(count);
        (count * (f64::from(self.k1) + 1.0) / (count + norm)) as f32
    }
}

impl Default for Bm25Params {
    /// `k1` = 1.2, `b` = 0.75, as in Lucene.
    fn default() -> Self {
        Self { k1: 1.2, b: 0.75 }
    }
}
