//! A segment of vectors, opened.

use std::ops::Range;
use std::sync::Arc;

use sutra_core::{Error, ErrorKind, Fingerprint, Metric, Result, ResultExt, Segment};

use super::format::{BOUNDS, Blob, CODES, HEAD, Header, NUMBER, SERIES, VECTORS};
use super::row::{Row, RowBlock};
use super::storage::Storage;
use crate::chunk_ids::ChunkIds;
use crate::kernel::Evidence;

/// A segment whose header, heads and sizes were checked. Rows are looked at where they lie.
#[derive(Clone)]
pub(super) struct FlatSegment {
    pub(super) header: Header,
    pub(super) chunks: ChunkIds,
    segment: Arc<dyn Segment>,
}

impl FlatSegment {
    /// Opens a segment of vectors compared by `metric` and kept as `storage`. O(runs of chunks).
    pub(super) fn open(segment: &Arc<dyn Segment>, metric: Metric, storage: Storage) -> Result<Self> {
        let header = Header::read(segment.as_ref())?;
        if header.metric != metric {
            return Err(Error::invalid_config(format!(
                "the dense part compares by {metric:?}, and a segment of it by {:?}",
                header.metric
            )));
        }
        if header.storage != storage {
            return Err(Error::invalid_config(format!(
                "the dense part keeps vectors as {storage:?}, and a segment of it as {:?}",
                header.storage
            )));
        }
        let values = header.rows.checked_mul(header.dim);
        if storage != Storage::Int8 {
            let bytes = values.and_then(|count| count.checked_mul(storage.value_bytes()));
            VECTORS.check(segment.as_ref(), storage, bytes)?;
        }
        CODES.check(segment.as_ref(), storage, values)?;
        BOUNDS.check(segment.as_ref(), storage, header.rows.checked_mul(SERIES * NUMBER))?;
        let chunks = ChunkIds::read(segment.as_ref())?;
        if chunks.len() != header.rows {
            let message = format!("flat index: {} rows of {} chunks", header.rows, chunks.len());
            return Err(Error::corrupt(message));
        }
        Ok(Self { header, chunks, segment: segment.clone() })
    }

    /// Checks that the vectors are those of `encoder`. A segment without vectors is of no encoder.
    pub(super) fn check_encoder(&self, encoder: &Fingerprint, dim: usize) -> Result<()> {
        if self.header.rows == 0 {
            return Ok(());
        }
        let found = &self.header.encoder;
        if found != encoder {
            let message =
                format!("a segment of the dense part: expected vectors of {encoder}, found those of {found}");
            return Err(Error::new(ErrorKind::ForeignFingerprint, message));
        }
        if self.header.dim != dim {
            return Err(Error::dimension("a segment of the dense part", dim, self.header.dim));
        }
        Ok(())
    }

    /// The bytes of some rows of a blob that has `size` bytes a row.
    pub(super) fn records(&self, blob: Blob, size: usize, rows: Range<usize>) -> Result<&[u8]> {
        // The sizes were checked: what does not fit is no row.
        let at = |row: usize| row.saturating_mul(size).saturating_add(HEAD);
        self.segment.range(blob.name, at(rows.start)..at(rows.end))
    }

    /// Some rows.
    pub(super) fn rows(&self, rows: Range<usize>) -> Result<RowBlock<'_>> {
        let storage = self.header.storage;
        let bytes = |rows| self.records(VECTORS, self.header.dim * storage.value_bytes(), rows);
        Ok(match storage {
            Storage::F32 => RowBlock::F32(bytes(rows)?.as_chunks().0),
            Storage::F16 => RowBlock::F16(bytes(rows)?.as_chunks().0),
            Storage::Int8 => {
                RowBlock::Int8 { codes: self.codes(rows.clone())?, scales: self.series(0, rows)? }
            }
        })
    }

    /// One row.
    pub(super) fn row(&self, row: usize) -> Result<Row<'_>> {
        Ok(self.rows(row..row + 1)?.row(0, self.header.dim))
    }

    /// A row into `vector`, which has the dimension's length.
    pub(super) fn copy(&self, row: usize, vector: &mut [f32]) -> Result<()> {
        let values = self.row(row)?;
        values.check_finite().with_context(|| self.name(row))?;
        values.copy(vector);
        Ok(())
    }

    /// The codes of some rows.
    pub(super) fn codes(&self, rows: Range<usize>) -> Result<&[u8]> {
        self.records(CODES, self.header.dim, rows)
    }

    /// One of the series of `bounds` for some rows.
    pub(super) fn series(&self, number: usize, rows: Range<usize>) -> Result<&[[u8; NUMBER]]> {
        let start = number.saturating_mul(self.header.rows);
        let rows = start.saturating_add(rows.start)..start.saturating_add(rows.end);
        Ok(self.records(BOUNDS, NUMBER, rows)?.as_chunks().0)
    }

    /// What stands beside the codes of some rows.
    pub(super) fn evidence(&self, rows: &Range<usize>) -> Result<Evidence<'_>> {
        let series = |number| self.series(number, rows.clone());
        let norms = if self.header.metric == Metric::L2 { series(2)? } else { &[] };
        Ok(Evidence { scales: series(0)?, errors: series(1)?, norms })
    }

    /// A row's name in errors.
    pub(super) fn name(&self, row: usize) -> String {
        format!("flat index, row {row} (chunk {})", self.chunks.chunk(row))
    }
}
