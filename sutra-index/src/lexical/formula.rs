//! The numbers of the formula, such that scores do not depend on the order in which terms are added up.

use super::segment::{Corner, MANY};
use super::{Bm25Params, Bm25Variant};

/// What a sum of parts is exact within: the bits of an `f64`, less one for the sum of two halves.
const BITS: i32 = 51;

/// Bounds are made larger by this much, beyond what rounding can take away.
const SLACK: f64 = 1.0 + 1.0 / 1_048_576.0;

/// The inverse document frequency of a term that `df` of `n` chunks hold, 0 or more.
pub(crate) fn idf(variant: Bm25Variant, n: usize, df: usize) -> f64 {
    let (n, df) = (n as f64, df as f64);
    match variant {
        Bm25Variant::Lucene => ((n - df + 0.5) / (df + 0.5)).ln_1p(),
        Bm25Variant::Atire => (n / df).ln(),
        Bm25Variant::L { .. } => ((n + 1.0) / (df + 0.5)).ln(),
        Bm25Variant::Plus { .. } => ((n + 1.0) / df).ln(),
    }
}

/// The part of a term that a chunk holds `count` times is
///
/// ```text
/// weight * ((count + lift * norm) / (count * step + norm) + plus)
/// ```
///
/// where both sides of the fraction are divided by `k1 + 1`, so that nothing overflows: `step` is `1 / (k1 + 1)`, and the
/// norm `k1 / (k1 + 1) * (1 - b + b * length / mean)`. BM25L has `k1 + delta` in place of the first `k1` there, and
/// a `lift` of `delta * (k1 + 1) / (k1 + delta)`; BM25+ has its delta in `plus`. `lift * step` is at most 1, so that
/// parts grow with the count and fall with the norm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Formula {
    step: f32,
    lift: f32,
    plus: f32,
    fixed: f64,
    by_length: f64,
}

impl Formula {
    /// The formula where chunks have `mean` terms.
    pub(super) fn new(params: Bm25Params, mean: f64) -> Self {
        let (k1, b) = (f64::from(params.k1()), f64::from(params.b()));
        let (delta, plus) = match params.variant() {
            Bm25Variant::L { delta } => (f64::from(delta), 0.0),
            Bm25Variant::Plus { delta } => (0.0, delta),
            Bm25Variant::Lucene | Bm25Variant::Atire => (0.0, 0.0),
        };
        let share = (k1 + delta) / (k1 + 1.0);
        let lift = if delta > 0.0 { (delta / share) as f32 } else { 0.0 };
        let by_length = if mean > 0.0 { share * b / mean } else { 0.0 };
        Self { step: (1.0 / (k1 + 1.0)) as f32, lift, plus, fixed: share * (1.0 - b), by_length }
    }

    /// What no part of a term of weight 1 exceeds.
    pub(super) fn most(self) -> f64 {
        1.0 / f64::from(self.step) + f64::from(self.plus)
    }

    /// The norm of a chunk. It grows with the length.
    #[inline]
    pub(super) fn norm(self, length: u32) -> f32 {
        (self.fixed + self.by_length * f64::from(length)) as f32
    }

    /// The part of a term in a chunk, rounded in single precision.
    #[inline]
    pub(super) fn part(self, weight: f32, count: f32, norm: f32) -> f32 {
        weight * ((count + self.lift * norm) / (count * self.step + norm) + self.plus)
    }

    /// What no posting under these corners exceeds.
    #[inline]
    pub(super) fn bound(self, weight: f32, corners: &[Corner]) -> f64 {
        let part = |corner: &Corner| {
            // The part of infinitely many is that of one with a norm of 0.
            let norm = if corner.count == MANY { 0.0 } else { self.norm(corner.length.into()) };
            self.part(weight, f32::from(corner.count), norm)
        };
        f64::from(corners.iter().map(part).fold(0.0, f32::max)) * SLACK
    }

    /// The smallest and the largest part of a term of weight 1 in chunks of up to `longest` terms.
    fn range(self, longest: u32) -> (f64, f64) {
        let (step, lift, plus) = (f64::from(self.step), f64::from(self.lift), f64::from(self.plus));
        let part = |norm: f64| (1.0 + lift * norm) / (step + norm) + plus;
        // The largest is that of a chunk of one term repeated, its norm divided by its length.
        let least = self.by_length + self.fixed / f64::from(longest.max(1));
        (part(f64::from(self.norm(longest))), part(least))
    }
}

/// Parts as multiples of a power of two so small that rounding to it changes them only where one is a billionth of
/// another, and so large that their sums are exact: whatever the order, a score is the same bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    unit: f64,
    /// Whether a part may lie between two multiples.
    rounds: bool,
}

impl Grid {
    /// For terms of these weights in chunks of up to `longest` terms.
    pub(super) fn new(formula: Formula, weights: impl Iterator<Item = f64> + Clone, longest: u32) -> Self {
        let (smallest, largest) = formula.range(longest);
        let total = weights.clone().sum::<f64>() * largest * SLACK;
        let least = weights.fold(f64::INFINITY, f64::min) * smallest / SLACK;
        // The power of two above the total, by its exponent.
        let exponent = (total.to_bits() >> 52) as i32 - 1023 + 1;
        let unit = 2_f64.powi((exponent - BITS).clamp(-1000, 1000));
        Self { unit, rounds: least < unit * f64::from(1 << f32::MANTISSA_DIGITS) }
    }

    /// What all parts are multiples of.
    pub(super) fn unit(self) -> f64 {
        self.unit
    }

    /// Rounds parts to multiples of the unit, up to 1 of it where they are less.
    #[inline]
    pub(super) fn round(self, parts: &mut [f64]) {
        if self.rounds {
            for part in parts {
                *part = ((*part / self.unit).round() * self.unit).max(self.unit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all<const N: usize>(params: [(f32, f32); N]) -> impl Iterator<Item = Bm25Params> {
        let variants = [
            Bm25Variant::Lucene,
            Bm25Variant::L { delta: 0.5 },
            Bm25Variant::L { delta: 0.0 },
            Bm25Variant::Plus { delta: 1.0 },
        ];
        let params = params.map(|(k1, b)| Bm25Params::new(k1, b).unwrap());
        params
            .into_iter()
            .flat_map(move |params| variants.map(|variant| params.with_variant(variant).unwrap()))
    }

    #[test]
    fn sums_are_the_same_in_any_order() {
        for params in all([(1.2, 0.75), (0.0, 0.0), (f32::MAX, 1.0), (0.9, 1.0), (1e-30, 0.5)]) {
            let formula = Formula::new(params, 30.0);
            let idf = |df| idf(Bm25Variant::Lucene, 1_000_000, df);
            let weights = [idf(1_000_000), 9.5, idf(1), 0.1, 3.0];
            let grid = Grid::new(formula, weights.into_iter(), 100_000);
            for length in [1, 7, 100_000] {
                let norm = formula.norm(length);
                let count = |n: usize| (n as u32 % length + 1) as f32;
                let mut parts: Vec<f64> =
                    (0..5).map(|n| f64::from(formula.part(weights[n] as f32, count(n), norm))).collect();
                let before = parts.clone();
                grid.round(&mut parts);
                assert!(parts.iter().all(|part| part.is_finite() && *part > 0.0), "{parts:?}");
                for (part, before) in parts.iter().zip(&before) {
                    assert!((part - before).abs() <= grid.unit, "{part} {before}");
                }
                let (forward, backward): (f64, f64) = (parts.iter().sum(), parts.iter().rev().sum());
                assert_eq!(forward.to_bits(), backward.to_bits());
                parts.swap(0, 3);
                assert_eq!(parts.iter().sum::<f64>().to_bits(), forward.to_bits());
            }
        }
    }

    #[test]
    fn corners_bound_what_they_stand_for() {
        for params in all([(1.2, 0.75), (0.0, 0.3), (f32::MAX, 1.0), (2.0, 0.0)]) {
            let formula = Formula::new(params, 17.3);
            for count in 1..300_u32 {
                for length in [count, count + 3, count * 50, 70_000] {
                    let corner = Corner { count: count.min(255) as u8, length: length.min(65_535) as u16 };
                    let part = f64::from(formula.part(2.5, count as f32, formula.norm(length)));
                    assert!(part <= formula.bound(2.5, &[corner]), "{params:?} {count} {length}");
                }
            }
        }
    }
}
