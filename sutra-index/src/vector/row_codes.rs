//! A row in a byte a value.

use sutra_core::Metric;

use crate::kernel::{EXCESS, LARGEST};

/// The magnitudes of a vector's largest value between which its codes stay within the range of `f32`, whatever is
/// multiplied with them. A vector outside has none and is always compared exactly.
pub(super) const MAGNITUDES: std::ops::RangeInclusive<f32> = 1e-10..=1e10;

/// Rounding of what is kept, upwards.
const UP: f64 = 1.0 + 1e-6;

/// What is kept of a row beside its codes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kept {
    /// What the unit of a code is worth.
    pub(super) scale: f32,
    /// At least the distance between the row and `scale` times its codes; infinite where the row has no codes.
    pub(super) error: f32,
    /// The squared length of `scale` times its codes.
    pub(super) norm: f32,
}

/// Writes the code of each value divided by `length`: the nearest multiple of the scale, which takes the largest to
/// [`LARGEST`], plus [`EXCESS`].
pub(super) fn encode(row: &[f32], length: f64, codes: &mut [u8]) -> Kept {
    let most = (f64::from(most(row)) / length) as f32;
    codes.fill(EXCESS);
    if most == 0.0 {
        return Kept { scale: 0.0, error: 0.0, norm: 0.0 };
    }
    if !MAGNITUDES.contains(&most) {
        return Kept { scale: 0.0, error: f32::INFINITY, norm: 0.0 };
    }
    let scale = most / LARGEST as f32;
    let (unit, largest) = (f64::from(scale), f64::from(LARGEST));
    let (mut off, mut norm) = (0.0, 0.0);
    for (value, place) in row.iter().zip(codes) {
        let value = f64::from(*value) / length;
        let code = (value / unit).round_ties_even().clamp(-largest, largest);
        *place = (code as i32 + i32::from(EXCESS)) as u8;
        off += (value - unit * code).powi(2);
        norm += (unit * code).powi(2);
    }
    Kept { scale, error: (off.sqrt() * UP) as f32, norm: norm as f32 }
}

/// The largest magnitude.
fn most(row: &[f32]) -> f32 {
    row.iter().fold(0.0f32, |most, value| most.max(value.abs()))
}

/// The scales of rows whose values are their codes have the binary digits that an `f32` has more than a code, so that a
/// scale times a code is an `f32`.
const SPARE: u32 = (1 << 7) - 1;

/// Writes the codes of a row that is what its codes stand for. The largest value has the code [`LARGEST`] or its
/// opposite. Under cosine the scale is one over the length of the codes; under the other metrics it is a 127th of the
/// largest value, rounded down to a few digits, and a row too small for that becomes zero. What codes stand for has the same
/// codes and the same scale again.
pub(super) fn encode_alone(row: &[f32], metric: Metric, codes: &mut [u8]) -> Kept {
    let largest = f64::from(LARGEST);
    let most = most(row);
    let coarse = f32::from_bits((most / LARGEST as f32).to_bits() & !SPARE);
    codes.fill(EXCESS);
    if most == 0.0 || metric != Metric::Cosine && coarse < f32::MIN_POSITIVE {
        return Kept { scale: 0.0, error: 0.0, norm: 0.0 };
    }
    let unit = if metric == Metric::Cosine { f64::from(most) / largest } else { f64::from(coarse) };
    let mut square = 0.0;
    for (value, place) in row.iter().zip(&mut *codes) {
        let code = (f64::from(*value) / unit).round_ties_even().clamp(-largest, largest);
        *place = (code as i32 + i32::from(EXCESS)) as u8;
        square += code.powi(2);
    }
    let scale = if metric == Metric::Cosine { (1.0 / square.sqrt()) as f32 } else { coarse };
    if !MAGNITUDES.contains(&(scale * LARGEST as f32)) {
        return Kept { scale, error: f32::INFINITY, norm: 0.0 };
    }
    let off = |code: &u8| {
        let code = i32::from(*code) - i32::from(EXCESS);
        f64::from(code as f32 * scale) - f64::from(code) * f64::from(scale)
    };
    let error = codes.iter().map(|code| off(code).powi(2)).sum::<f64>().sqrt();
    Kept { scale, error: (error * UP) as f32, norm: (f64::from(scale).powi(2) * square) as f32 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::normalise::normalise;
    use super::super::row::values as values_of;
    use super::*;
    use crate::kernel::Scaled;

    proptest! {
        #[test]
        fn codes_stand_for_the_row_within_the_error(
            values in prop::collection::vec(-9.0f32..9.0, 1..200), power in -8i32..8, length in 0.5f64..2.0
        ) {
            let row: Vec<f32> = values.iter().map(|value| value * 10f32.powi(power)).collect();
            let mut codes = vec![0; row.len()];
            let kept = encode(&row, length, &mut codes);
            let scaled = |code: u8| f64::from(kept.scale) * (f64::from(code) - f64::from(EXCESS));
            let pairs = || row.iter().map(|value| f64::from(*value) / length).zip(&codes);
            let off = pairs().map(|(value, code)| (value - scaled(*code)).powi(2)).sum::<f64>().sqrt();
            prop_assert!(off <= f64::from(kept.error));
            let norm: f64 = codes.iter().map(|code| scaled(*code).powi(2)).sum();
            prop_assert!((norm - f64::from(kept.norm)).abs() <= 1e-7 * norm);
            prop_assert!(codes.iter().all(|code| *code >= 1), "symmetric");
        }

        /// A row of codes alone: how far it is off, and that it stays as it is once it is one.
        #[test]
        fn a_row_of_codes_is_near_and_stays(
            values in prop::collection::vec(-9.0f32..9.0, 1..200), power in -35i32..38, m in 0usize..3
        ) {
            let metric = [Metric::Cosine, Metric::InnerProduct, Metric::L2][m];
            let scaled = |value: &f32| (f64::from(*value) * 10f64.powi(power)) as f32;
            let mut row: Vec<f32> = values.iter().map(scaled).collect();
            prop_assume!(row.iter().all(|value| value.is_finite()));
            if metric == Metric::Cosine {
                normalise(&mut row);
            }
            let mut codes = vec![0; row.len()];
            let kept = encode_alone(&row, metric, &mut codes);
            let stands = Scaled { codes: &codes, scale: kept.scale };
            let mut again: Vec<f32> = values_of(stands).collect();
            if metric == Metric::Cosine {
                let length = again.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
                prop_assert!((length - 1.0).abs() < 2e-7 || most(&row) == 0.0, "{}", length);
                normalise(&mut again);
            } else {
                let unit = f64::from(most(&row)) / 127.0;
                let off = |(a, b): (&f32, &f32)| (f64::from(*a) - f64::from(*b)).abs();
                let worst = row.iter().zip(&again).map(off).fold(0.0, f64::max);
                prop_assert!(worst <= 0.503 * unit || kept.scale == 0.0, "{} of {}", worst, unit);
                prop_assert!(kept.error == 0.0 || kept.error.is_infinite(), "the products are exact");
            }
            let mut same = vec![0; row.len()];
            prop_assert_eq!(encode_alone(&again, metric, &mut same), kept);
            prop_assert_eq!(same, codes);
        }
    }

    #[test]
    fn tiny_rows_of_codes_are_zero() {
        let zero = Kept { scale: 0.0, error: 0.0, norm: 0.0 };
        for tiny in [0.0, 1e-45, 1e-40, 1.49e-36] {
            assert_eq!(encode_alone(&[tiny, -tiny], Metric::L2, &mut [0; 2]), zero);
        }
        assert!(encode_alone(&[1.5e-36], Metric::L2, &mut [0]).scale > 0.0);
    }

    #[test]
    fn zero_is_exact_and_extremes_have_no_codes() {
        assert_eq!(encode(&[0.0, -0.0], 1.0, &mut [0; 2]), Kept { scale: 0.0, error: 0.0, norm: 0.0 });
        for extreme in [1e-20, 1e20, f32::MAX] {
            assert_eq!(encode(&[extreme], 1.0, &mut [0]).error, f32::INFINITY);
        }
    }
}
