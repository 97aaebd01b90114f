//! BM25 over the segments of several commits.

use std::collections::BTreeMap;
use std::sync::Arc;

use sutra_core::{
    Change, ChunkId, ChunkSet, Feed, Fingerprint, IndexPart, Observer, Opened, Progress, Provides, Result,
    Segment, SegmentSink, Stamp,
};
use sutra_text::Analyzer;

use super::dictionary::Dictionary;
use super::postings::Postings;
use super::{Bm25Index, Bm25Params};
use crate::chunk_ids::{self, ChunkIds, Place};

/// The blob of a segment that holds its index.
const BLOB: &str = "bm25";

/// How many chunks or terms are done between two looks at the observer.
const STEP: usize = 1024;

/// Writes a [`Bm25Index`] of each commit, and opens all of them as one index of the live chunks.
///
/// The statistics (how many chunks there are, how many hold a term, their mean length) are taken over the live chunks
/// of all segments when a generation is opened, so scores are those of an index built at once: neither commits nor
/// deleted chunks show in them. Parameters belong to the part, not to the segments.
///
/// Building costs O(bytes) of the passages added; opening and merging O(postings + terms * log terms). An opened index
/// is held in memory.
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::{
///     Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Segment, Stamp, Unwatched,
/// };
/// use sutra_index::Bm25Part;
/// use sutra_text::Analyzer;
///
/// let part = Bm25Part::new(Analyzer::english());
/// let mut segments: Vec<Arc<dyn Segment>> = Vec::new();
/// for (number, passage) in (0..).zip(["Oaks grow slowly.", "An elm grows fast."]) {
///     let added = [ChunkText::new(ChunkId::new(number), DocId::new(number), passage)];
///     let mut segment = MemorySegment::new();
///     part.build(&Change::new(Stamp::new(1, number.into()), &added), &mut segment, &Unwatched)?;
///     segments.push(Arc::new(segment));
/// }
/// let live = Arc::new(ChunkSet::all(Stamp::new(1, 2), 2));
/// let opened = part.open(&segments, &live, None)?;
/// assert!(opened.retriever.is_some() && opened.signal.is_some());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bm25Part {
    analyzer: Analyzer,
    params: Bm25Params,
}

impl Bm25Part {
    /// Terms as `analyzer` makes them, and the default parameters.
    #[must_use]
    pub fn new(analyzer: Analyzer) -> Self {
        Self { analyzer, params: Bm25Params::default() }
    }

    /// The same part with other parameters: segments stay as they are.
    #[must_use]
    pub fn with_params(mut self, params: Bm25Params) -> Self {
        self.params = params;
        self
    }

    /// Reads the segments: the index of each and its chunks.
    fn load(&self, segments: &[Arc<dyn Segment>]) -> Result<Loaded> {
        let mut loaded = Loaded { indexes: Vec::new(), chunks: Vec::new() };
        for segment in segments {
            // The stamp is of no use here: the ids are those of whoever opens.
            let index = Bm25Index::load(Stamp::new(0, 0), self.analyzer.clone(), segment.blob(BLOB)?)?;
            loaded.chunks.push(chunk_ids::read(segment.as_ref(), index.len())?);
            loaded.indexes.push(index);
        }
        Ok(loaded)
    }

    fn index(&self, stamp: Stamp, dictionary: Dictionary, postings: Postings, chunks: ChunkIds) -> Bm25Index {
        let index = Bm25Index::of(stamp, self.analyzer.clone(), self.params, dictionary, postings);
        index.with_chunks(chunks)
    }
}

impl IndexPart for Bm25Part {
    fn format(&self) -> (&str, u32) {
        ("sutra-bm25", 1)
    }

    fn feed(&self) -> Feed {
        Feed::Passages
    }

    fn provides(&self) -> Provides {
        Provides::none().with_retriever().with_signal()
    }

    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        watch.check()?;
        let mut builder = Bm25Index::builder(self.analyzer.clone());
        let total = change.added.len() as u64;
        for (row, added) in change.added.iter().enumerate() {
            if row % STEP == 0 {
                watch.check()?;
                watch.progress(Progress::new("bm25", row as u64, Some(total)));
            }
            builder.add(ChunkId::from_index(row)?, &added.passage)?;
        }
        let index = builder.finish(change.stamp)?;
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
        let places = chunk_ids::places(&loaded.chunks, live)?;
        let (dictionary, postings) = loaded.combine(&places, watch)?;
        let index = self.index(live.stamp(), dictionary, postings, ChunkIds::All);
        out.write(BLOB, &index.save())?;
        out.write(chunk_ids::BLOB, &chunk_ids::write(places.iter().map(|place| place.chunk)))
    }

    fn open(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &Arc<ChunkSet>,
        _: Option<(&Fingerprint, usize)>,
    ) -> Result<Opened> {
        let loaded = self.load(segments)?;
        let places = chunk_ids::places(&loaded.chunks, live)?;
        chunk_ids::ensure_all(&places, live)?;
        let (dictionary, postings) = loaded.combine(&places, &sutra_core::Unwatched)?;
        let chunks = ChunkIds::Some(places.iter().map(|place| place.chunk).collect());
        let index = Arc::new(self.index(live.stamp(), dictionary, postings, chunks));
        Ok(Opened::new().with_retriever(index.clone()).with_signal(index))
    }
}

/// Segments as they were read.
struct Loaded {
    indexes: Vec<Bm25Index>,
    chunks: Vec<Vec<ChunkId>>,
}

impl Loaded {
    /// One dictionary and its postings for the rows at `places`, in their order.
    fn combine(&self, places: &[Place], watch: &dyn Observer) -> Result<(Dictionary, Postings)> {
        let mut rows: Vec<Vec<Option<u32>>> =
            self.chunks.iter().map(|chunks| vec![None; chunks.len()]).collect();
        let mut postings = Postings::default();
        for (row, place) in (0..).zip(places) {
            rows[place.segment][place.row] = Some(row);
            postings.lengths.push(self.indexes[place.segment].postings.lengths[place.row]);
        }
        let mut terms: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for (segment, index) in self.indexes.iter().enumerate() {
            for (number, term) in index.dictionary.terms().enumerate() {
                terms.entry(term).or_default().push((segment, number));
            }
        }
        let mut kept = Vec::new();
        for (at, (term, lists)) in terms.into_iter().enumerate() {
            if at % STEP == 0 {
                watch.check()?;
            }
            let mut list = Vec::new();
            for (segment, number) in lists {
                let from = &self.indexes[segment].postings;
                let range = from.range(number);
                let pairs = from.chunks[range.clone()].iter().zip(&from.counts[range]);
                list.extend(pairs.filter_map(|(row, count)| Some((rows[segment][*row as usize]?, *count))));
            }
            if !list.is_empty() {
                list.sort_unstable();
                postings.chunks.extend(list.iter().map(|(row, _)| *row));
                postings.counts.extend(list.iter().map(|(_, count)| *count));
                postings.ends.push(postings.chunks.len() as u64);
                kept.push(term);
            }
        }
        Ok((Dictionary::of(kept.into_iter()), postings))
    }
}
