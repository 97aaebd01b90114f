//! Exact search over all vectors.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use sutra_core::{
    Candidate, ChunkId, ChunkSet, Embeddings, Encoding, Error, Filtering, Fingerprint, MemorySegment, Metric,
    Ranking, Result, ResultExt, Retriever, Scale, ScoreKind, Search, Signal, Stamp, Unwatched, VectorIndex,
};

use super::compare::compare;
use super::format::{Header, metric_code};
use super::normalise::normalise;
use super::pool::Pool;
use super::prepared::Prepared;
use super::runs::Runs;
use super::segment::FlatSegment;
use super::storage::Storage;
use super::write;
use crate::chunk_ids::ChunkIds;
use crate::kernel::Kernel;

/// How many candidates are scored between two looks at the query's cancellation.
const CANDIDATES_A_CHECK: usize = 4096;

/// Where more than one row of so many is wanted, all are compared exactly.
pub(super) const FEW: usize = 8;

/// Compares the query with every vector: exact, without any structure to build.
///
/// Vectors lie in one or several segments, in memory or mapped from files: see [`FlatPart`](crate::FlatPart) for what
/// they take. Chunks without a vector are never found and get no score. Scores are those of the [`Metric`]:
/// - cosine: rows are stored with length 1 and the query is scaled likewise; clamped to [-1, 1], and exactly 0
///   where either vector is zero;
/// - inner product and L2 (the Euclidean distance, negated): rows are stored as they come; a score beyond the
///   range of `f32` becomes the largest finite one.
///
/// Rows may take less than `f32`s: see [`Storage`]. Scores are then those of what is kept.
///
/// A search costs O(rows * dim), or O(allowed * dim) under a filter. It reads a byte a value: the codes of a row give an
/// interval in which its score must lie, and only rows that may be among the best are compared by their `f32`s. The
/// ranking is that of comparing all, ties included. One row and one query give the same bits however they are asked for,
/// as [`Retriever`] or as [`Signal`], alone or in a batch, and with every [`Kernel`].
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
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct FlatIndex {
    stamp: Stamp,
    fingerprint: Fingerprint,
    pub(super) metric: Metric,
    pub(super) storage: Storage,
    pub(super) dim: usize,
    pub(super) kernel: Kernel,
    pub(super) segments: Vec<FlatSegment>,
    pub(super) runs: Runs,
    pub(super) live: Arc<ChunkSet>,
    pub(super) len: usize,
}

/// What the vectors of an index are.
pub(super) struct Space {
    pub(super) encoder: Fingerprint,
    pub(super) metric: Metric,
    pub(super) storage: Storage,
    pub(super) dim: usize,
}

impl FlatIndex {
    /// An index in memory over the vectors that the encoder `fingerprint` made of the chunks of generation `stamp`, row
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
        Self::with_storage(stamp, fingerprint, metric, embeddings, Storage::F32)
    }

    /// The same as [`new`](Self::new), the values kept as `storage`.
    ///
    /// # Errors
    /// Those of [`new`](Self::new); [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) naming row, chunk and value where
    /// the storage cannot keep it.
    pub fn with_storage(
        stamp: Stamp,
        fingerprint: Fingerprint,
        metric: Metric,
        embeddings: Embeddings,
        storage: Storage,
    ) -> Result<Self> {
        metric_code(metric)?;
        let (rows, dim) = (embeddings.len(), embeddings.dim());
        let end = ChunkId::from_index(rows)?;
        let chunks = ChunkIds::of((0..end.get()).map(ChunkId::new))?;
        let header = Header { encoder: fingerprint.clone(), metric, storage, dim, rows };
        let mut segment = MemorySegment::new();
        write::build(&header, &embeddings, &chunks, &mut segment, &Unwatched)?;
        drop(embeddings);
        let segment = FlatSegment::open(&(Arc::new(segment) as _), metric, storage)?;
        let live = Arc::new(ChunkSet::all(stamp, rows));
        Self::open(
            vec![segment],
            &live,
            Space { encoder: fingerprint, metric, storage, dim },
            Kernel::fastest(),
        )
    }

    /// An index over the live chunks of these segments.
    pub(super) fn open(
        segments: Vec<FlatSegment>,
        live: &Arc<ChunkSet>,
        space: Space,
        kernel: Kernel,
    ) -> Result<Self> {
        let runs = Runs::new(&segments)?;
        let (stamp, len, live) = (live.stamp(), live.len(), live.clone());
        let Space { encoder: fingerprint, metric, storage, dim } = space;
        Ok(Self { stamp, fingerprint, metric, storage, dim, kernel, segments, runs, live, len })
    }

    /// The same index with another kernel.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// How many vectors there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// How the values are kept.
    #[must_use]
    pub fn storage(&self) -> Storage {
        self.storage
    }

    /// Whether there is no vector.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All chunks whose score is at least `least`, best first. Memory is O(hits).
    ///
    /// # Errors
    /// Those of [`retrieve`](Retriever::retrieve); [`NonFinite`](sutra_core::ErrorKind::NonFinite) where `least` is NaN.
    ///
    /// ```
    /// use sutra_core::{ById, Encoding, Fingerprint, Metric, Query, Search, Stamp};
    /// # use sutra_core::{Embeddings, Embeddings as E, laws::LawCorpus, Corpus};
    /// # use sutra_index::FlatIndex;
    /// # let corpus = LawCorpus::sample()?;
    /// # let encoder = Fingerprint::new("mine");
    /// let vectors = Embeddings::new(2, vec![1.0, 0.0, 0.6, 0.8, 0.0, 1.0])?;
    /// let index = FlatIndex::new(corpus.stamp(), encoder.clone(), Metric::Cosine, vectors)?;
    /// let query = Query::new("any");
    /// let search = Search::new(&query, &corpus).with_encoding(encoder, Encoding::Vector(vec![1.0, 0.0]))?;
    /// assert_eq!(index.within(&search, 0.5)?.len(), 2);
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    pub fn within(&self, search: &Search<'_>, least: f32) -> Result<Ranking> {
        if least.is_nan() {
            return Err(Error::non_finite("the least score of a search", least));
        }
        let Some(query) = self.prepare(search)? else {
            return Ok(Ranking::empty(search.stamp(), self.scale()));
        };
        let mut pool = Pool::from(least, search.corpus());
        let allowed = search.allowed()?;
        match &query.coded {
            Some(coded) => self.scan_codes(search, allowed, &query, coded, &mut pool)?,
            None => self.scan_rows(search, allowed, &query.values, &mut pool)?,
        };
        pool.into_ranking(search.stamp(), self.scale(), true)
    }

    pub(super) fn scale(&self) -> Scale {
        Scale::new(self.metric.score_kind())
    }

    /// The query as it is compared; `None` where the encoder knows nothing of it.
    pub(super) fn prepare<'s>(&self, search: &'s Search<'_>) -> Result<Option<Prepared<'s>>> {
        let values = self.query(search)?;
        Ok(values.map(|values| Prepared::new(values, self.metric, self.storage)))
    }

    /// The query's vector as it is compared.
    pub(super) fn query<'s>(&self, search: &'s Search<'_>) -> Result<Option<Cow<'s, [f32]>>> {
        search.stamp().ensure(self.stamp, "the dense index")?;
        let Encoding::Vector(vector) = search.encoding(&self.fingerprint)? else { return Ok(None) };
        if vector.len() != self.dim {
            let item = format_args!("the query's encoding by {}", self.fingerprint);
            return Err(Error::dimension(item, self.dim, vector.len()));
        }
        Ok(Some(match self.metric {
            Metric::Cosine => {
                let mut unit = vector.clone();
                normalise(&mut unit);
                unit.into()
            }
            _ => vector.into(),
        }))
    }

    /// Segment and row of a chunk that is live.
    fn place(&self, chunk: ChunkId) -> Option<(&FlatSegment, usize)> {
        let (segment, row) = self.runs.find(chunk).filter(|_| self.live.contains(chunk))?;
        Some((self.segments.get(segment)?, row))
    }

    /// How many chunks a search may find.
    fn allowed_len(&self, allowed: Option<&ChunkSet>) -> usize {
        allowed
            .map_or(self.len, |allowed| allowed.iter().filter(|chunk| self.place(*chunk).is_some()).count())
    }
}

impl Retriever for FlatIndex {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        let Some(query) = self.prepare(search)? else {
            return Ok(Ranking::empty(search.stamp(), self.scale()));
        };
        let allowed = search.allowed()?;
        let mut pool = Pool::best(k, search.corpus());
        let most = allowed.map_or(self.len, ChunkSet::len);
        let rows = match &query.coded {
            _ if k == 0 => {
                search.check()?;
                self.allowed_len(allowed)
            }
            Some(coded) if k <= most / FEW => self.scan_codes(search, allowed, &query, coded, &mut pool)?,
            _ => self.scan_rows(search, allowed, &query.values, &mut pool)?,
        };
        pool.into_ranking(search.stamp(), self.scale(), k >= rows)
    }

    fn retrieve_batch(&self, searches: &[Search<'_>], k: usize) -> Result<Vec<Ranking>> {
        self.search_batch(searches, k)
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
            if at % CANDIDATES_A_CHECK == 0 {
                search.check()?;
            }
            *out = match (self.place(candidate.chunk), &query) {
                (Some((segment, row)), Some(query)) => {
                    let score = compare(self.kernel, self.metric, query, segment.row(row)?);
                    Some(score.with_context(|| segment.name(row))? + 0.0)
                }
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
        self.dim
    }

    fn vectors(&self, ids: &[ChunkId], each: &mut dyn FnMut(usize, &[f32])) -> Result<()> {
        let mut vector = vec![0.0; self.dim];
        for (position, id) in ids.iter().enumerate() {
            if let Some((segment, row)) = self.place(*id) {
                segment.copy(row, &mut vector)?;
                each(position, &vector);
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
            .field("storage", &self.storage)
            .field("dim", &self.dim)
            .field("rows", &self.len)
            .field("segments", &self.segments.len())
            .field("kernel", &self.kernel)
            .finish_non_exhaustive()
    }
}
