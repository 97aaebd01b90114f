//! Sums over `f32`s in one fixed order.

use super::Values;

/// How many sums run side by side. Independent sums fill vector registers; their order is part of the result.
pub(crate) const LANES: usize = 16;

/// The inner product of a query and a row of the same length.
#[inline(always)]
pub(super) fn dot<V: Values>(query: &[f32], row: V) -> f32 {
    accumulate(query, row, |x, y| x * y)
}

/// The squared Euclidean distance of a query and a row of the same length.
#[inline(always)]
pub(super) fn squares<V: Values>(query: &[f32], row: V) -> f32 {
    accumulate(query, row, |x, y| (x - y) * (x - y))
}

/// The squared length of a row.
#[inline(always)]
pub(super) fn norm<V: Values>(row: V) -> f32 {
    let (blocks, rest) = row.items().as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    let mut add = |items: &[V::Item]| {
        for (sum, item) in sums.iter_mut().zip(items) {
            let value = row.value(*item);
            *sum += value * value;
        }
    };
    blocks.iter().for_each(|block| add(block));
    add(rest);
    total(sums)
}

#[inline(always)]
fn accumulate<V: Values>(query: &[f32], row: V, term: impl Fn(f32, f32) -> f32) -> f32 {
    let (query_blocks, query_rest) = query.as_chunks::<LANES>();
    let (row_blocks, row_rest) = row.items().as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (query, items) in query_blocks.iter().zip(row_blocks) {
        for lane in 0..LANES {
            sums[lane] += term(query[lane], row.value(items[lane]));
        }
    }
    for (sum, (x, item)) in sums.iter_mut().zip(query_rest.iter().zip(row_rest)) {
        *sum += term(*x, row.value(*item));
    }
    total(sums)
}

#[inline(always)]
fn total(mut sums: [f32; LANES]) -> f32 {
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sums[0]
}
