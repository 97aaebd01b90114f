//! Sums over `f32`s in one fixed order.

/// How many sums run side by side. Independent sums fill vector registers; their order is part of the result.
pub(crate) const LANES: usize = 16;

/// The inner product of a query and the bytes of a row of the same length.
#[inline(always)]
pub(super) fn dot(query: &[f32], row: &[[u8; 4]]) -> f32 {
    accumulate(query, row, |x, y| x * y)
}

/// The squared Euclidean distance of a query and the bytes of a row of the same length.
#[inline(always)]
pub(super) fn squares(query: &[f32], row: &[[u8; 4]]) -> f32 {
    accumulate(query, row, |x, y| (x - y) * (x - y))
}

#[inline(always)]
fn accumulate(query: &[f32], row: &[[u8; 4]], term: impl Fn(f32, f32) -> f32) -> f32 {
    let (query_blocks, query_rest) = query.as_chunks::<LANES>();
    let (row_blocks, row_rest) = row.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (query, row) in query_blocks.iter().zip(row_blocks) {
        for lane in 0..LANES {
            sums[lane] += term(query[lane], f32::from_le_bytes(row[lane]));
        }
    }
    for (sum, (x, y)) in sums.iter_mut().zip(query_rest.iter().zip(row_rest)) {
        *sum += term(*x, f32::from_le_bytes(*y));
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sums[0]
}
