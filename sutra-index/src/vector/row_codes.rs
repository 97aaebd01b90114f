//! A row in a byte a value.

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

/// Writes the code of each value: the nearest multiple of the scale, which takes the largest value to
/// [`LARGEST`], plus [`EXCESS`].
pub(super) fn encode(row: &[f32], codes: &mut [u8]) -> Kept {
    let most = row.iter().fold(0.0f32, |most, value| most.max(value.abs()));
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
        let code = (f64::from(*value) / unit).round_ties_even().clamp(-largest, largest);
        *place = (code as i32 + i32::from(EXCESS)) as u8;
        off += (f64::from(*value) - unit * code).powi(2);
        norm += (unit * code).powi(2);
    }
    Kept { scale, error: (off.sqrt() * UP) as f32, norm: norm as f32 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn codes_stand_for_the_row_within_the_error(
            values in prop::collection::vec(-9.0f32..9.0, 1..200), power in -8i32..8
        ) {
            let row: Vec<f32> = values.iter().map(|value| value * 10f32.powi(power)).collect();
            let mut codes = vec![0; row.len()];
            let kept = encode(&row, &mut codes);
            let scaled = |code: u8| f64::from(kept.scale) * (f64::from(code) - f64::from(EXCESS));
            let pairs = || row.iter().zip(&codes);
            let off = pairs().map(|(value, code)| (f64::from(*value) - scaled(*code)).powi(2)).sum::<f64>().sqrt();
            prop_assert!(off <= f64::from(kept.error));
            let norm: f64 = codes.iter().map(|code| scaled(*code).powi(2)).sum();
            prop_assert!((norm - f64::from(kept.norm)).abs() <= 1e-7 * norm);
            prop_assert!(codes.iter().all(|code| *code >= 1), "symmetric");
        }
    }

    #[test]
    fn zero_is_exact_and_extremes_have_no_codes() {
        assert_eq!(encode(&[0.0, -0.0], &mut [0; 2]), Kept { scale: 0.0, error: 0.0, norm: 0.0 });
        for extreme in [1e-20, 1e20, f32::MAX] {
            assert_eq!(encode(&[extreme], &mut [0]).error, f32::INFINITY);
        }
    }
}
