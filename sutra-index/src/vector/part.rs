//! Exact dense search over the segments of several commits.

use std::sync::Arc;

use sutra_core::{
    Change, ChunkId, ChunkSet, Embeddings, Error, ErrorKind, Feed, Fingerprint, IndexPart, Metric, Observer,
    Opened, Provides, Result, Segment, SegmentSink, Stamp,
};

use super::FlatIndex;
use crate::chunk_ids::{self, ChunkIds, Place};

/// The blob of a segment that holds its vectors.
const BLOB: &str = "flat";

/// How many rows are copied between two looks at the observer.
const STEP: usize = 4096;

/// Writes a [`FlatIndex`] of each commit, and opens all of them as one index of the live chunks.
///
/// Each segment names the encoder and the metric; another encoder's segments are refused. Building, merging and
/// opening cost O(values). An opened index is held in memory.
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::{
///     Change, ChunkId, ChunkSet, ChunkText, DocId, Embeddings, Fingerprint, IndexPart, MemorySegment, Metric, Stamp,
///     Unwatched,
/// };
/// use sutra_index::FlatPart;
///
/// let encoder = Fingerprint::new("mine");
/// let part = FlatPart::new(encoder.clone(), Metric::Cosine);
/// let added = [ChunkText::new(ChunkId::new(0), DocId::new(0), "Oaks grow slowly.")];
/// let vectors = Embeddings::new(2, vec![0.6, 0.8])?;
/// let mut segment = MemorySegment::new();
/// let change = Change::new(Stamp::new(1, 1), &added).with_vectors(&vectors);
/// part.build(&change, &mut segment, &Unwatched)?;
///
/// let live = Arc::new(ChunkSet::all(Stamp::new(1, 1), 1));
/// let opened = part.open(&[Arc::new(segment)], &live, Some((&encoder, 2)))?;
/// assert_eq!(opened.vectors.map(|index| index.dim()), Some(2));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatPart {
    encoder: Fingerprint,
    metric: Metric,
}

impl FlatPart {
    /// For the vectors of one encoder, compared by `metric`.
    #[must_use]
    pub fn new(encoder: Fingerprint, metric: Metric) -> Self {
        Self { encoder, metric }
    }

    fn load(&self, segments: &[Arc<dyn Segment>]) -> Result<Loaded> {
        let mut loaded = Loaded { indexes: Vec::new(), chunks: Vec::new() };
        for segment in segments {
            let index = FlatIndex::load(Stamp::new(0, 0), segment.blob(BLOB)?)?;
            self.check_encoder(&index.fingerprint, "a segment of the dense part")?;
            if index.metric != self.metric {
                return Err(Error::invalid_config(format!(
                    "the dense part compares by {:?}, and a segment of it by {:?}",
                    self.metric, index.metric
                )));
            }
            loaded.chunks.push(chunk_ids::read(segment.as_ref(), index.len())?);
            loaded.indexes.push(index);
        }
        Ok(loaded)
    }

    fn check_encoder(&self, found: &Fingerprint, what: &str) -> Result<()> {
        if *found == self.encoder {
            return Ok(());
        }
        let message = format!("{what}: expected vectors of {}, found those of {found}", self.encoder);
        Err(Error::new(ErrorKind::ForeignFingerprint, message))
    }

    /// The rows at `places`, as they were stored.
    fn index(&self, stamp: Stamp, rows: Embeddings, chunks: ChunkIds) -> FlatIndex {
        let (fingerprint, metric) = (self.encoder.clone(), self.metric);
        FlatIndex { stamp, fingerprint, metric, rows, chunks }
    }
}

impl IndexPart for FlatPart {
    fn format(&self) -> (&str, u32) {
        ("sutra-flat", 1)
    }

    fn feed(&self) -> Feed {
        Feed::Vectors
    }

    fn provides(&self) -> Provides {
        Provides::none().with_retriever().with_signal().with_vectors()
    }

    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        watch.check()?;
        let Some(vectors) = change.vectors else {
            return Err(Error::invalid_input("the dense part needs a vector for each chunk, and got none"));
        };
        if vectors.len() != change.added.len() {
            return Err(Error::invalid_input(format!(
                "{} chunks are added with {} vectors",
                change.added.len(),
                vectors.len()
            )));
        }
        let index = FlatIndex::new(change.stamp, self.encoder.clone(), self.metric, vectors.clone())?;
        out.write(BLOB, &index.save())?;
        out.write(chunk_ids::BLOB, &chunk_ids::write(change.added.iter().map(|added| added.chunk)))
    }

    fn merge(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &ChunkSet,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()> {
        watch.check()?;
        let loaded = self.load(segments)?;
        let dim = loaded.indexes.first().map_or(1, |index| index.rows.dim());
        let places = chunk_ids::places(&loaded.chunks, live)?;
        let rows = loaded.combine(&places, dim, watch)?;
        out.write(BLOB, &self.index(live.stamp(), rows, ChunkIds::All).save())?;
        out.write(chunk_ids::BLOB, &chunk_ids::write(places.iter().map(|place| place.chunk)))
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
        self.check_encoder(encoder, "the dense part")?;
        let loaded = self.load(segments)?;
        let places = chunk_ids::places(&loaded.chunks, live)?;
        chunk_ids::ensure_all(&places, live)?;
        let rows = loaded.combine(&places, dim, &sutra_core::Unwatched)?;
        let chunks = ChunkIds::Some(places.iter().map(|place| place.chunk).collect());
        let index = Arc::new(self.index(live.stamp(), rows, chunks));
        Ok(Opened::new().with_retriever(index.clone()).with_signal(index.clone()).with_vectors(index))
    }
}

/// Segments as they were read.
struct Loaded {
    indexes: Vec<FlatIndex>,
    chunks: Vec<Vec<ChunkId>>,
}

impl Loaded {
    /// The rows at `places`, all of dimension `dim`.
    fn combine(&self, places: &[Place], dim: usize, watch: &dyn Observer) -> Result<Embeddings> {
        if let Some(index) = self.indexes.iter().find(|index| index.rows.dim() != dim) {
            return Err(Error::dimension("a segment of the dense part", dim, index.rows.dim()));
        }
        let mut values = Vec::with_capacity(places.len().saturating_mul(dim));
        for (at, place) in places.iter().enumerate() {
            if at % STEP == 0 {
                watch.check()?;
            }
            values.extend_from_slice(self.indexes[place.segment].rows.row(place.row).unwrap_or_default());
        }
        Embeddings::new(dim, values)
    }
}
