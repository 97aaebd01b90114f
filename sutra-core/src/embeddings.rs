//! A matrix of vectors, one a row.

use crate::{Error, Result};

/// Vectors of one dimension, one a row, finite by construction.
///
/// ```
/// use sutra_core::Embeddings;
/// let embeddings = Embeddings::new(2, vec![1.0, 0.0, 0.0, 1.0])?;
/// assert_eq!(embeddings.len(), 2);
/// assert_eq!(embeddings.row(1), Some(&[0.0, 1.0][..]));
/// assert!(Embeddings::new(2, vec![1.0, f32::NAN]).is_err());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Embeddings {
    dim: usize,
    values: Vec<f32>,
}

impl Embeddings {
    /// Vectors of `dim` values each, in row-major order.
    ///
    /// # Errors
    /// [`Dimension`](crate::ErrorKind::Dimension) if `dim` is 0 or does not divide the number of values;
    /// [`NonFinite`](crate::ErrorKind::NonFinite) naming row and field of a NaN or an infinity.
    pub fn new(dim: usize, values: Vec<f32>) -> Result<Self> {
        if dim == 0 || !values.len().is_multiple_of(dim) {
            return Err(Error::dimension(format!("embeddings of {} values", values.len()), dim, 0));
        }
        if let Some(at) = values.iter().position(|value| !value.is_finite()) {
            return Err(Error::non_finite(
                format!("embedding row {} field {}", at / dim, at % dim),
                values[at],
            ));
        }
        Ok(Self { dim, values })
    }

    /// No vectors, of dimension `dim` (at least 1).
    #[must_use]
    pub fn empty(dim: usize) -> Self {
        Self { dim: dim.max(1), values: Vec::new() }
    }

    /// The dimension of every row, at least 1.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len() / self.dim
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Row `index`.
    #[must_use]
    pub fn row(&self, index: usize) -> Option<&[f32]> {
        let start = index.checked_mul(self.dim)?;
        self.values.get(start..start.checked_add(self.dim)?)
    }

    /// The rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.dim)
    }

    /// All values in row-major order.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.values
    }

    /// All values in row-major order, without a copy.
    #[must_use]
    pub fn into_vec(self) -> Vec<f32> {
        self.values
    }
}
