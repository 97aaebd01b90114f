//! Writing a segment of vectors.

use std::ops::Range;

use sutra_core::{Embeddings, Metric, Observer, Result, ResultExt, SegmentSink};

use super::compare::check_finite;
use super::format::{BOUNDS, Blob, CODES, Header, NUMBER, SERIES, VECTORS};
use super::normalise::normalise;
use super::row_codes::encode;
use super::segment::FlatSegment;
use crate::chunk_ids::{ChunkIds, Place};

/// About how many bytes are handed on at once, and how many lie between two looks at the observer.
const STEP: usize = 1 << 18;

/// Writes the vectors as they come, row `i` for the `i`th of `chunks`. Memory beside the vectors is 12 bytes a row.
pub(super) fn build(
    header: &Header,
    vectors: &Embeddings,
    chunks: &ChunkIds,
    out: &mut dyn SegmentSink,
    watch: &dyn Observer,
) -> Result<()> {
    header.write(out)?;
    VECTORS.begin(out)?;
    each_row(
        header,
        vectors,
        watch,
        &mut |row, bytes| {
            bytes.extend(row.iter().flat_map(|value| value.to_le_bytes()));
        },
        out,
    )?;
    let mut series = [const { Vec::new() }; SERIES];
    CODES.begin(out)?;
    each_row(
        header,
        vectors,
        watch,
        &mut |row, bytes| {
            let start = bytes.len();
            bytes.resize(start + row.len(), 0);
            let kept = encode(row, &mut bytes[start..]);
            for (series, number) in series.iter_mut().zip([kept.scale, kept.error, kept.norm]) {
                series.extend(number.to_le_bytes());
            }
        },
        out,
    )?;
    BOUNDS.begin(out)?;
    for numbers in &series {
        out.append(numbers)?;
    }
    chunks.write(out)
}

/// Lets `write` add the bytes of each row, as it is stored, and hands them on in large pieces.
fn each_row(
    header: &Header,
    vectors: &Embeddings,
    watch: &dyn Observer,
    write: &mut dyn FnMut(&[f32], &mut Vec<u8>),
    out: &mut dyn SegmentSink,
) -> Result<()> {
    let (mut bytes, mut row) = (Vec::new(), vec![0.0; header.dim]);
    for vector in vectors.rows() {
        row.copy_from_slice(vector);
        if header.metric == Metric::Cosine {
            normalise(&mut row);
        }
        write(&row, &mut bytes);
        if bytes.len() >= STEP {
            watch.check()?;
            out.append(&bytes)?;
            bytes.clear();
        }
    }
    watch.check()?;
    out.append(&bytes)
}

/// Writes the rows at `places` of several segments, in that order. Memory is that of the places.
pub(super) fn merge(
    header: &Header,
    segments: &[FlatSegment],
    places: &[Place],
    out: &mut dyn SegmentSink,
    watch: &dyn Observer,
) -> Result<()> {
    let chunks = ChunkIds::of(places.iter().map(|place| place.chunk))?;
    header.write(out)?;
    VECTORS.begin(out)?;
    copy(VECTORS, header.dim * NUMBER, 0, segments, places, out, watch)?;
    CODES.begin(out)?;
    copy(CODES, header.dim, 0, segments, places, out, watch)?;
    BOUNDS.begin(out)?;
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
        if blob == VECTORS {
            check_rows(segment, rows.clone())?;
        }
        let start = series * segment.header.rows;
        out.append(segment.records(blob, size, start + rows.start..start + rows.end)?)?;
    }
    Ok(())
}

fn check_rows(segment: &FlatSegment, rows: Range<usize>) -> Result<()> {
    let values = segment.values(rows.clone())?;
    let rows = rows.zip(values.chunks(segment.header.dim));
    rows.into_iter().try_for_each(|(row, values)| check_finite(values).with_context(|| segment.name(row)))
}
