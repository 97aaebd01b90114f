//! The exact score of a stored row.

use sutra_core::{Metric, Result};

use super::row::{Row, check_finite, values};
use crate::kernel::{Kernel, Values};

/// The score of a row, as it was stored, for a query of the same length. One row and one query give the same bits
/// wherever they are compared. A sum that leaves the range of `f32` is taken again in `f64` and stops at the largest
/// finite `f32`.
///
/// # Errors
/// [`Corrupt`](sutra_core::ErrorKind::Corrupt) naming the field of the row that is not finite.
#[inline]
pub(super) fn compare(kernel: Kernel, metric: Metric, query: &[f32], row: Row<'_>) -> Result<f32> {
    match row {
        Row::F32(row) => compare_values(kernel, metric, query, row),
        Row::F16(row) if metric == Metric::Cosine => {
            let dot = inner_product(kernel, query, row)?;
            let length = kernel.norm(row).sqrt();
            Ok(if length > 0.0 { (dot / length).clamp(-1.0, 1.0) } else { 0.0 })
        }
        Row::F16(row) => compare_values(kernel, metric, query, row),
        Row::Int8(row) => compare_values(kernel, metric, query, row),
    }
}

#[inline]
fn compare_values(kernel: Kernel, metric: Metric, query: &[f32], row: impl Values) -> Result<f32> {
    match metric {
        Metric::L2 => {
            let sum = kernel.squares(query, row);
            if sum.is_finite() && sum >= f32::MIN_POSITIVE {
                return Ok(-sum.sqrt());
            }
            Ok(-saturate(wide(query, row, |x, y| (x - y) * (x - y))?.sqrt()))
        }
        Metric::Cosine => Ok(inner_product(kernel, query, row)?.clamp(-1.0, 1.0)),
        _ => inner_product(kernel, query, row),
    }
}

#[inline]
fn inner_product(kernel: Kernel, query: &[f32], row: impl Values) -> Result<f32> {
    let sum = kernel.dot(query, row);
    if sum.is_finite() {
        return Ok(sum);
    }
    Ok(saturate(wide(query, row, |x, y| x * y)?))
}

#[cold]
fn wide(query: &[f32], row: impl Values, term: impl Fn(f64, f64) -> f64) -> Result<f64> {
    check_finite(row)?;
    Ok(query.iter().zip(values(row)).map(|(x, y)| term(f64::from(*x), f64::from(y))).sum())
}

fn saturate(value: f64) -> f32 {
    value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Singles;

    fn score(metric: Metric, query: &[f32], row: &[f32]) -> f32 {
        let row: Vec<_> = row.iter().map(|value| value.to_le_bytes()).collect();
        compare(Kernel::fastest(), metric, query, Row::F32(Singles(&row))).unwrap()
    }

    #[test]
    fn every_length_around_a_block_is_summed_whole() {
        for len in 1..70usize {
            let a: Vec<f32> = (0..len).map(|i| i as f32).collect();
            let ones = vec![1.0; len];
            assert_eq!(score(Metric::InnerProduct, &a, &ones), (len * (len - 1) / 2) as f32, "length {len}");
            assert_eq!(score(Metric::L2, &ones, &vec![0.0; len]), -(len as f32).sqrt(), "length {len}");
        }
    }

    #[test]
    fn sums_out_of_range_saturate() {
        let dot = |a: &[f32], b: &[f32]| score(Metric::InnerProduct, a, b);
        assert_eq!(dot(&[f32::MAX, f32::MAX], &[2.0, 0.0]), f32::MAX);
        assert_eq!(dot(&[f32::MAX, f32::MAX], &[2.0, -2.0]), 0.0, "infinity minus infinity in f32");
        assert_eq!(score(Metric::L2, &[3e30, 0.0], &[0.0, 4e30]), -5e30);
        assert_eq!(score(Metric::L2, &[f32::MAX], &[f32::MIN]), f32::MIN);
        assert!((score(Metric::L2, &[3e-30, 0.0], &[0.0, 4e-30]) / -5e-30 - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_stored_value_that_is_not_finite_is_named() {
        for metric in [Metric::Cosine, Metric::InnerProduct, Metric::L2] {
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                let row = [1.0f32, bad].map(f32::to_le_bytes);
                let error =
                    compare(Kernel::portable(), metric, &[0.0, 0.0], Row::F32(Singles(&row))).unwrap_err();
                assert!(error.to_string().contains("field 1"), "{error}");
            }
        }
    }
}
