//! Maximal marginal relevance.

use std::fmt;
use std::sync::Arc;

use sutra_core::{Error, Reranker, Result, Scored, Search, VectorIndex};

/// Spreads a list over different passages: maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998).
///
/// Each step takes the candidate with the largest `lambda * score - (1 - lambda) * s`, where `s` is the largest
/// similarity to what was taken already, `(1 + cos) / 2` of the stored vectors and 0 before anything was taken. A
/// candidate without a vector is unlike everything. Scores are taken as they are, so give it a list ranked by a final
/// score, which lies in [0, 1]. Ties go by the place in the list.
///
/// Costs O(limit * n * dim) for a list of n; the memory of n vectors.
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::VectorIndex;
/// use sutra_rerank::Mmr;
/// fn diverse(index: Arc<dyn VectorIndex>) -> sutra_core::Result<Mmr> {
///     Ok(Mmr::new(index, 0.7)?.with_limit(10))
/// }
/// ```
#[derive(Clone)]
pub struct Mmr {
    index: Arc<dyn VectorIndex>,
    lambda: f32,
    limit: Option<usize>,
}

impl fmt::Debug for Mmr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mmr")
            .field("lambda", &self.lambda)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

impl Mmr {
    /// MMR over the vectors of `index`. A `lambda` of 1 keeps the order; 0 looks at difference alone.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a lambda outside 0 to 1.
    pub fn new(index: Arc<dyn VectorIndex>, lambda: f32) -> Result<Self> {
        if !(0.0..=1.0).contains(&lambda) {
            return Err(Error::invalid_config(format!("the lambda of MMR lies in 0 to 1, and is {lambda}")));
        }
        Ok(Self { index, lambda, limit: None })
    }

    /// The same, but only the first `limit` places are spread: the rest follows in the order it had.
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The vectors of the list at unit length; `None` where there is none, or it is zero.
    fn unit_vectors(&self, list: &[Scored<'_>]) -> Result<Vec<Option<Vec<f32>>>> {
        let ids: Vec<_> = list.iter().map(|scored| scored.candidate.chunk).collect();
        let mut vectors = vec![None; list.len()];
        self.index.vectors(&ids, &mut |at, vector| {
            let norm = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
            if let (Some(slot), true) = (vectors.get_mut(at), norm > 0.0) {
                *slot = Some(vector.iter().map(|value| (f64::from(*value) / norm) as f32).collect());
            }
        })?;
        Ok(vectors)
    }
}

impl Reranker for Mmr {
    fn rerank(&self, search: &Search<'_>, list: &[Scored<'_>]) -> Result<Vec<usize>> {
        if let Some(stamp) = self.index.stamp() {
            search.stamp().ensure(stamp, "the index of MMR")?;
        }
        let vectors = self.unit_vectors(list)?;
        let mut likest = vec![0.0_f32; list.len()];
        let mut left: Vec<usize> = (0..list.len()).collect();
        let mut order = Vec::with_capacity(list.len());
        while !left.is_empty() && order.len() < self.limit.unwrap_or(list.len()) {
            search.check()?;
            let gain = |at: usize| self.lambda * list[at].score - (1.0 - self.lambda) * likest[at];
            let best = left.iter().enumerate().fold((0, f32::NEG_INFINITY), |best, (place, &at)| {
                if gain(at) > best.1 { (place, gain(at)) } else { best }
            });
            let taken = left.remove(best.0);
            order.push(taken);
            for &at in &left {
                if let (Some(a), Some(b)) = (&vectors[taken], &vectors[at]) {
                    let cosine: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                    likest[at] = likest[at].max((1.0 + cosine.clamp(-1.0, 1.0)) / 2.0);
                }
            }
        }
        order.extend(left);
        Ok(order)
    }
}
