//! Exact search over all vectors.

use std::borrow::Cow;
use std::fmt;

use sutra_core::{
    Candidate, ChunkId, Embeddings, Encoding, Error, Filtering, Fingerprint, Metric, Ranking, Result,
    Retriever, Scale, ScoreKind, Search, Signal, Stamp, TopK, VectorIndex,
};

use super::kernel;
use crate::chunk_ids::ChunkIds;

/// How many rows are scored between two looks at the query's cancellation.
const ROWS_A_CHECK: usize = 4096;

/// Compares the query with every vector: exact, no building, memory of the vectors alone
/// (4 bytes a value).
///
/// Row `i` of the embeddings is the vector of chunk `i`; chunks beyond the last row have none, are never found
/// and get no score. Scores are those of the [`Metric`]:
/// - cosine: rows are stored with length 1 and the query is scaled likewise; clamped to [-1, 1], and exactly 0
///   where either vector is zero;
/// - inner product and L2 (the Euclidean distance, negated): rows are stored as they come; a score beyond the
///   range of `f32` becomes the largest finite one.
///
/// A search costs O(rows * dim), or O(allowed * dim) under a filter. One row and one query give the same bits
/// however they are asked for, as [`Retriever`] or as [`Signal`].
///
/// Where the encoder knows nothing of the query ([`Encoding::Unknown`]) nothing is found, and as a signal the
/// query counts as the zero vector: 0 under cosine, no value under the other metrics.
///
/// ```
/// use sutra_core::{Embeddings, Fingerprint, Metric, Stamp, VectorIndex};
/// use sutra_index::FlatIndex;
/// let vectors = Embeddings::new(2, vec![3.0, 4.0, 0.0, 1.0])?;
/// let index = FlatIndex::new(Stamp::new(1, 1), Fingerprint::new("mine"), Metric::Cosine, vectors)?;
/// assert_eq!((index.len(), index.dim()), (2, 2));
/// let copy = FlatIndex::load(Stamp::new(1, 1), &index.save())?;
/// assert_eq!(copy.rows(), index.rows());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct FlatIndex {
    pub(super) stamp: Stamp,
    pub(super) fingerprint: Fingerprint,
    pub(super) metric: Metric,
    pub(super) rows: Embeddings,
    /// The chunk of each row.
    pub(super) chunks: ChunkIds,
}

impl FlatIndex {
    /// An index over the vectors that the encoder `fingerprint` made of the chunks of generation `stamp`, row
    /// `i` for chunk `i`. Under cosine each row is scaled to length 1.
    ///
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) for more rows than there are chunk ids;
    /// [`Unsupported`](sutra_core::ErrorKind::Unsupported) for a metric that this index does not know.
    pub fn new(
        stamp: Stamp,
        fingerprint: Fingerprint,
        metric: Metric,
        embeddings: Embeddings,
    ) -> Result<Self> {
        ChunkId::from_index(embeddings.len())?;
        let rows = match metric {
            Metric::Cosine => normalised(embeddings)?,
            Metric::InnerProduct | Metric::L2 => embeddings,
            _ => return Err(unknown_metric(metric)),
        };
        Ok(Self { stamp, fingerprint, metric, rows, chunks: ChunkIds::All })
    }

    /// How many vectors there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no vector.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The vectors as they are compared: under cosine of length 1, or zero.
    #[must_use]
    pub fn rows(&self) -> &Embeddings {
        &self.rows
    }

    /// The vector of a chunk.
    fn vector(&self, chunk: ChunkId) -> Option<&[f32]> {
        self.rows.row(self.chunks.row(chunk)?)
    }

    fn scale(&self) -> Scale {
        Scale::new(self.metric.score_kind())
    }

    /// The query's vector as it is compared; `None` where the encoder knows nothing of the query.
    fn query<'s>(&self, search: &'s Search<'_>) -> Result<Option<Cow<'s, [f32]>>> {
        search.stamp().ensure(self.stamp, "the dense index")?;
        let Encoding::Vector(vector) = search.encoding(&self.fingerprint)? else { return Ok(None) };
        if vector.len() != self.rows.dim() {
            let item = format_args!("the query's encoding by {}", self.fingerprint);
            return Err(Error::dimension(item, self.rows.dim(), vector.len()));
        }
        Ok(Some(match self.metric {
            Metric::Cosine => {
                let mut unit = vector.clone();
                kernel::normalise(&mut unit);
                unit.into()
            }
            _ => vector.into(),
        }))
    }

    /// The score of a stored row for a query as [`Self::query`] makes it.
    #[inline]
    fn compare(&self, query: &[f32], row: &[f32]) -> f32 {
        match self.metric {
            Metric::Cosine => kernel::dot(query, row).clamp(-1.0, 1.0),
            Metric::L2 => -kernel::distance(query, row),
            _ => kernel::dot(query, row),
        }
    }

    /// Offers `top` each of these rows and says how many there were.
    fn scan<'r>(
        &self,
        search: &Search<'_>,
        query: &[f32],
        rows: impl Iterator<Item = (ChunkId, &'r [f32])>,
        top: &mut TopK<'_>,
    ) -> Result<usize> {
        let mut seen = 0;
        for (chunk, row) in rows {
            if seen % ROWS_A_CHECK == 0 {
                search.check()?;
            }
            seen += 1;
            let score = self.compare(query, row);
            if top.threshold().is_none_or(|threshold| score >= threshold) {
                top.push(chunk, score)?;
            }
        }
        Ok(seen)
    }
}

impl Retriever for FlatIndex {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        let Some(query) = self.query(search)? else {
            return Ok(Ranking::empty(search.stamp(), self.scale()));
        };
        let mut top = TopK::new(k, search.corpus());
        let allowed = search.allowed()?;
        let rows = match (k, allowed) {
            (0, None) => self.len(),
            (0, Some(allowed)) => allowed.iter().filter_map(|chunk| self.vector(chunk)).count(),
            (_, None) => {
                let all = (0..).map(|row| self.chunks.chunk(row)).zip(self.rows.rows());
                self.scan(search, &query, all, &mut top)?
            }
            (_, Some(allowed)) => {
                let some = allowed.iter().filter_map(|chunk| Some((chunk, self.vector(chunk)?)));
                self.scan(search, &query, some, &mut top)?
            }
        };
        top.into_ranking(search.stamp(), self.scale(), k >= rows)
    }

    fn filtering(&self) -> Filtering {
        Filtering::Pre
    }

    fn stamp(&self) -> Option<Stamp> {
        Some(self.stamp)
    }
}

impl Signal for FlatIndex {
    fn kind(&self) -> ScoreKind {
        self.metric.score_kind()
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        let query = self.query(search)?;
        for (at, (candidate, out)) in candidates.iter().zip(out).enumerate() {
            if at % ROWS_A_CHECK == 0 {
                search.check()?;
            }
            let row = self.vector(candidate.chunk);
            *out = match (row, &query) {
                (Some(row), Some(query)) => Some(self.compare(query, row) + 0.0),
                (Some(_), None) if self.metric == Metric::Cosine => Some(0.0),
                _ => None,
            };
        }
        Ok(self.scale())
    }
}

impl VectorIndex for FlatIndex {
    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    fn dim(&self) -> usize {
        self.rows.dim()
    }

    fn vectors(&self, ids: &[ChunkId], each: &mut dyn FnMut(usize, &[f32])) -> Result<()> {
        for (position, id) in ids.iter().enumerate() {
            if let Some(row) = self.vector(*id) {
                each(position, row);
            }
        }
        Ok(())
    }
}

impl fmt::Debug for FlatIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlatIndex")
            .field("stamp", &self.stamp)
            .field("fingerprint", &self.fingerprint)
            .field("metric", &self.metric)
            .field("dim", &self.rows.dim())
            .field("rows", &self.rows.len())
            .finish()
    }
}

fn normalised(embeddings: Embeddings) -> Result<Embeddings> {
    let dim = embeddings.dim();
    let mut values = embeddings.into_vec();
    values.chunks_exact_mut(dim).for_each(kernel::normalise);
    Embeddings::new(dim, values)
}

pub(super) fn unknown_metric(metric: Metric) -> Error {
    Error::new(sutra_core::ErrorKind::Unsupported, format!("the flat index does not compare by {metric:?}"))
}
