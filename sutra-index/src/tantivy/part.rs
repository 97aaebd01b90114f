//! tantivy over the segments of several commits.

use std::sync::Arc;

use sutra_core::{
    Change, ChunkSet, Feed, Fingerprint, IndexPart, Observer, Opened, Progress, Provides, Renumbering,
    Result, ResultExt, Segment, SegmentSink,
};
use sutra_text::Analyzer;

use super::stored::Stored;
use super::terms::Terms;
use super::writer::SegmentWriter;
use super::{TantivyIndex, header, merge};
use crate::chunk_ids::{self, ChunkIds};

/// How many chunks are done between two looks at the observer.
const STEP: usize = 1024;

/// Writes a tantivy index of each commit, and opens all of them as one [`TantivyIndex`] of the live chunks.
///
/// The files of tantivy, its `meta.json` among them, are blobs of a segment: the collection's manifest covers them, and
/// tantivy itself reads no folder, takes no lock and starts no thread. Statistics are taken over the live chunks of all
/// segments, so scores are those of an index built at once. Equal changes give equal bytes under one version of tantivy,
/// which writes its own version into its files.
///
/// # Cost
/// - Building: O(bytes) of the passages added; in memory what tantivy collects (terms, counts and positions, packed) and
///   then the files of the segment. One segment holds about 3 GB of that at most; beyond, building is an error.
/// - Merging: O(terms of all rows), which are read back and indexed anew; in memory 4 bytes for each term of each
///   chunk that stays and the vocabulary, beside what building takes.
/// - Opening: O(segments + live chunks / 64), and the first and last 64 KiB of each file are checked. The dictionary
///   and a byte a chunk are copied into memory at the first query, the postings of a term by each query that asks for
///   it; the rest stays where the segment has it, which may be a mapped file.
/// - Size: tantivy's files, 4 bytes a chunk and 8 for every 64 KiB.
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::{
///     ById, Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Segment, Stamp, Unwatched,
/// };
/// use sutra_index::TantivyPart;
/// use sutra_text::Analyzer;
///
/// let part = TantivyPart::new(Analyzer::english()).with_query_language(true);
/// let mut segments: Vec<Arc<dyn Segment>> = Vec::new();
/// for (number, passage) in (0..).zip(["Oaks grow slowly.", "An elm grows fast."]) {
///     let added = [ChunkText::new(ChunkId::new(number), DocId::new(number), passage)];
///     let mut segment = MemorySegment::new();
///     part.build(&Change::new(Stamp::new(1, number.into()), &added), &mut segment, &Unwatched)?;
///     segments.push(Arc::new(segment));
/// }
/// let live = Arc::new(ChunkSet::all(Stamp::new(1, 2), 2));
/// let index = part.open_index(&segments, &live)?;
/// let ranking = index.search("+grow -\"elm grows\"", 10, &ById)?;
/// assert_eq!(ranking.ids().map(ChunkId::get).collect::<Vec<_>>(), [0]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TantivyPart {
    analyzer: Analyzer,
    language: bool,
}

impl TantivyPart {
    /// Terms as `analyzer` makes them; the terms of a query are alternatives.
    #[must_use]
    pub fn new(analyzer: Analyzer) -> Self {
        Self { analyzer, language: false }
    }

    /// The same part with or without tantivy's query language, see
    /// [`TantivyIndex::with_query_language`]: segments stay as they are.
    #[must_use]
    pub fn with_query_language(mut self, language: bool) -> Self {
        self.language = language;
        self
    }

    /// Opens segments as the index of the generation of `live`.
    ///
    /// # Errors
    /// [`Corrupt`](sutra_core::ErrorKind::Corrupt) for segments that are cut or something else, and where a live chunk
    /// stands in none of them or in two; [`Version`](sutra_core::ErrorKind::Version), of our bytes or of tantivy's;
    /// [`ForeignFingerprint`](sutra_core::ErrorKind::ForeignFingerprint) where another analyser made the terms.
    pub fn open_index(&self, segments: &[Arc<dyn Segment>], live: &Arc<ChunkSet>) -> Result<TantivyIndex> {
        let analyzer = self.analyzer.fingerprint();
        let open = |segment| Stored::open(segment, &analyzer, live);
        let stored = segments.iter().map(open).collect::<Result<Vec<_>>>()?;
        chunk_ids::ensure_live(stored.iter().map(|stored| &stored.chunks), live)?;
        Ok(TantivyIndex::new(self.analyzer.clone(), stored, live.clone()).with_query_language(self.language))
    }
}

impl IndexPart for TantivyPart {
    fn format(&self) -> (&str, u32) {
        ("sutra-tantivy", header::VERSION)
    }

    fn feed(&self) -> Feed {
        Feed::Passages
    }

    fn provides(&self) -> Provides {
        Provides::none().with_retriever().with_signal()
    }

    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        watch.check()?;
        let (mut writer, mut terms) = (SegmentWriter::new()?, Terms::default());
        let total = change.added.len() as u64;
        for (row, added) in change.added.iter().enumerate() {
            if row % STEP == 0 {
                watch.check()?;
                watch.progress(Progress::new("tantivy", row as u64, Some(total)));
            }
            let analysed = terms.analyse(&self.analyzer, &added.passage).and_then(|()| writer.add(&terms));
            analysed.with_context(|| format!("chunk {}", added.chunk))?;
        }
        watch.check()?;
        writer.finish(&self.analyzer.fingerprint(), out)?;
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
        let chunks: Vec<_> = stored.iter().map(|stored| stored.chunks.clone()).collect();
        let places = chunk_ids::places(&chunks, numbers)?;
        merge::write(&stored, &places, &analyzer, out, watch)?;
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
