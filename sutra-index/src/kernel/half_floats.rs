//! IEEE half precision: a sign, five bits of exponent and ten of fraction.

/// Where the exponent of a half says that it is not finite.
const NOT_FINITE: u16 = 0x7C00;

const SIGN: u16 = 0x8000;

/// The bits that an `f32`'s fraction has more.
const MORE: u32 = 13;

/// The nearest half, of two as near the one with an even fraction; infinite from 65,520 on.
pub(crate) fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let (sign, magnitude) = ((bits >> 16) as u16 & SIGN, bits & (u32::MAX >> 1));
    let nearest = if magnitude >= 65_536f32.to_bits() {
        NOT_FINITE
    } else if magnitude >= (1.0f32 / 16_384.0).to_bits() {
        // Half a unit less a bit, and that bit where the fraction is odd: what carries over rounds up.
        let rounded = magnitude + ((1 << (MORE - 1)) - 1) + (magnitude >> MORE & 1);
        ((rounded >> MORE) - ((127 - 15) << 10)) as u16
    } else {
        // The units of 1/2 and of the smallest halves are the same, so that this sum is rounded to one of them.
        ((f32::from_bits(magnitude) + 0.5).to_bits() - 0.5f32.to_bits()) as u16
    };
    sign | nearest
}

/// The `f32` that a half is.
#[inline(always)]
pub(crate) fn single(half: u16) -> f32 {
    // The exponent of an f32 counts from 127, that of a half from 15: the product takes the difference.
    const DIFFERENCE: f32 = f32::from_bits((127 + 127 - 15) << 23);
    let magnitude = u32::from(half & !SIGN) << MORE;
    let finite = (f32::from_bits(magnitude) * DIFFERENCE).to_bits();
    let exponent = if half & NOT_FINITE == NOT_FINITE { f32::INFINITY.to_bits() } else { 0 };
    f32::from_bits(finite | exponent | u32::from(half & SIGN) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a finite half is, by the standard.
    fn defined(half: u16) -> f64 {
        let (exponent, fraction) = (i32::from(half >> 10 & 31), f64::from(half & 1023) / 1024.0);
        let magnitude = match exponent {
            0 => fraction * 2f64.powi(-14),
            _ => (1.0 + fraction) * 2f64.powi(exponent - 15),
        };
        if half & SIGN == 0 { magnitude } else { -magnitude }
    }

    #[test]
    fn every_half_is_what_the_standard_says_and_comes_back() {
        for bits in 0..=u16::MAX {
            let value = single(bits);
            if bits & NOT_FINITE != NOT_FINITE {
                assert_eq!(f64::from(value).to_bits(), defined(bits).to_bits(), "{bits:#x}");
                assert_eq!(half(value), bits);
            } else {
                assert_eq!((value.is_nan(), value.is_infinite()), (bits & 1023 != 0, bits & 1023 == 0));
            }
        }
    }

    #[test]
    fn values_go_to_the_nearest_half_and_ties_to_the_even_one() {
        for low in 0..NOT_FINITE - 1 {
            let (below, above) = (defined(low), defined(low + 1));
            let middle = ((below + above) / 2.0) as f32;
            let even = low + (low & 1);
            for (value, nearest) in [(middle.next_down(), low), (middle, even), (middle.next_up(), low + 1)] {
                assert_eq!((half(value), half(-value)), (nearest, nearest | SIGN), "{value:e}");
            }
        }
        for (value, bits) in [(65_519.996, 0x7BFF), (65_520.0, NOT_FINITE), (65_536.0, NOT_FINITE)] {
            assert_eq!(half(value), bits);
        }
        for value in [f32::MAX, f32::INFINITY] {
            assert_eq!((half(value), half(-value)), (NOT_FINITE, NOT_FINITE | SIGN));
        }
        assert_eq!((half(f32::MIN_POSITIVE), half(-1e-40)), (0, SIGN));
    }
}
