//! Chance that is the same everywhere.

/// Numbers that look random and are the same at every run: SplitMix64.
///
/// ```
/// use sutra_core::laws::LawRandom;
/// let mut random = LawRandom::new(1);
/// let mut cards = [1, 2, 3, 4];
/// random.shuffle(&mut cards);
/// cards.sort_unstable();
/// assert_eq!(cards, [1, 2, 3, 4]);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct LawRandom(u64);

impl LawRandom {
    /// The numbers of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The bias of the remainder is far below what a law could see.
        (self.number() >> 1) as usize % end.max(1)
    }

    /// One of `items`, if there are any.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts `items` into another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            items.swap(end - 1, self.below(end));
        }
    }
}
