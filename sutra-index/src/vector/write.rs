//! Writing a segment of vectors.

use std::ops::Range;

use sutra_core::{Embeddings, Error, Metric, Observer, Result, ResultExt, SegmentSink};

use super::format::{BOUNDS, Blob, CODES, Header, NUMBER, SERIES, VECTORS};
use super::normalise::{length, normalise, round_to_halves};
use super::row_codes::{Kept, encode, encode_alone};
use super::segment::FlatSegment;
use super::storage::Storage;
use crate::chunk_ids::{ChunkIds, Place};
use crate::kernel::half;

/// About how many bytes are handed on at once, and how many lie between two looks at the observer.
const STEP: usize = 1 << 18;

/// A row as it is kept.
pub(super) struct StoredRow {
    /// Values that the storage can keep; those handed in where it keeps codes alone.
    values: Vec<f32>,
    pub(super) codes: Vec<u8>,
    pub(super) kept: Kept,
}

impl StoredRow {
    /// A vector as it is kept; which field cannot be.
    #[cfg(test)]
    pub(super) fn new(vector: &[f32], metric: Metric, storage: Storage) -> Result<Self, usize> {
        let mut row = Self::of(vector.len());
        row.set(vector, metric, storage)?;
        row.encode(metric, storage);
        Ok(row)
    }

    fn of(dim: usize) -> Self {
        let kept = Kept { scale: 0.0, error: 0.0, norm: 0.0 };
        Self { values: vec![0.0; dim], codes: vec![0; dim], kept }
    }

    /// Takes a vector's values as they are kept. Says which field cannot be.
    fn set(&mut self, vector: &[f32], metric: Metric, storage: Storage) -> Result<(), usize> {
        self.values.copy_from_slice(vector);
        match storage {
            Storage::F16 => round_to_halves(&mut self.values, metric == Metric::Cosine)?,
            _ if metric == Metric::Cosine => normalise(&mut self.values),
            _ => {}
        }
        Ok(())
    }

    fn encode(&mut self, metric: Metric, storage: Storage) {
        let codes = &mut self.codes;
        self.kept = match storage {
            Storage::Int8 => encode_alone(&self.values, metric, codes),
            Storage::F16 if metric == Metric::Cosine => {
                let length = length(&self.values);
                encode(&self.values, if length > 0.0 { length } else { 1.0 }, codes)
            }
            _ => encode(&self.values, 1.0, codes),
        };
    }

    #[cfg(test)]
    pub(super) fn bytes(&self, storage: Storage) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(storage, &mut bytes);
        bytes
    }

    fn write(&self, storage: Storage, bytes: &mut Vec<u8>) {
        match storage {
            Storage::F32 => bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes())),
            Storage::F16 => bytes.extend(self.values.iter().flat_map(|value| half(*value).to_le_bytes())),
            Storage::Int8 => {}
        }
    }
}

/// Vectors on their way into a segment.
struct Rows<'a> {
    header: &'a Header,
    vectors: &'a Embeddings,
    chunks: &'a ChunkIds,
    watch: &'a dyn Observer,
}

/// Writes the vectors as they come, row `i` for the `i`th of `chunks`. Memory beside the vectors is 12 bytes a row.
///
/// # Errors
/// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) naming row, chunk and value where it cannot be kept; the sink's and
/// the observer's.
pub(super) fn build(
    header: &Header,
    vectors: &Embeddings,
    chunks: &ChunkIds,
    out: &mut dyn SegmentSink,
    watch: &dyn Observer,
) -> Result<()> {
    let (metric, storage) = (header.metric, header.storage);
    let rows = Rows { header, vectors, chunks, watch };
    header.write(out)?;
    if storage != Storage::Int8 {
        VECTORS.begin(storage, out)?;
        rows.each(out, &mut |row, bytes| row.write(storage, bytes))?;
    }
    let mut series = [const { Vec::new() }; SERIES];
    CODES.begin(storage, out)?;
    rows.each(out, &mut |row, bytes| {
        row.encode(metric, storage);
        bytes.extend_from_slice(&row.codes);
        for (series, number) in series.iter_mut().zip([row.kept.scale, row.kept.error, row.kept.norm]) {
            series.extend(number.to_le_bytes());
        }
    })?;
    BOUNDS.begin(storage, out)?;
    for numbers in &series {
        out.append(numbers)?;
    }
    chunks.write(out)
}

impl Rows<'_> {
    /// Lets `write` add the bytes of each row, as it is kept, and hands them on in large pieces.
    fn each(
        &self,
        out: &mut dyn SegmentSink,
        write: &mut dyn FnMut(&mut StoredRow, &mut Vec<u8>),
    ) -> Result<()> {
        let Header { metric, storage, dim, .. } = *self.header;
        let (mut bytes, mut row) = (Vec::new(), StoredRow::of(dim));
        for (number, vector) in self.vectors.rows().enumerate() {
            row.set(vector, metric, storage).map_err(|field| self.too_large(number, field, vector))?;
            write(&mut row, &mut bytes);
            if bytes.len() >= STEP {
                self.watch.check()?;
                out.append(&bytes)?;
                bytes.clear();
            }
        }
        self.watch.check()?;
        out.append(&bytes)
    }

    #[cold]
    fn too_large(&self, row: usize, field: usize, vector: &[f32]) -> Error {
        let (chunk, value) = (self.chunks.chunk(row), vector.get(field).copied().unwrap_or_default());
        Error::invalid_input(format!(
            "row {row} (chunk {chunk}), field {field}: {value} is beyond the range of {:?}, which ends at 65504",
            self.header.storage
        ))
    }
}

/// Writes the rows at `places` of several segments, in that order. Memory is that of the places.
pub(super) fn merge(
    header: &Header,
    segments: &[FlatSegment],
    places: &[Place],
    out: &mut dyn SegmentSink,
    watch: &dyn Observer,
) -> Result<()> {
    let Header { storage, dim, .. } = *header;
    let chunks = ChunkIds::of(places.iter().map(|place| place.chunk))?;
    header.write(out)?;
    if storage != Storage::Int8 {
        VECTORS.begin(storage, out)?;
        copy(VECTORS, dim * storage.value_bytes(), 0, segments, places, out, watch)?;
    }
    CODES.begin(storage, out)?;
    copy(CODES, dim, 0, segments, places, out, watch)?;
    BOUNDS.begin(storage, out)?;
    for series in 0..SERIES {
        copy(BOUNDS, NUMBER, series, segments, places, out, watch)?;
    }
    chunks.write(out)
}

/// Copies the rows of one series of a blob, neighbours at once.
fn copy(
    blob: Blob,
    size: usize,
    series: usize,
    segments: &[FlatSegment],
    places: &[Place],
    out: &mut dyn SegmentSink,
    watch: &dyn Observer,
) -> Result<()> {
    let most = (STEP / size).max(1);
    let neighbours = |a: &Place, b: &Place| a.segment() == b.segment() && a.row() + 1 == b.row();
    for places in places.chunk_by(neighbours).flat_map(|places| places.chunks(most)) {
        watch.check()?;
        let Some(first) = places.first() else { continue };
        let segment = &segments[first.segment()];
        let rows = first.row()..first.row() + places.len();
        let values = if segment.header.storage == Storage::Int8 { CODES } else { VECTORS };
        if blob == values {
            check_rows(segment, rows.clone())?;
        }
        let start = series * segment.header.rows;
        out.append(segment.records(blob, size, start + rows.start..start + rows.end)?)?;
    }
    Ok(())
}

fn check_rows(segment: &FlatSegment, rows: Range<usize>) -> Result<()> {
    let values = segment.rows(rows.clone())?.rows(segment.header.dim);
    rows.zip(values).try_for_each(|(row, values)| values.check_finite().with_context(|| segment.name(row)))
}
