//! Vectors of length 1, and vectors of halves.

use crate::kernel::{half, single};

/// How far from 1 the length of a vector may be that is left as it is. Scaling leaves a length within 2^-24 of 1, each
/// value being rounded once, so that a second scaling changes nothing.
const CLOSE: f64 = 1e-7;

/// Scales `vector` to length 1 in place; a zero vector stays as it is, and so does one whose length is 1 already. The
/// length is taken in `f64`, so that neither tiny nor huge values are lost. What is scaled once is never changed again.
pub(super) fn normalise(vector: &mut [f32]) {
    let norm = length(vector);
    if norm > 0.0 && (norm - 1.0).abs() > CLOSE {
        for value in vector {
            *value = (f64::from(*value) / norm) as f32;
        }
    }
}

/// How far from 1 rounding to halves leaves a length at most, and to spare: each value is off by a 2^11th of itself.
const HALVES_CLOSE: f64 = 1.0 / 1024.0;

/// Rounds `vector` to halves in place, for cosines after scaling it to length 1. What was rounded once is never changed again.
/// Says which field rounds to no finite half.
pub(super) fn round_to_halves(vector: &mut [f32], is_cosine: bool) -> Result<(), usize> {
    let rounded = |value: f32| single(half(value));
    let stays = || vector.iter().all(|value| rounded(*value) == *value);
    if is_cosine && !((length(vector) - 1.0).abs() <= HALVES_CLOSE && stays()) {
        normalise(vector);
    }
    for (field, value) in vector.iter_mut().enumerate() {
        let near = rounded(*value);
        if !near.is_finite() {
            return Err(field);
        }
        *value = near;
    }
    Ok(())
}

/// The length, in `f64`.
pub(super) fn length(vector: &[f32]) -> f64 {
    vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tiny_values_keep_their_direction_and_zero_stays() {
        let mut vector = [3e-30, 4e-30];
        normalise(&mut vector);
        assert!((vector[0] - 0.6).abs() < 1e-6 && (vector[1] - 0.8).abs() < 1e-6, "{vector:?}");
        let mut zero = [0.0; 3];
        normalise(&mut zero);
        assert_eq!(zero, [0.0; 3]);
    }

    proptest! {
        #[test]
        fn the_second_time_changes_nothing(
            values in prop::collection::vec(prop_oneof![-1.0f32..1.0, any::<f32>()], 1..400)
        ) {
            let mut once: Vec<f32> = values.into_iter().map(|v| if v.is_finite() { v } else { f32::MAX }).collect();
            normalise(&mut once);
            let mut twice = once.clone();
            normalise(&mut twice);
            let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&twice), bits(&once));
        }

        #[test]
        fn halves_of_halves_are_the_same(
            values in prop::collection::vec(prop_oneof![4 => -1.0f32..1.0, 1 => -60000.0f32..60000.0], 1..400),
            is_cosine in any::<bool>()
        ) {
            let mut once = values.clone();
            prop_assert_eq!(round_to_halves(&mut once, is_cosine), Ok(()));
            let mut twice = once.clone();
            prop_assert_eq!(round_to_halves(&mut twice, is_cosine), Ok(()));
            prop_assert_eq!(&twice, &once);
            if is_cosine {
                prop_assert!((length(&once) - 1.0).abs() <= HALVES_CLOSE || values.iter().all(|v| *v == 0.0));
            }
        }
    }

    #[test]
    fn what_is_no_finite_half_is_named() {
        assert_eq!(round_to_halves(&mut [0.0, 65_519.0, -65_520.0], false), Err(2));
        assert_eq!(round_to_halves(&mut [0.0, 65_519.0, -65_520.0], true), Ok(()));
    }
}
