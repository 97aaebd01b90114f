//! BM25F over the segments of several commits.

use std::sync::Arc;

use sutra_core::{
    Change, ChunkSet, ChunkText, Error, Feed, Fingerprint, IndexPart, MemorySegment, Observer, Opened,
    Progress, Provides, Renumbering, Result, ResultExt, Segment, SegmentSink, Stamp, Unwatched,
};
use sutra_text::Analyzer;

use super::prefix::FieldSink;
use super::stored::Stored;
use super::{Bm25Field, Bm25fIndex, header};
use crate::chunk_ids::{self, ChunkIds};
use crate::lexical::{Inverter, merge_segments};

/// How many chunks are done between two looks at the observer.
const STEP: usize = 1024;

/// How many fields there may be.
const MOST: usize = 64;

/// Writes a segment of each commit with the postings of several fields, and opens all of them as one [`Bm25fIndex`] of
/// the live chunks.
///
/// Each field is stored as [`Bm25Part`](crate::Bm25Part) stores a passage, and the statistics are taken over the live
/// chunks of all segments. Weights, `b` and `k1` belong to the part, not to the segments: only other fields, or another
/// order of them, ask for building anew. Chunks given without their [`candidate`](ChunkText::candidate) have a text and
/// nothing else; see [`Bm25Field`].
///
/// # Cost
/// - Building, merging, opening: those of [`Bm25Part`](crate::Bm25Part) for each field. Fields are built one after
///   another, so that memory is that of the largest.
/// - A query: the postings of its terms that pruning (MaxScore over the bounds of blocks) does not leave out; once for a
///   common term, those of all of its lists, to count the chunks that hold it in any field.
///   Over 100,000 passages of documentation (390 bytes of text, 66 of title), the 1,398 queries of SciFact, Cranfield and
///   CACM took 0.11 ms in the mean and 0.38 at the 99th percentile for the ten best, on one thread of a busy machine.
/// - Size: 102 bytes a passage there, and 85 in one field.
///
/// ```
/// use sutra_index::{Bm25Field, Bm25fPart};
/// use sutra_text::Analyzer;
///
/// let fields = [Bm25Field::title().with_weight(3.0)?, Bm25Field::text(), Bm25Field::metadata("tags")];
/// let part = Bm25fPart::new(Analyzer::english(), fields)?.with_k1(0.9)?;
/// assert_eq!(part.fields()[0].name(), "title");
/// assert!(Bm25fPart::new(Analyzer::english(), [Bm25Field::text(), Bm25Field::text()]).is_err(), "a name is unique");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bm25fPart {
    analyzer: Analyzer,
    fields: Vec<Bm25Field>,
    k1: f32,
}

/// Checks a `k1`.
pub(super) fn valid_k1(k1: f32) -> Result<f32> {
    if k1.is_finite() && k1 >= 0.0 {
        return Ok(k1);
    }
    Err(Error::invalid_config(format!("k1 of BM25F is {k1}, and must be finite and 0 or more")))
}

impl Bm25fPart {
    /// These fields, their terms as `analyzer` makes them, and a `k1` of 1.2.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for no field, for more than 64, and for two of one name.
    pub fn new(analyzer: Analyzer, fields: impl IntoIterator<Item = Bm25Field>) -> Result<Self> {
        let fields: Vec<_> = fields.into_iter().collect();
        if fields.is_empty() || fields.len() > MOST {
            let message = format!("BM25F has {} fields, and must have from 1 to {MOST}", fields.len());
            return Err(Error::invalid_config(message));
        }
        for (at, field) in fields.iter().enumerate() {
            if fields[..at].iter().any(|other| other.name() == field.name()) {
                return Err(Error::invalid_config(format!(
                    "two fields of BM25F are called {:?}",
                    field.name()
                )));
            }
        }
        Ok(Self { analyzer, fields, k1: 1.2 })
    }

    /// The same part with another `k1`, 0 or more: how long a repeated term goes on counting.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for one that is below 0 or not finite.
    pub fn with_k1(mut self, k1: f32) -> Result<Self> {
        self.k1 = valid_k1(k1)?;
        Ok(self)
    }

    /// The fields, in the order in which they were given.
    #[must_use]
    pub fn fields(&self) -> &[Bm25Field] {
        &self.fields
    }

    /// An index in memory of these chunks, in ascending order of their ids, which are those of the generation `stamp`.
    ///
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) for chunks out of order and for a text beyond 2^31 bytes.
    pub fn build_index(&self, stamp: Stamp, chunks: &[ChunkText<'_>]) -> Result<Bm25fIndex> {
        let mut segment = MemorySegment::new();
        self.build(&Change::new(stamp, chunks), &mut segment, &Unwatched)?;
        let mut live = ChunkSet::none(stamp, chunks.last().map_or(0, |last| last.chunk.index() + 1));
        for chunk in chunks {
            live.insert(chunk.chunk);
        }
        self.open_index(&[Arc::new(segment)], &Arc::new(live))
    }

    /// Opens segments as the index of the generation of `live`. O(segments * fields + live / 64): no term and no posting
    /// is read.
    ///
    /// # Errors
    /// [`Corrupt`](sutra_core::ErrorKind::Corrupt) for segments that are cut or something else, and where a live chunk
    /// stands in none of them or in two; [`Version`](sutra_core::ErrorKind::Version);
    /// [`ForeignFingerprint`](sutra_core::ErrorKind::ForeignFingerprint) where another analyser made the terms;
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) naming the fields where they are others.
    pub fn open_index(&self, segments: &[Arc<dyn Segment>], live: &Arc<ChunkSet>) -> Result<Bm25fIndex> {
        let stored = self.stored(segments, live)?;
        chunk_ids::ensure_live(stored.iter().map(|stored| &stored.chunks), live)?;
        Ok(Bm25fIndex::new(self.analyzer.clone(), self.fields.clone(), self.k1, stored, live.clone()))
    }

    fn stored(&self, segments: &[Arc<dyn Segment>], live: &ChunkSet) -> Result<Vec<Stored>> {
        let analyzer = self.analyzer.fingerprint();
        segments.iter().map(|segment| Stored::open(segment, &self.fields, &analyzer, live)).collect()
    }
}

impl IndexPart for Bm25fPart {
    fn format(&self) -> (&str, u32) {
        ("sutra-bm25f", header::VERSION)
    }

    fn feed(&self) -> Feed {
        Feed::Passages
    }

    fn provides(&self) -> Provides {
        Provides::none().with_retriever().with_signal()
    }

    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        watch.check()?;
        header::write(&self.fields, &self.analyzer.fingerprint(), out)?;
        let total = (change.added.len() * self.fields.len()) as u64;
        for (at, field) in self.fields.iter().enumerate() {
            let mut inverter = Inverter::new(self.analyzer.clone());
            for (row, added) in change.added.iter().enumerate() {
                if row % STEP == 0 {
                    watch.check()?;
                    let done = (at * change.added.len() + row) as u64;
                    watch.progress(Progress::new("bm25f", done, Some(total)));
                }
                let context = || format!("field {:?} of chunk {}", field.name(), added.chunk);
                inverter.add(&field.of(added)).with_context(context)?;
            }
            inverter.write(&mut FieldSink { field: at, out }, watch)?;
        }
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
        let stored = self.stored(segments, &ChunkSet::none(numbers.stamp(), 0))?;
        let chunks: Vec<_> = stored.iter().map(|stored| stored.chunks.clone()).collect();
        let places = chunk_ids::places(&chunks, numbers)?;
        header::write(&self.fields, &analyzer, out)?;
        for field in 0..self.fields.len() {
            let readers: Vec<_> = stored.iter().map(|stored| stored.fields[field].clone()).collect();
            merge_segments(&readers, &places, &analyzer, &mut FieldSink { field, out }, watch)?;
        }
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
