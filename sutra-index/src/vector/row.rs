//! Rows where they lie.

use sutra_core::{Error, Result};

use super::format::NUMBER;
use crate::kernel::{HalfFloats, Scaled, Singles, Values};

/// A row, as its segment keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row<'a> {
    F32(Singles<'a>),
    F16(HalfFloats<'a>),
    Int8(Scaled<'a>),
}

impl Row<'_> {
    /// Hands on each value.
    fn each(self, each: impl FnMut(f32)) {
        match self {
            Self::F32(row) => values(row).for_each(each),
            Self::F16(row) => values(row).for_each(each),
            Self::Int8(row) => values(row).for_each(each),
        }
    }

    /// Checks that every value is finite.
    pub(super) fn check_finite(self) -> Result<()> {
        match self {
            Self::F32(row) => check_finite(row),
            Self::F16(row) => check_finite(row),
            Self::Int8(row) => check_finite(row),
        }
    }

    /// The values into `vector`, which has the row's length.
    pub(super) fn copy(self, vector: &mut [f32]) {
        let mut places = vector.iter_mut();
        self.each(|value| {
            if let Some(place) = places.next() {
                *place = value;
            }
        });
    }
}

/// Checks that every value of a row is finite.
///
/// # Errors
/// [`Corrupt`](sutra_core::ErrorKind::Corrupt) naming the field that is not.
pub(super) fn check_finite(row: impl Values) -> Result<()> {
    match values(row).enumerate().find(|(_, value)| !value.is_finite()) {
        Some((field, value)) => Err(Error::corrupt(format!("field {field} of a stored vector is {value}"))),
        None => Ok(()),
    }
}

/// The values of a row.
pub(super) fn values<V: Values>(row: V) -> impl Iterator<Item = f32> {
    (0..row.items().len()).filter_map(move |at| Some(row.value(*row.items().get(at)?)))
}

/// Neighbouring rows of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) enum RowBlock<'a> {
    F32(&'a [[u8; 4]]),
    F16(&'a [[u8; 2]]),
    Int8 { codes: &'a [u8], scales: &'a [[u8; NUMBER]] },
}

impl<'a> RowBlock<'a> {
    /// Each row of `dim` values.
    pub(super) fn rows(self, dim: usize) -> impl Iterator<Item = Row<'a>> {
        let count = match self {
            Self::F32(values) => values.len() / dim,
            Self::F16(values) => values.len() / dim,
            Self::Int8 { scales, .. } => scales.len(),
        };
        (0..count).map(move |at| self.row(at, dim))
    }

    /// One of the rows; an empty one beyond them.
    pub(super) fn row(self, at: usize, dim: usize) -> Row<'a> {
        let range = at * dim..(at + 1) * dim;
        match self {
            Self::F32(values) => Row::F32(Singles(values.get(range).unwrap_or_default())),
            Self::F16(values) => Row::F16(HalfFloats(values.get(range).unwrap_or_default())),
            Self::Int8 { codes, scales } => Row::Int8(Scaled {
                codes: codes.get(range).unwrap_or_default(),
                scale: scales.get(at).map_or(0.0, |scale| f32::from_le_bytes(*scale)),
            }),
        }
    }
}
