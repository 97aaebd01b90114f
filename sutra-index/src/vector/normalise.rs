//! Vectors of length 1.

/// How far from 1 the length of a vector may be that is left as it is. Scaling leaves a length within 2^-24 of 1, each
/// value being rounded once, so that a second scaling changes nothing.
const CLOSE: f64 = 1e-7;

/// Scales `vector` to length 1 in place; a zero vector stays as it is, and so does one whose length is 1 already. The
/// length is taken in `f64`, so that neither tiny nor huge values are lost. What is scaled once is never changed again.
pub(super) fn normalise(vector: &mut [f32]) {
    let norm = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
    if norm > 0.0 && (norm - 1.0).abs() > CLOSE {
        for value in vector {
            *value = (f64::from(*value) / norm) as f32;
        }
    }
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
    }
}
