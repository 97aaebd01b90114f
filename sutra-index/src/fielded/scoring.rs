//! The numbers of the formula, such that scores do not depend on the order in which terms are added up.

use crate::lexical::{Corner, MANY};

use super::Bm25Field;
use super::stored::Lengths;

/// What a sum of parts is exact within: the bits of an `f64`, less one for the sum of two halves.
const BITS: i32 = 51;

/// Bounds are made larger by this much, beyond what rounding can take away.
const SLACK: f64 = 1.0 + 1.0 / 1_048_576.0;

/// How much one term in a field counts, by the length of the field: `weight / (1 - b + b * length / mean length)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FieldScoring {
    weight: f64,
    fixed: f64,
    by_length: f64,
    longest: u32,
}

impl FieldScoring {
    /// Of a field whose lengths in `chunks` live chunks are these.
    pub(super) fn new(field: &Bm25Field, lengths: Lengths, chunks: usize) -> Self {
        let b = f64::from(field.b());
        let mean = lengths.total as f64 / chunks.max(1) as f64;
        let by_length = if mean > 0.0 { b / mean } else { 0.0 };
        Self { weight: field.weight().into(), fixed: 1.0 - b, by_length, longest: lengths.longest }
    }

    /// It falls with the length, and is above 0.
    #[inline]
    pub(super) fn factor(self, length: u32) -> f32 {
        let factor = self.weight / (self.fixed + self.by_length * f64::from(length));
        factor.clamp(f32::MIN_POSITIVE.into(), f32::MAX.into()) as f32
    }

    /// What no weighted count in this field exceeds: that of one term, all along the longest.
    pub(super) fn most(self) -> f64 {
        f64::from(self.longest.max(1)) * f64::from(self.factor(self.longest)) * SLACK
    }

    /// What no weighted count of a posting under these corners exceeds.
    #[inline]
    pub(super) fn bound(self, corners: &[Corner]) -> f64 {
        let of = |corner: &Corner| match corner.count {
            MANY => self.most(),
            count => f64::from(count) * f64::from(self.factor(corner.length.into())) * SLACK,
        };
        corners.iter().map(of).fold(0.0, f64::max)
    }
}

/// What a term adds, by its weighted count: `weight * count / (count + k1)`, in multiples of a power of two so small
/// that rounding to it changes a part only where it is a billionth of another, and so large that sums of parts are
/// exact: whatever the order, a score is the same bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Saturation {
    k1: f64,
    unit: f64,
    /// Adding it and taking it off again rounds to multiples of the unit.
    rounding: f64,
}

impl Saturation {
    /// For terms whose weights, idf times `k1 + 1`, add up to `total`, and weighted counts of up to `most`.
    pub(super) fn new(k1: f64, total: f64, most: f64) -> Self {
        let most = total * most / (most + k1) * SLACK;
        // The power of two above it, by its exponent.
        let exponent = (most.to_bits() >> 52) as i32 - 1023 + 1;
        let unit = 2_f64.powi((exponent - BITS).clamp(-900, 900));
        Self { k1, unit, rounding: unit * 1.5 * 2_f64.powi(52) }
    }

    /// What a term of this weight adds where its weighted count is above 0.
    #[inline]
    pub(super) fn part(self, weight: f64, count: f64) -> f64 {
        let part = weight * count / (count + self.k1);
        (part + self.rounding - self.rounding).max(self.unit)
    }

    /// What a term adds no more than where its weighted count is at most this, 0 for 0.
    #[inline]
    pub(super) fn bound(self, weight: f64, count: f64) -> f64 {
        if count > 0.0 { self.part(weight, count) + self.unit } else { 0.0 }
    }
}

/// What the query's terms are added up with.
#[derive(Clone, Debug)]
pub(super) struct Scoring<'a> {
    pub(super) fields: &'a [FieldScoring],
    pub(super) saturation: Saturation,
    /// What no score exceeds.
    pub(super) most: f32,
}

impl Scoring<'_> {
    /// The score of a sum of parts.
    #[inline]
    pub(super) fn score(&self, sum: f64) -> f32 {
        (sum as f32).min(self.most)
    }
}
