//! How the values of vectors are kept.

/// How the values of stored vectors are kept. A search is exact with respect to what is kept: it gives the ranking of
/// comparing every kept vector.
///
/// | | bytes a vector | off by |
/// |-|-|-|
/// | `F32` | `5 * dim + 12` | nothing |
/// | `F16` | `3 * dim + 12` | at most 2^-11 of each value, or 2^-25 where that is more |
/// | `Int8` | `dim + 12` | at most about a 254th of the vector's largest value; under cosine, times what scales the multiples to length 1 |
///
/// Every storage has codes of a byte a value for the first look, so that a search reads as much of each.
///
/// ```
/// use sutra_core::{Embeddings, Fingerprint, Metric, Stamp};
/// use sutra_index::{FlatIndex, Storage};
/// let vectors = Embeddings::new(2, vec![3.0, 4.0, 0.0, 1.0])?;
/// let (stamp, encoder) = (Stamp::new(1, 1), Fingerprint::new("mine"));
/// let index = FlatIndex::with_storage(stamp, encoder, Metric::Cosine, vectors, Storage::Int8)?;
/// assert_eq!((index.len(), index.storage()), (2, Storage::Int8));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Storage {
    /// As they come.
    #[default]
    F32,
    /// IEEE half precision, each value rounded to the nearest one, ties to the even one. Under cosine a vector is first
    /// scaled to length 1, and its score is divided by the length that rounding left. Under the other metrics a value
    /// beyond ±65,504 that rounds to no finite half is an error.
    F16,
    /// The nearest multiples, up to 127, of a unit that each vector has of its own. Under cosine the unit is such that the
    /// multiples have length 1, under the other metrics about a 127th of the largest value, rounded down to 17 binary
    /// digits, so that the multiples are `f32`s exactly. A vector whose largest value is below 1.5e-36 becomes zero.
    Int8,
}

impl Storage {
    /// Every one.
    pub(super) const ALL: [Self; 3] = [Self::F32, Self::F16, Self::Int8];

    /// The name of a part's format.
    pub(super) const fn format(self) -> &'static str {
        match self {
            Self::F32 => "sutra-flat",
            Self::F16 => "sutra-flat-f16",
            Self::Int8 => "sutra-flat-int8",
        }
    }

    /// How it is told from others in a segment.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::F32 => 0,
            Self::F16 => 1,
            Self::Int8 => 2,
        }
    }

    /// The bytes of a value beside its code.
    pub(super) const fn value_bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 => 2,
            Self::Int8 => 0,
        }
    }
}
