//! Sums over codes without any instruction set in mind.

use super::{EXCESS, Halves};

/// The sum of each row's codes times the query's.
pub(super) fn sums(query: &Halves, rows: &[&[u8]], out: &mut [f32]) {
    for (row, out) in rows.iter().zip(out) {
        *out = query.sum(dot(&query.high, row), dot(&query.low, row));
    }
}

fn dot(query: &[i8], row: &[u8]) -> i32 {
    row.iter()
        .zip(query)
        .map(|(code, query)| (i32::from(*code) - i32::from(EXCESS)) * i32::from(*query))
        .sum()
}
