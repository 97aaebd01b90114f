//! The segments of an index.

use std::sync::{Arc, OnceLock};

use sutra_core::{ChunkSet, Error, Fingerprint, Result, Segment};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, Index, InvertedIndexReader, ReloadPolicy, Searcher, SegmentReader, TERMINATED, Term};

use super::directory::SegmentDirectory;
use super::failure::{from_io_error, from_tantivy, guarded};
use super::files::Files;
use super::header::Header;
use super::schema::field;
use crate::chunk_ids::ChunkIds;

/// A segment with the chunks of its rows.
pub(super) struct Stored {
    files: Arc<Files>,
    /// None where there is no row.
    opened: Option<OpenedIndex>,
    pub(super) chunks: ChunkIds,
    /// The sum of the lengths of all rows.
    length: u64,
    /// How many rows stand for chunks that are gone.
    pub(super) dead: usize,
    /// Those rows, ascending.
    dead_rows: OnceLock<Vec<u32>>,
}

/// tantivy's view of a segment.
struct OpenedIndex {
    searcher: Searcher,
    field: Field,
}

impl Stored {
    /// Opens a segment. O(files + live / 64).
    pub(super) fn open(segment: &Arc<dyn Segment>, analyzer: &Fingerprint, live: &ChunkSet) -> Result<Self> {
        let header = Header::read(segment.as_ref(), analyzer)?;
        let chunks = ChunkIds::read(segment.as_ref())?;
        let (rows, length) = (header.rows, header.length);
        if rows as usize != chunks.len() {
            let message = format!("tantivy segment: {rows} rows stand for {} chunks", chunks.len());
            return Err(Error::corrupt(message));
        }
        let files = Arc::new(Files::open(segment.clone(), header)?);
        let open = || OpenedIndex::new(SegmentDirectory(files.clone()), rows);
        let opened = if rows == 0 { None } else { Some(guarded("opening", open)?) };
        Ok(Self { files, opened, dead: chunks.dead_len(live), chunks, length, dead_rows: OnceLock::new() })
    }

    pub(super) fn rows(&self) -> u32 {
        self.chunks.len() as u32
    }

    /// Bytes of all blobs but header and chunks.
    pub(super) fn size(&self) -> usize {
        self.files.total()
    }

    /// None where there is no row.
    pub(super) fn searcher(&self) -> Option<&Searcher> {
        self.opened.as_ref().map(|opened| &opened.searcher)
    }

    /// None where there is no row.
    pub(super) fn reader(&self) -> Option<&SegmentReader> {
        self.searcher().map(|searcher| searcher.segment_reader(0))
    }

    /// Terms and postings; none where there is no row.
    pub(super) fn inverted(&self) -> Result<Option<Arc<InvertedIndexReader>>> {
        let Some(opened) = &self.opened else { return Ok(None) };
        let reader = opened.searcher.segment_reader(0);
        guarded("opening the terms", || reader.inverted_index(opened.field).map(Some).map_err(from_tantivy))
    }

    /// How many terms each row has.
    pub(super) fn lengths(&self) -> Result<&[[u8; 4]]> {
        self.files.lengths()
    }

    /// The rows of chunks that are gone, ascending. O(rows), once.
    fn dead_rows(&self, live: &ChunkSet) -> &[u32] {
        self.dead_rows.get_or_init(|| {
            if self.dead == 0 {
                return Vec::new();
            }
            let rows = (0..).zip(self.chunks.iter());
            rows.filter(|(_, chunk)| !live.contains(*chunk)).map(|(row, _)| row).collect()
        })
    }

    /// The sum of the lengths of live rows: O(1) where no chunk is gone, else O(rows).
    pub(super) fn live_length(&self, live: &ChunkSet) -> Result<u64> {
        let dead = self.dead_rows(live);
        if dead.is_empty() {
            return Ok(self.length);
        }
        let lengths = self.lengths()?;
        let gone = dead.iter().filter_map(|row| lengths.get(*row as usize));
        let gone = gone.map(|length| u64::from(u32::from_le_bytes(*length))).sum();
        let damaged = || Error::corrupt("tantivy segment: the lengths of the rows are damaged");
        self.length.checked_sub(gone).ok_or_else(damaged)
    }

    /// How many live rows hold a term: O(log terms) where no chunk is gone, else O(gone + postings) at most.
    pub(super) fn live_len(&self, term: &Term, live: &ChunkSet) -> Result<u64> {
        let Some(inverted) = self.inverted()? else { return Ok(0) };
        guarded("counting", || {
            let Some(info) = inverted.get_term_info(term).map_err(from_io_error)? else { return Ok(0) };
            let mut left = u64::from(info.doc_freq);
            let dead = self.dead_rows(live);
            if dead.is_empty() {
                return Ok(left);
            }
            let mut postings = inverted
                .read_postings_from_terminfo(&info, IndexRecordOption::Basic)
                .map_err(from_io_error)?;
            for row in dead {
                if postings.doc() < *row {
                    postings.seek(*row);
                }
                match postings.doc() {
                    TERMINATED => break,
                    doc => left = left.saturating_sub(u64::from(doc == *row)),
                }
            }
            Ok(left)
        })
    }
}

impl OpenedIndex {
    fn new(directory: SegmentDirectory, rows: u32) -> Result<Self> {
        let index = Index::open(directory).map_err(from_tantivy)?;
        let field = field(&index.schema())?;
        // Manual: nothing watches a folder, and no thread is started.
        let reader =
            index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(from_tantivy)?;
        let searcher = reader.searcher();
        let found: Vec<_> =
            searcher.segment_readers().iter().map(|reader| (reader.max_doc(), reader.num_docs())).collect();
        if found != [(rows, rows)] {
            return Err(Error::corrupt(format!("tantivy segment: {rows} rows, where tantivy has {found:?}")));
        }
        Ok(Self { searcher, field })
    }
}
