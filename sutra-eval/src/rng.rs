//! A small generator of random numbers, the same on every machine.

/// SplitMix64: a counter that steps by the golden ratio and is mixed (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014). It passes the usual statistical batteries and every seed is as
/// good as another, which is all that resampling needs. Not for secrets.
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// An index in `0..n`, by the high half of a 128-bit product: its bias is below `n / 2^64`.
    pub(crate) fn index(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}
