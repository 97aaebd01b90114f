//! Building a BM25 index in memory.

use std::sync::Arc;

use sutra_core::{
    ChunkId, ChunkSet, Error, ErrorKind, MemorySegment, Result, ResultExt, Segment, Stamp, Unwatched,
};
use sutra_text::Analyzer;

use super::inverter::Inverter;
use super::stored::Stored;
use super::{Bm25Index, Bm25Params};
use crate::chunk_ids::ChunkIds;

/// Collects the terms of chunks, given in ascending order, and makes a [`Bm25Index`] of them.
///
/// Memory is 8 bytes for each different term of each chunk (16 while the index is made), and the vocabulary.
///
/// ```
/// use sutra_core::{ChunkId, ErrorKind, Stamp};
/// use sutra_index::Bm25Index;
/// use sutra_text::Analyzer;
///
/// let mut builder = Bm25Index::builder(Analyzer::english());
/// builder.add(ChunkId::new(0), "Oaks and elms.")?;
/// assert_eq!(builder.add(ChunkId::new(0), "Again.").unwrap_err().kind(), ErrorKind::Duplicate);
/// assert_eq!(builder.finish(Stamp::new(1, 1))?.len(), 1);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bm25Builder {
    params: Bm25Params,
    inverter: Inverter,
}

impl Bm25Builder {
    pub(super) fn new(analyzer: Analyzer) -> Self {
        Self { params: Bm25Params::default(), inverter: Inverter::new(analyzer) }
    }

    /// The same builder with other parameters. They cost nothing to change later either:
    /// [`Bm25Index::with_params`].
    #[must_use]
    pub fn with_params(mut self, params: Bm25Params) -> Self {
        self.params = params;
        self
    }

    /// Adds the next chunk; its text is the whole passage, title and headings included. An empty text is a
    /// chunk that no query finds. O(bytes).
    ///
    /// # Errors
    /// [`Duplicate`](ErrorKind::Duplicate) for a chunk that is there already,
    /// [`InvalidInput`](ErrorKind::InvalidInput) for one that leaves a gap or has more than 2^31 bytes;
    /// nothing is changed then.
    pub fn add(&mut self, chunk: ChunkId, text: &str) -> Result<()> {
        let next = self.len();
        if chunk.index() < next {
            return Err(Error::new(ErrorKind::Duplicate, format!("chunk {chunk} is in the index already")));
        }
        if chunk.index() > next {
            return Err(Error::invalid_input(format!("chunk {chunk} came where chunk {next} was next")));
        }
        self.inverter.add(text).with_context(|| format!("chunk {chunk}"))
    }

    /// How many chunks were added.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inverter.rows()
    }

    /// Whether no chunk was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index of all chunks added, which are those of the generation `stamp`: one segment of a
    /// [`Bm25Part`](super::Bm25Part) in memory.
    ///
    /// O(entries + vocabulary * log vocabulary).
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) for more than 2^32 - 1 chunks.
    pub fn finish(self, stamp: Stamp) -> Result<Bm25Index> {
        let analyzer = self.inverter.analyzer().clone();
        let live = Arc::new(ChunkSet::all(stamp, self.len()));
        let chunks = ChunkIds::of(live.iter())?;
        let mut segment = MemorySegment::new();
        self.inverter.write(&mut segment, &Unwatched)?;
        let segment: Arc<dyn Segment> = Arc::new(segment);
        let stored = Stored::new(&segment, chunks, &analyzer.fingerprint(), &live)?;
        Ok(Bm25Index::new(analyzer, self.params, vec![stored], live))
    }
}
