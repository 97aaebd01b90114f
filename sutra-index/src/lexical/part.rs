//! BM25 over the segments of several commits.

use std::num::NonZeroUsize;
use std::sync::Arc;

use sutra_core::{
    Change, ChunkSet, Feed, Fingerprint, IndexPart, Observer, Opened, Provides, Renumbering, Result, Segment,
    SegmentSink,
};
use sutra_text::Analyzer;

use super::invert::invert;
use super::stored::Stored;
use super::{Bm25Index, Bm25Params, merge, segment};
use crate::chunk_ids::{self, ChunkIds};

/// Writes a segment of each commit, and opens all of them as one [`Bm25Index`] of the live chunks.
///
/// The statistics (how many chunks there are, how many hold a term, their mean length) are taken over the live chunks
/// of all segments, so scores are those of an index built at once: neither commits nor deleted chunks show in them.
/// Parameters belong to the part, not to the segments.
///
/// # Cost
/// - Building: O(bytes) of the passages added; in memory 16 bytes for each different term of each chunk, the vocabulary,
///   and 4 bytes a chunk.
/// - Merging: O(postings), term by term; in memory the dictionary, 20 bytes a chunk, and the postings of one term.
/// - Opening: O(segments + live chunks / 64). No term and no posting is read, and none is held. The first query makes
///   a norm of each chunk, 4 bytes; where chunks are gone, their rows too.
/// - Size: about 2.5 bytes a posting, the dictionary and the length of each chunk included. 100,000 passages of
///   370 bytes, with 28 different terms each, take 75 bytes a passage.
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
    operators: bool,
    threads: NonZeroUsize,
}

impl Bm25Part {
    /// Terms as `analyzer` makes them, the default parameters, and no operators.
    #[must_use]
    pub fn new(analyzer: Analyzer) -> Self {
        Self { analyzer, params: Bm25Params::default(), operators: false, threads: NonZeroUsize::MIN }
    }

    /// The same part with other parameters: segments stay as they are.
    #[must_use]
    pub fn with_params(mut self, params: Bm25Params) -> Self {
        self.params = params;
        self
    }

    /// The same part, whose indexes read operators in queries or do not: [`Bm25Index::with_operators`].
    #[must_use]
    pub fn with_operators(mut self, operators: bool) -> Self {
        self.operators = operators;
        self
    }

    /// The same part, which analyses the passages of a commit on up to so many threads, 1 by default: what it writes does
    /// not depend on it. A thread takes a megabyte at least.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Opens segments as the index of the generation of `live`. O(segments + live / 64): no term and no posting is read.
    ///
    /// # Errors
    /// [`Corrupt`](sutra_core::ErrorKind::Corrupt) for segments that are cut or something else, and where a live chunk
    /// stands in none of them or in two; [`Version`](sutra_core::ErrorKind::Version);
    /// [`ForeignFingerprint`](sutra_core::ErrorKind::ForeignFingerprint) where another analyser made the terms.
    pub fn open_index(&self, segments: &[Arc<dyn Segment>], live: &Arc<ChunkSet>) -> Result<Bm25Index> {
        let analyzer = self.analyzer.fingerprint();
        let open = |segment| Stored::open(segment, &analyzer, live);
        let stored = segments.iter().map(open).collect::<Result<Vec<_>>>()?;
        chunk_ids::ensure_live(stored.iter().map(|stored| &stored.chunks), live)?;
        let index = Bm25Index::new(self.analyzer.clone(), self.params, stored, live.clone());
        Ok(index.with_operators(self.operators))
    }
}

impl IndexPart for Bm25Part {
    fn format(&self) -> (&str, u32) {
        ("sutra-bm25", segment::VERSION)
    }

    fn feed(&self) -> Feed {
        Feed::Passages
    }

    fn provides(&self) -> Provides {
        Provides::none().with_retriever().with_signal()
    }

    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        watch.check()?;
        let inverter = invert(&self.analyzer, change.added, self.threads.into(), watch)?;
        inverter.write(out, watch)?;
        ChunkIds::of(change.added.iter().map(|added| added.chunk))?.write(out)
    }

    fn merge(
        &self,
        segments: &[Arc<dyn Segment>],
        numbers: &Renumbering,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()> {
        watch.check()?;
        let analyzer = self.analyzer.fingerprint();
        // Which chunks are live is the numbers' matter.
        let nothing = ChunkSet::none(numbers.stamp(), 0);
        let open = |segment| Stored::open(segment, &analyzer, &nothing);
        let stored = segments.iter().map(open).collect::<Result<Vec<_>>>()?;
        let (readers, chunks): (Vec<_>, Vec<_>) =
            stored.into_iter().map(|stored| (stored.reader, stored.chunks)).unzip();
        let places = chunk_ids::places(&chunks, numbers)?;
        merge::write(&readers, &places, &analyzer, out, watch)?;
        ChunkIds::of(places.iter().map(|place| place.chunk))?.write(out)
    }

    fn open(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &Arc<ChunkSet>,
        _: Option<(&Fingerprint, usize)>,
    ) -> Result<Opened> {
        let index = Arc::new(self.open_index(segments, live)?);
        Ok(Opened::new().with_retriever(index.clone()).with_signal(index))
    }
}
