//! A query as rows are compared with it.

use std::borrow::Cow;

use sutra_core::Metric;

use super::row_codes::MAGNITUDES;
use super::storage::Storage;
use crate::kernel::{Distance, Halves, LANES, LARGEST, Limit};

/// The largest dimension whose sums of codes fit 32 bits.
const MOST_DIMENSIONS: usize = 1 << 16;

/// Half the distance of neighbouring `f32`s, relative to them.
const ROUNDING: f64 = 1.0 / (1u64 << 24) as f64;

/// Covers the rounding of the bounds' own arithmetic where it is relative to what they add.
const MARGIN: f64 = 1.0001;

/// A query's vector, under cosine of length 1.
pub(super) struct Prepared<'q> {
    pub(super) values: Cow<'q, [f32]>,
    /// Nothing where rows are compared exactly: the vector is zero or of an extreme magnitude, or too long.
    pub(super) coded: Option<Coded>,
}

/// A vector as codes, and what follows for the scores of rows.
pub(super) struct Coded {
    pub(super) halves: Halves,
    pub(super) limit: Limit,
}

impl<'q> Prepared<'q> {
    /// The vector as it is, and as codes where it can be.
    pub(super) fn new(values: Cow<'q, [f32]>, metric: Metric, storage: Storage) -> Self {
        let coded = codes(&values, Halves::LARGEST).map(|(codes, step)| Coded {
            limit: limit(&values, &codes, step, metric, storage),
            halves: Halves::new(&codes),
        });
        Self { values, coded }
    }
}

/// A query's codes in a byte a value, and what follows for the scores of rows.
pub(super) struct Coarse {
    pub(super) codes: Vec<i32>,
    pub(super) limit: Limit,
}

impl Coarse {
    /// Nothing where rows are compared exactly.
    pub(super) fn new(values: &[f32], metric: Metric, storage: Storage) -> Option<Self> {
        let (codes, step) = codes(values, LARGEST)?;
        Some(Self { limit: limit(values, &codes, step, metric, storage), codes })
    }
}

/// The nearest multiple of a step for each value, which takes the largest to `largest`, and the step.
fn codes(values: &[f32], largest: i32) -> Option<(Vec<i32>, f32)> {
    let most = values.iter().fold(0.0f32, |most, value| most.max(value.abs()));
    if values.len() > MOST_DIMENSIONS || !MAGNITUDES.contains(&most) {
        return None;
    }
    let step = most / largest as f32;
    let (unit, end) = (f64::from(step), f64::from(largest));
    let code = |value: &f32| (f64::from(*value) / unit).round_ties_even().clamp(-end, end) as i32;
    Some((values.iter().map(code).collect(), step))
}

/// What follows for scores. With `x` a row, `s c` what its codes stand for, `e` its error, `q` the query, `t g` what its
/// codes stand for and `d` its error, all of dimension `n` and `|c| <= 127 sqrt(n)`:
///
/// `<q, x> = s t <g, c> + s <q - t g, c> + <q, x - s c>`, so that the inner product lies within
/// `s 127 sqrt(n) d + |q| e` of `s t <g, c>` (Cauchy and Schwarz), and
/// `| |q - x| - |t g - s c| | <= d + e` (the triangle). The exact score is itself a rounded sum, whose error is at most
/// `rounds` times the product of the lengths, and so is the bound; both are added. A cosine of halves is divided by a
/// length that is rounded half as much, and by one rounding more.
fn limit(values: &[f32], codes: &[i32], step: f32, metric: Metric, storage: Storage) -> Limit {
    let unit = f64::from(step);
    let length =
        |values: &mut dyn Iterator<Item = f64>| values.map(|value| value * value).sum::<f64>().sqrt();
    let query = length(&mut values.iter().map(|value| f64::from(*value)));
    let coded = length(&mut codes.iter().map(|code| unit * f64::from(*code)));
    let pairs = values.iter().zip(codes);
    let error = length(&mut pairs.map(|(value, code)| f64::from(*value) - unit * f64::from(*code)));

    let root = (values.len() as f64).sqrt();
    // The lanes' own additions, those of the lanes, the product and some to spare.
    let divided = if (metric, storage) == (Metric::Cosine, Storage::F16) { 2.0 } else { 1.0 };
    let rounds = divided * (values.len() as f64 / LANES as f64 + 8.0) * ROUNDING * 1.01;
    let codes_length = f64::from(LARGEST) * root;
    // The sum of codes is itself put together from two halves in `f32`.
    let halves = 16.0 * ROUNDING * (coded + query + 2.0 * f64::from(Halves::BASE) * unit * root);
    if metric == Metric::L2 {
        return Limit {
            step,
            slack: up(2.0 * codes_length * halves),
            reach: up(MARGIN),
            distance: Some(Distance {
                norm: (coded * coded) as f32,
                error: up(error),
                share: up(16.0 * ROUNDING),
                rounding: up(2.0 * rounds + 16.0 * ROUNDING),
            }),
        };
    }
    Limit {
        step,
        slack: up(codes_length * (error + rounds * query + halves) * MARGIN),
        reach: up(query * (1.0 + rounds) * MARGIN),
        distance: None,
    }
}

/// The next `f32` that is not smaller, or one beyond.
fn up(value: f64) -> f32 {
    (value as f32).next_up()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::compare::compare;
    use super::super::normalise::normalise;
    use super::super::row::RowBlock;
    use super::super::write::StoredRow;
    use super::*;
    use crate::kernel::Kernel;

    /// A row, a query like it or unlike it, both scaled, and whether the query has one byte a value.
    fn pairs() -> impl Strategy<Value = (Vec<f32>, Vec<f32>)> {
        let values = |dim| prop::collection::vec(-1.0f32..1.0, dim);
        (1usize..200)
            .prop_flat_map(move |dim| (values(dim), values(dim), 0u8..3, -4i32..4, -4i32..4))
            .prop_map(|(mut row, query, alike, a, b)| {
                if alike > 0 {
                    let share = if alike == 1 { 0.0 } else { 1e-3 };
                    row = row.iter().zip(&query).map(|(x, y)| y + share * x).collect();
                }
                let scaled =
                    |values: &[f32], power: i32| values.iter().map(|v| v * 10f32.powi(power)).collect();
                (scaled(&row, a), scaled(&query, if alike > 0 { a } else { b }))
            })
    }

    /// The range that the row's codes give for its score.
    fn range(metric: Metric, row: &StoredRow, codes: &[i32], limit: &Limit) -> (f32, f32) {
        let (stored, kept) = (&row.codes, row.kept);
        let pairs = stored.iter().zip(codes);
        let sum: i64 = pairs.map(|(code, query)| (i64::from(*code) - 128) * i64::from(*query)).sum();
        let norm = if metric == Metric::L2 { kept.norm } else { 0.0 };
        limit.range(sum as f32, kept.scale, kept.error, norm)
    }

    proptest! {
        #[test]
        fn the_exact_score_lies_within_the_bounds((row, query) in pairs(), m in 0usize..3, s in 0usize..3) {
            let (metric, storage) =
                ([Metric::Cosine, Metric::InnerProduct, Metric::L2][m], Storage::ALL[s]);
            let (dim, mut query) = (row.len(), query);
            if metric == Metric::Cosine {
                normalise(&mut query);
            }
            let Ok(row) = StoredRow::new(&row, metric, storage) else {
                prop_assert_eq!(storage, Storage::F16, "values too large");
                return Ok(());
            };
            let (bytes, scale) = (row.bytes(storage), [row.kept.scale.to_le_bytes()]);
            let block = match storage {
                Storage::F32 => RowBlock::F32(bytes.as_chunks().0),
                Storage::F16 => RowBlock::F16(bytes.as_chunks().0),
                Storage::Int8 => RowBlock::Int8 { codes: &row.codes, scales: &scale },
            };
            let score = compare(Kernel::portable(), metric, &query, block.row(0, dim)).unwrap();
            for largest in [LARGEST, Halves::LARGEST] {
                let Some((codes, step)) = codes(&query, largest) else { continue };
                let limit = limit(&query, &codes, step, metric, storage);
                let (least, most) = range(metric, &row, &codes, &limit);
                prop_assert!(least <= score && score <= most, "{} <= {} <= {}", least, score, most);
            }
        }
    }

    #[test]
    fn extreme_and_zero_vectors_have_no_codes() {
        for values in [[0.0, 0.0], [1e-30, 0.0], [1.0, 1e30]] {
            assert!(Prepared::new(values.as_slice().into(), Metric::L2, Storage::F32).coded.is_none());
        }
    }
}
