//! Arithmetic over vectors of equal length: portable, and in one fixed order, so that every call on the same
//! values gives the same bits.

/// How many sums run side by side. Independent sums let the compiler use vector registers; their order is part
/// of the result.
const LANES: usize = 16;

/// The inner product of `a` and `b`, over the shorter of the two.
///
/// Where the sum leaves the range of `f32` it is taken again in `f64` and stops at the largest finite `f32`.
#[inline]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let sum = accumulate(a, b, |x, y| x * y);
    if sum.is_finite() { sum } else { saturate(wide(a, b, |x, y| x * y)) }
}

/// The Euclidean distance between `a` and `b`, over the shorter of the two; out of range as in [`dot`].
#[inline]
pub(super) fn distance(a: &[f32], b: &[f32]) -> f32 {
    let sum = accumulate(a, b, |x, y| (x - y) * (x - y));
    if sum.is_finite() && sum >= f32::MIN_POSITIVE {
        return sum.sqrt();
    }
    saturate(wide(a, b, |x, y| (x - y) * (x - y)).sqrt())
}

/// Scales `vector` to length 1 in place; a zero vector stays as it is. The length is taken in `f64`, so that
/// neither tiny nor huge values are lost.
pub(super) fn normalise(vector: &mut [f32]) {
    let norm = wide(vector, vector, |x, y| x * y).sqrt();
    if norm > 0.0 {
        for value in vector {
            *value = (f64::from(*value) / norm) as f32;
        }
    }
}

#[inline(always)]
fn accumulate(a: &[f32], b: &[f32], term: impl Fn(f32, f32) -> f32) -> f32 {
    let (a_blocks, a_rest) = a.as_chunks::<LANES>();
    let (b_blocks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (a, b) in a_blocks.iter().zip(b_blocks) {
        for lane in 0..LANES {
            sums[lane] += term(a[lane], b[lane]);
        }
    }
    for (sum, (x, y)) in sums.iter_mut().zip(a_rest.iter().zip(b_rest)) {
        *sum += term(*x, *y);
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

#[cold]
fn wide(a: &[f32], b: &[f32], term: impl Fn(f64, f64) -> f64) -> f64 {
    a.iter().zip(b).map(|(x, y)| term(f64::from(*x), f64::from(*y))).sum()
}

fn saturate(value: f64) -> f32 {
    value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_around_a_block_is_summed_whole() {
        for len in 0..70usize {
            let a: Vec<f32> = (0..len).map(|i| i as f32).collect();
            let ones = vec![1.0; len];
            assert_eq!(dot(&a, &ones), (len * len.saturating_sub(1) / 2) as f32, "length {len}");
            assert_eq!(distance(&ones, &vec![0.0; len]), (len as f32).sqrt(), "length {len}");
        }
    }

    #[test]
    fn sums_out_of_range_saturate() {
        assert_eq!(dot(&[f32::MAX, f32::MAX], &[2.0, 0.0]), f32::MAX);
        assert_eq!(dot(&[f32::MAX, f32::MAX], &[2.0, -2.0]), 0.0, "infinity minus infinity in f32");
        assert_eq!(distance(&[3e30, 0.0], &[0.0, 4e30]), 5e30);
        assert_eq!(distance(&[f32::MAX], &[f32::MIN]), f32::MAX);
    }

    #[test]
    fn tiny_values_keep_their_distance_and_direction() {
        assert!((distance(&[3e-30, 0.0], &[0.0, 4e-30]) / 5e-30 - 1.0).abs() < 1e-6);
        let mut vector = [3e-30, 4e-30];
        normalise(&mut vector);
        assert!((vector[0] - 0.6).abs() < 1e-6 && (vector[1] - 0.8).abs() < 1e-6, "{vector:?}");
        let mut zero = [0.0; 3];
        normalise(&mut zero);
        assert_eq!(zero, [0.0; 3]);
    }
}
