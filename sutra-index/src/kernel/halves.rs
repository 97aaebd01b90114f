//! The codes of a query in two bytes a value.

use super::{EXCESS, LARGEST, PADDING};

/// The codes of a query, each as [`BASE`](Self::BASE) times a high half and a low half, both of a magnitude of at most
/// [`LARGEST`], so that either is multiplied with the codes of rows in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Halves {
    /// Padded with zeros.
    pub(super) high: Vec<i8>,
    pub(super) low: Vec<i8>,
    /// What the sum of a row's products is too large by where its codes are taken with their excess.
    pub(super) excess_high: i32,
    pub(super) excess_low: i32,
}

impl Halves {
    /// What the high half counts.
    pub(crate) const BASE: i32 = 2 * LARGEST + 1;

    /// The largest magnitude of a whole code.
    pub(crate) const LARGEST: i32 = LARGEST * (Self::BASE + 1);

    /// Splits whole codes.
    pub(crate) fn new(codes: &[i32]) -> Self {
        let (mut high, mut low): (Vec<_>, Vec<_>) = codes.iter().map(|&code| halves(code)).unzip();
        let padded = codes.len().next_multiple_of(PADDING);
        high.resize(padded, 0);
        low.resize(padded, 0);
        let excess = |half: &[i8]| half.iter().map(|code| i32::from(*code)).sum::<i32>() * i32::from(EXCESS);
        let (excess_high, excess_low) = (excess(&high), excess(&low));
        Self { high, low, excess_high, excess_low }
    }

    /// The sum for whole codes from those for the halves.
    #[inline(always)]
    pub(super) fn sum(&self, high: i32, low: i32) -> f32 {
        high as f32 * Self::BASE as f32 + low as f32
    }
}

fn halves(code: i32) -> (i8, i8) {
    let high = (code + code.signum() * (Halves::BASE / 2)) / Halves::BASE;
    (high as i8, (code - Halves::BASE * high) as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_put_together_are_the_code() {
        for code in -Halves::LARGEST..=Halves::LARGEST {
            let (high, low) = halves(code);
            assert_eq!(Halves::BASE * i32::from(high) + i32::from(low), code);
            assert!(i32::from(high).abs() <= LARGEST && i32::from(low).abs() <= LARGEST, "{code}");
        }
    }
}
