//! Exact dense search over the segments of several commits.

use std::sync::Arc;

use sutra_core::{
    Change, ChunkSet, Error, Feed, Fingerprint, IndexPart, Metric, Observer, Opened, Provides, Renumbering,
    Result, Segment, SegmentSink,
};

use super::flat::{FlatIndex, Space};
use super::format::{Header, VERSION};
use super::segment::FlatSegment;
use super::storage::Storage;
use super::write;
use crate::chunk_ids::{self, ChunkIds};
use crate::kernel::Kernel;

/// Writes the vectors of each commit, and opens all of them as one [`FlatIndex`] of the live chunks.
///
/// Each segment names the encoder, the metric and how values are kept; another encoder's segments are refused, and so are
/// those kept otherwise. A segment takes `5 * dim + 12` bytes a vector, and a little over 200 of its own: the values as
/// `f32`, a code of one byte a value for the first look, and three numbers that bound what the codes miss; 8 bytes more for
/// each gap between chunk ids. Kept as another [`Storage`], the values take fewer bytes or none.
///
/// - Building takes O(values), and 12 bytes a vector beside the vectors themselves.
/// - Merging copies rows from segment to segment, 12 bytes of memory a vector.
/// - Opening looks at heads and sizes alone: O(segments), with the gaps between chunk ids. Vectors stay where the
///   segments have them, in memory or in a file larger than memory. A search reads `dim + 12` bytes a live chunk, and
///   the vectors of the few that may be among the best.
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::{
///     Change, ChunkId, ChunkSet, ChunkText, DocId, Embeddings, Fingerprint, IndexPart, MemorySegment, Metric, Stamp,
///     Unwatched, VectorIndex,
/// };
/// use sutra_index::FlatPart;
///
/// let encoder = Fingerprint::new("mine");
/// let part = FlatPart::new(Metric::Cosine);
/// let added = [ChunkText::new(ChunkId::new(0), DocId::new(0), "Oaks grow slowly.")];
/// let vectors = Embeddings::new(2, vec![0.6, 0.8])?;
/// let mut segment = MemorySegment::new();
/// let change = Change::new(Stamp::new(1, 1), &added).with_vectors(&vectors, &encoder);
/// part.build(&change, &mut segment, &Unwatched)?;
///
/// let live = Arc::new(ChunkSet::all(Stamp::new(1, 1), 1));
/// let index = part.open_index(&[Arc::new(segment)], &live, &encoder, 2)?;
/// assert_eq!((index.len(), index.dim()), (1, 2));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatPart {
    metric: Metric,
    storage: Storage,
    kernel: Kernel,
}

impl FlatPart {
    /// Vectors compared by `metric`, of whichever encoder the generation has.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        Self { metric, storage: Storage::F32, kernel: Kernel::fastest() }
    }

    /// The same, with values kept otherwise. It is another format: segments kept as one storage are not opened as another.
    #[must_use]
    pub fn with_storage(mut self, storage: Storage) -> Self {
        self.storage = storage;
        self
    }

    /// The same, with another kernel for the indexes that it opens.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// Opens segments as the index of the chunks in `live`, whose vectors `encoder` made. O(segments), with the gaps
    /// between their chunk ids.
    ///
    /// # Errors
    /// [`Corrupt`](sutra_core::ErrorKind::Corrupt) for damaged segments, a live chunk that stands in none and a chunk that
    /// stands in two; [`Version`](sutra_core::ErrorKind::Version) for another version's;
    /// [`ForeignFingerprint`](sutra_core::ErrorKind::ForeignFingerprint) and
    /// [`Dimension`](sutra_core::ErrorKind::Dimension) for vectors of another encoder;
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for another metric's, and for another storage's, naming both.
    pub fn open_index(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &Arc<ChunkSet>,
        encoder: &Fingerprint,
        dim: usize,
    ) -> Result<FlatIndex> {
        let segments = self.segments(segments)?;
        segments.iter().try_for_each(|segment| segment.check_encoder(encoder, dim))?;
        chunk_ids::ensure_live(segments.iter().map(|segment| &segment.chunks), live)?;
        let space = Space { encoder: encoder.clone(), metric: self.metric, storage: self.storage, dim };
        FlatIndex::open(segments, live, space, self.kernel)
    }

    fn header(&self, encoder: Fingerprint, dim: usize, rows: usize) -> Header {
        Header { encoder, metric: self.metric, storage: self.storage, dim, rows }
    }

    fn segments(&self, segments: &[Arc<dyn Segment>]) -> Result<Vec<FlatSegment>> {
        segments.iter().map(|segment| FlatSegment::open(segment, self.metric, self.storage)).collect()
    }
}

impl IndexPart for FlatPart {
    fn format(&self) -> (&str, u32) {
        (self.storage.format(), VERSION)
    }

    fn feed(&self) -> Feed {
        Feed::Vectors
    }

    fn provides(&self) -> Provides {
        Provides::none().with_retriever().with_signal().with_vectors()
    }

    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        watch.check()?;
        let (Some(vectors), Some(encoder)) = (change.vectors, change.encoder) else {
            return Err(Error::invalid_input("the dense part needs a vector for each chunk, and got none"));
        };
        if vectors.len() != change.added.len() {
            return Err(Error::invalid_input(format!(
                "{} chunks are added with {} vectors",
                change.added.len(),
                vectors.len()
            )));
        }
        let chunks = ChunkIds::of(change.added.iter().map(|added| added.chunk))?;
        let header = self.header(encoder.clone(), vectors.dim(), vectors.len());
        write::build(&header, vectors, &chunks, out, watch)
    }

    fn merge(
        &self,
        segments: &[Arc<dyn Segment>],
        numbers: &Renumbering,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()> {
        watch.check()?;
        let segments = self.segments(segments)?;
        // The space is that of the vectors; where there are none, what the first segment says.
        let some = segments.iter().find(|segment| segment.header.rows > 0).or(segments.first());
        let (encoder, dim) = match some {
            Some(segment) => (segment.header.encoder.clone(), segment.header.dim),
            None => (Fingerprint::new("none"), 1),
        };
        segments.iter().try_for_each(|segment| segment.check_encoder(&encoder, dim))?;
        let chunks: Vec<_> = segments.iter().map(|segment| segment.chunks.clone()).collect();
        let places = chunk_ids::places(&chunks, numbers)?;
        let header = self.header(encoder, dim, places.len());
        write::merge(&header, &segments, &places, out, watch)
    }

    fn open(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &Arc<ChunkSet>,
        space: Option<(&Fingerprint, usize)>,
    ) -> Result<Opened> {
        let Some((encoder, dim)) = space else {
            return Err(Error::invalid_config("the dense part opens with the encoder of its vectors alone"));
        };
        let index = Arc::new(self.open_index(segments, live, encoder, dim)?);
        Ok(Opened::new().with_retriever(index.clone()).with_signal(index.clone()).with_vectors(index))
    }
}
