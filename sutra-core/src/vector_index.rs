//! Retrievers over stored vectors.

use crate::forward::forward;
use crate::{ChunkId, Fingerprint, Result, Retriever, ScoreKind};

/// How two vectors are compared. The score grows with likeness in each.
///
/// ```
/// use sutra_core::{Metric, ScoreKind};
/// assert_eq!(Metric::L2.score_kind(), ScoreKind::L2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// The cosine, clamped to [-1, 1]; exactly 0 where either vector is zero.
    Cosine,
    /// The inner product.
    InnerProduct,
    /// The Euclidean distance, negated.
    L2,
}

impl Metric {
    /// The kind of the scores.
    #[must_use]
    pub const fn score_kind(self) -> ScoreKind {
        match self {
            Self::Cosine => ScoreKind::Cosine,
            Self::InnerProduct => ScoreKind::InnerProduct,
            Self::L2 => ScoreKind::L2,
        }
    }
}

/// A retriever over stored vectors, which it also hands out: similarity, MMR and neighbour edges read here.
pub trait VectorIndex: Retriever {
    /// The encoder whose vectors these are.
    fn fingerprint(&self) -> &Fingerprint;

    /// How vectors are compared.
    fn metric(&self) -> Metric;

    /// The dimension of every vector.
    fn dim(&self) -> usize;

    /// Calls `each` with position and vector of each of these chunks, in any order; chunks without a vector
    /// are passed over. A vector is what the index compares: under cosine it may be normalised.
    ///
    /// # Errors
    /// Reading may fail.
    fn vectors(&self, ids: &[ChunkId], each: &mut dyn FnMut(usize, &[f32])) -> Result<()>;
}

forward!(VectorIndex {
    fn fingerprint(&self) -> &Fingerprint {
        (**self).fingerprint()
    }
    fn metric(&self) -> Metric {
        (**self).metric()
    }
    fn dim(&self) -> usize {
        (**self).dim()
    }
    fn vectors(&self, ids: &[ChunkId], each: &mut dyn FnMut(usize, &[f32])) -> Result<()> {
        (**self).vectors(ids, each)
    }
});
