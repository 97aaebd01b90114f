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
/// let part = FlatPart::new(Metric::Cosine);
/// let added = [ChunkText::new(ChunkId::new(0), DocId::new(0), "Oaks grow slowly.")];
/// let vectors = Embeddings::new(2, vec![0.6, 0.8])?;
/// let mut segment = MemorySegment::new();
/// let change = Change::new(Stamp::new(1, 1), &added).with_vectors(&vectors, &encoder);
/// part.build(&change, &mut segment, &Unwatched)?;
///
/// let live = Arc::new(ChunkSet::all(Stamp::new(1, 1), 1));
/// let opened = part.open(&[Arc::new(segment)], &live, Some((&encoder, 2)))?;
/// assert_eq!(opened.vectors.map(|index| index.dim()), Some(2));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatPart {
    metric: Metric,
}

impl FlatPart {
    /// Vectors compared by `metric`, of whichever encoder the generation has.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        Self { metric }
    }

    /// The segments, all of them of one encoder: `encoder`, or else the one that the first of them names.
    fn load(&self, segments: &[Arc<dyn Segment>], encoder: Option<&Fingerprint>) -> Result<Loaded> {
        let mut loaded = Loaded { indexes: Vec::new(), chunks: Vec::new(), encoder: encoder.cloned() };
        for segment in segments {
            let index = FlatIndex::load(Stamp::new(0, 0), segment.blob(BLOB)?)?;
            // A segment without vectors is of no encoder.
            if !index.is_empty() {
                let expected = loaded.encoder.get_or_insert_with(|| index.fingerprint.clone());
                check_encoder(expected, &index.fingerprint)?;
            }
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

    /// The rows at `places`, as they were stored.
    fn index(&self, stamp: Stamp, encoder: Fingerprint, rows: Embeddings, chunks: ChunkIds) -> FlatIndex {
        FlatIndex { stamp, fingerprint: encoder, metric: self.metric, rows, chunks }
    }
}

fn check_encoder(expected: &Fingerprint, found: &Fingerprint) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    let message =
        format!("a segment of the dense part: expected vectors of {expected}, found those of {found}");
    Err(Error::new(ErrorKind::ForeignFingerprint, message))
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
        let index = FlatIndex::new(change.stamp, encoder.clone(), self.metric, vectors.clone())?;
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
        let loaded = self.load(segments, None)?;
        let dim = loaded.indexes.first().map_or(1, |index| index.rows.dim());
        let places = chunk_ids::places(&loaded.chunks, live)?;
        let rows = loaded.combine(&places, dim, watch)?;
        // Where nothing is left there is no encoder to name.
        let encoder = loaded.encoder.unwrap_or_else(|| Fingerprint::new("none"));
        out.write(BLOB, &self.index(live.stamp(), encoder, rows, ChunkIds::All).save())?;
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
        let loaded = self.load(segments, Some(encoder))?;
        let places = chunk_ids::places(&loaded.chunks, live)?;
        chunk_ids::ensure_all(&places, live)?;
        let rows = loaded.combine(&places, dim, &sutra_core::Unwatched)?;
        let chunks = ChunkIds::Some(places.iter().map(|place| place.chunk).collect());
        let index = Arc::new(self.index(live.stamp(), encoder.clone(), rows, chunks));
        Ok(Opened::new().with_retriever(index.clone()).with_signal(index.clone()).with_vectors(index))
    }
}

/// Segments as they were read.
struct Loaded {
    indexes: Vec<FlatIndex>,
    chunks: Vec<Vec<ChunkId>>,
    encoder: Option<Fingerprint>,
}

impl Loaded {
    /// The rows at `places`, all of dimension `dim`.
    fn combine(&self, places: &[Place], dim: usize, watch: &dyn Observer) -> Result<Embeddings> {
        let of_another = |index: &&FlatIndex| !index.is_empty() && index.rows.dim() != dim;
        if let Some(index) = self.indexes.iter().find(of_another) {
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
