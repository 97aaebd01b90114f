//! Exact dense search with a first pass over bytes.

use sutra_core::{
    ChunkId, Corpus, Embeddings, Encoding, Error, Filtering, Fingerprint, Metric, Ranking, Result, Retriever,
    Scale, ScoreKind, Search, Stamp, TopK, VectorIndex,
};

use crate::words::normalise;

/// Finds the vectors of greatest cosine. A first pass multiplies the query with one byte a value, a quarter of the
/// memory; only what could still reach the `k` best is scored from the whole numbers, so the result is exact.
///
/// A value `v` of a vector with the largest value `m` is stored as the byte nearest to `127 v / m`, which is off by at
/// most half a step, `m / 254`. The product with a query `q` is then off by at most `|q|₁ m / 254`: an upper bound,
/// and a vector whose bound lies *below* the threshold cannot enter. One that is equal may, by its document's id.
///
/// O(chunks × dim) a query; memory 5 bytes a value.
///
/// ```
/// use outside::QuantisedIndex;
/// use sutra_core::{Embeddings, Fingerprint, Stamp, VectorIndex};
/// let vectors = Embeddings::new(2, vec![3.0, 4.0, 0.0, 1.0])?;
/// let index = QuantisedIndex::new(Stamp::new(1, 1), Fingerprint::new("mine"), vectors)?;
/// assert_eq!(index.dim(), 2);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct QuantisedIndex {
    stamp: Stamp,
    encoder: Fingerprint,
    /// The vectors at length 1, or zero; row `i` is that of chunk `i`.
    rows: Embeddings,
    /// The same as bytes.
    codes: Vec<i8>,
    /// Half a step of each row's bytes.
    half_steps: Vec<f32>,
}

/// What rounding in f32 may add to a product of two vectors of length 1, with room to spare.
const ROUNDING: f32 = 1e-4;

impl QuantisedIndex {
    /// An index of `vectors`, row `i` for chunk `i` of the generation `stamp`, that `encoder` made.
    ///
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) for more rows than there are chunk ids.
    pub fn new(stamp: Stamp, encoder: Fingerprint, vectors: Embeddings) -> Result<Self> {
        ChunkId::from_index(vectors.len())?;
        let dim = vectors.dim();
        let mut values = vectors.into_vec();
        let (mut codes, mut half_steps) = (Vec::with_capacity(values.len()), Vec::new());
        for row in values.chunks_exact_mut(dim) {
            normalise(row);
            let largest = row.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
            let step = largest / 127.0;
            codes.extend(row.iter().map(|value| if step > 0.0 { (value / step).round() as i8 } else { 0 }));
            half_steps.push(step / 2.0);
        }
        Ok(Self { stamp, encoder, rows: Embeddings::new(dim, values)?, codes, half_steps })
    }

    /// An index of the vectors that another one hands out.
    ///
    /// # Errors
    /// The other index's, and [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) where it has no vector for a chunk.
    pub fn of(corpus: &dyn Corpus, other: &dyn VectorIndex) -> Result<Self> {
        let ids: Vec<ChunkId> = (0..corpus.len()).map(ChunkId::from_index).collect::<Result<_>>()?;
        let dim = other.dim();
        let (mut values, mut count) = (vec![0.0; ids.len() * dim], 0);
        other.vectors(&ids, &mut |at, vector| {
            values[at * dim..][..dim].copy_from_slice(vector);
            count += 1;
        })?;
        if count != ids.len() {
            return Err(Error::invalid_input(format!("{count} of {} chunks have a vector", ids.len())));
        }
        Self::new(corpus.stamp(), other.fingerprint().clone(), Embeddings::new(dim, values)?)
    }

    /// The most that the cosine of `query`, of length 1 or zero, with row `at` can be.
    fn bound(&self, query: &[f32], norm: f32, at: usize) -> f32 {
        let dim = self.rows.dim();
        let codes = self.codes[at * dim..][..dim].iter();
        let product: f32 = codes.zip(query).map(|(code, value)| f32::from(*code) * value).sum();
        let half_step = self.half_steps[at];
        2.0 * half_step * product + half_step * norm + ROUNDING
    }
}

impl Retriever for QuantisedIndex {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.stamp().ensure(self.stamp, "the quantised index")?;
        search.check()?;
        let scale = Scale::new(ScoreKind::Cosine);
        let Encoding::Vector(vector) = search.encoding(&self.encoder)? else {
            return Ok(Ranking::empty(self.stamp, scale));
        };
        if vector.len() != self.dim() {
            return Err(Error::dimension("the query's vector", self.dim(), vector.len()));
        }
        let mut query = vector.clone();
        normalise(&mut query);
        let norm = query.iter().map(|value| value.abs()).sum();
        let (allowed, mut seen) = (search.allowed()?, 0);
        let mut top = TopK::new(k, search.corpus());
        for (at, row) in self.rows.rows().enumerate() {
            if at.is_multiple_of(1024) {
                search.check()?;
            }
            let chunk = ChunkId::from_index(at)?;
            if allowed.is_some_and(|set| !set.contains(chunk)) {
                continue;
            }
            seen += 1;
            if top.threshold().is_some_and(|threshold| self.bound(&query, norm, at) < threshold) {
                continue;
            }
            let cosine: f32 = row.iter().zip(&query).map(|(a, b)| a * b).sum();
            top.push(chunk, cosine.clamp(-1.0, 1.0))?;
        }
        top.into_ranking(self.stamp, scale, seen <= k)
    }

    fn filtering(&self) -> Filtering {
        Filtering::Pre
    }

    fn stamp(&self) -> Option<Stamp> {
        Some(self.stamp)
    }
}

impl VectorIndex for QuantisedIndex {
    fn fingerprint(&self) -> &Fingerprint {
        &self.encoder
    }

    fn metric(&self) -> Metric {
        Metric::Cosine
    }

    fn dim(&self) -> usize {
        self.rows.dim()
    }

    fn vectors(&self, ids: &[ChunkId], each: &mut dyn FnMut(usize, &[f32])) -> Result<()> {
        for (at, chunk) in ids.iter().enumerate() {
            if let Some(row) = self.rows.row(chunk.index()) {
                each(at, row);
            }
        }
        Ok(())
    }
}
