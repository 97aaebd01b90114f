//! A list of postings as bytes.

use super::bits::{BLOCK, BYTES_A_BIT, pack, width};
use super::corners::corners;
use super::entry::Entry;
use super::varint;

/// Appends the list of a term to `out`: `rows` ascending, each with its count; `lengths` are those of all rows.
///
/// A list of fewer than 128 postings is a [tail](tail) alone. A longer one is an [`Entry`] for each block, the last one
/// included, then the blocks of 128, then the tail of what is left. In a block rows come first, each as the distance
/// from the one four before it (the first four from the entry's row), then counts less 1.
pub(super) fn list(rows: &[u32], counts: &[u32], lengths: &[u32], out: &mut Vec<u8>) {
    let mut data = Vec::new();
    let long = rows.len() >= BLOCK;
    for (rows, counts) in rows.chunks(BLOCK).zip(counts.chunks(BLOCK)) {
        let start = (data.len() / BYTES_A_BIT) as u32;
        let bits = block(rows, counts, &mut data);
        if long {
            let length = |row: &u32| lengths.get(*row as usize).copied().unwrap_or(0);
            let corners = corners(counts.iter().copied().zip(rows.iter().map(length)));
            let (row_bits, count_bits) = bits;
            let first = rows.first().copied().unwrap_or(0);
            Entry { first, start, row_bits, count_bits, corners }.write(out);
        }
    }
    out.extend(data);
}

/// Appends a block, whole or not, and gives the bits of a row and of a count; none for a tail.
fn block(rows: &[u32], counts: &[u32], out: &mut Vec<u8>) -> (u8, u8) {
    let (Ok(rows), Ok(counts)) = (<&[u32; BLOCK]>::try_from(rows), <&[u32; BLOCK]>::try_from(counts)) else {
        tail(rows, counts, out);
        return (0, 0);
    };
    let distances = std::array::from_fn(|at| rows[at] - rows[at.saturating_sub(4) * usize::from(at >= 4)]);
    let counts = counts.map(|count| count - 1);
    let (row_bits, count_bits) = (width(&distances), width(&counts));
    pack(&distances, row_bits, out);
    pack(&counts, count_bits, out);
    (row_bits as u8, count_bits as u8)
}

/// Appends postings one by one: twice the number of rows left out since the one before, and 1 more where a count above 1
/// follows, less 2.
fn tail(rows: &[u32], counts: &[u32], out: &mut Vec<u8>) {
    let mut next = 0;
    for (&row, &count) in rows.iter().zip(counts) {
        varint::write(u64::from(row - next) << 1 | u64::from(count > 1), out);
        if count > 1 {
            varint::write(u64::from(count - 2), out);
        }
        next = row + 1;
    }
}
