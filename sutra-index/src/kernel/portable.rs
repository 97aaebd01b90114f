//! Sums over codes without any instruction set in mind.

use super::Halves;

/// The sum of each row's codes times the query's.
pub(super) fn sums(query: &Halves, rows: &[&[u8]], out: &mut [f32]) {
    for (row, out) in rows.iter().zip(out) {
        let (high, low) = (dot(&query.high, row), dot(&query.low, row));
        *out = query.sum(high - query.excess_high, low - query.excess_low);
    }
}

fn dot(query: &[i8], row: &[u8]) -> i32 {
    row.iter().zip(query).map(|(code, query)| i32::from(*code) * i32::from(*query)).sum()
}
