//! Reproducible random numbers.

/// SplitMix64 (Steele, Lea and Flood 2014): a stream of 64-bit numbers from a seed, in integer arithmetic.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from a bell-shaped distribution with mean 0 and variance 1: the sum of four uniform ones.
    ///
    /// A range finder asks for independence and light tails, not for an exact normal distribution; this one
    /// needs no logarithm and is the same on every machine.
    pub(crate) fn bell(&mut self) -> f32 {
        const MEAN: i64 = 2 * 0xFFFF;
        // The variance of one of 0..=65535 is (65536² - 1) / 12; four of them have twice the root of it.
        const DEVIATION: f32 = 37_837.0;
        let bits = self.next();
        let sum: i64 = (0..4).map(|part| (bits >> (16 * part) & 0xFFFF) as i64).sum();
        (sum - MEAN) as f32 / DEVIATION
    }
}
