//! Rows as they are stored, value by value.

use super::EXCESS;
use super::half_floats::single;

/// A row whose values are taken as `f32`s, each without rounding but where it says so.
pub(crate) trait Values: Copy {
    /// What stands for a value.
    type Item: Copy;

    fn items(&self) -> &[Self::Item];

    fn value(&self, item: Self::Item) -> f32;
}

/// Little-endian `f32`s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Singles<'a>(pub(crate) &'a [[u8; 4]]);

/// Little-endian halves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfFloats<'a>(pub(crate) &'a [[u8; 2]]);

/// Codes with what a unit of them is worth; each product is rounded to `f32`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled<'a> {
    pub(crate) codes: &'a [u8],
    pub(crate) scale: f32,
}

impl Values for Singles<'_> {
    type Item = [u8; 4];

    #[inline(always)]
    fn items(&self) -> &[[u8; 4]] {
        self.0
    }

    #[inline(always)]
    fn value(&self, item: [u8; 4]) -> f32 {
        f32::from_le_bytes(item)
    }
}

impl Values for HalfFloats<'_> {
    type Item = [u8; 2];

    #[inline(always)]
    fn items(&self) -> &[[u8; 2]] {
        self.0
    }

    #[inline(always)]
    fn value(&self, item: [u8; 2]) -> f32 {
        single(u16::from_le_bytes(item))
    }
}

impl Values for Scaled<'_> {
    type Item = u8;

    #[inline(always)]
    fn items(&self) -> &[u8] {
        self.codes
    }

    #[inline(always)]
    fn value(&self, item: u8) -> f32 {
        (i32::from(item) - i32::from(EXCESS)) as f32 * self.scale
    }
}
