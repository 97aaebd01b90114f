//! A segment of vectors, opened.

use std::ops::Range;
use std::sync::Arc;

use sutra_core::{Error, ErrorKind, Fingerprint, Metric, Result, ResultExt, Segment};

use super::compare::check_finite;
use super::format::{BOUNDS, Blob, CODES, HEAD, Header, NUMBER, SERIES, VECTORS};
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
    /// Opens a segment of vectors compared by `metric`. O(runs of chunks).
    pub(super) fn open(segment: &Arc<dyn Segment>, metric: Metric) -> Result<Self> {
        let header = Header::read(segment.as_ref())?;
        if header.metric != metric {
            return Err(Error::invalid_config(format!(
                "the dense part compares by {metric:?}, and a segment of it by {:?}",
                header.metric
            )));
        }
        let values = header.rows.checked_mul(header.dim);
        let numbers = |count: usize| count.checked_mul(NUMBER);
        VECTORS.check(segment.as_ref(), values.and_then(numbers))?;
        CODES.check(segment.as_ref(), values)?;
        BOUNDS.check(segment.as_ref(), header.rows.checked_mul(SERIES).and_then(numbers))?;
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

    /// The values of some rows.
    pub(super) fn values(&self, rows: Range<usize>) -> Result<&[[u8; NUMBER]]> {
        Ok(self.records(VECTORS, self.header.dim * NUMBER, rows)?.as_chunks().0)
    }

    /// A row into `vector`, which has the dimension's length.
    pub(super) fn copy(&self, row: usize, vector: &mut [f32]) -> Result<()> {
        let values = self.values(row..row + 1)?;
        check_finite(values).with_context(|| self.name(row))?;
        for (place, value) in vector.iter_mut().zip(values) {
            *place = f32::from_le_bytes(*value);
        }
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
