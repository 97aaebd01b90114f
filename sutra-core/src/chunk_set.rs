//! A set of chunks of one generation.

use crate::{ChunkId, Stamp};

/// A set of chunks of one generation, as a bitmap. What a filter resolves to.
///
/// ```
/// use sutra_core::{ChunkId, ChunkSet, Stamp};
/// let mut set = ChunkSet::none(Stamp::new(1, 1), 100);
/// set.insert(ChunkId::new(64));
/// assert!(set.contains(ChunkId::new(64)) && !set.contains(ChunkId::new(63)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [ChunkId::new(64)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkSet {
    stamp: Stamp,
    universe: usize,
    words: Vec<u64>,
}

impl ChunkSet {
    /// No chunk of a generation that has `universe` chunks.
    #[must_use]
    pub fn none(stamp: Stamp, universe: usize) -> Self {
        Self { stamp, universe, words: vec![0; universe.div_ceil(64)] }
    }

    /// Every chunk of a generation that has `universe` chunks.
    #[must_use]
    pub fn all(stamp: Stamp, universe: usize) -> Self {
        let mut words = vec![u64::MAX; universe.div_ceil(64)];
        if let (Some(last), rest @ 1..) = (words.last_mut(), universe % 64) {
            *last = (1 << rest) - 1;
        }
        Self { stamp, universe, words }
    }

    /// Whose chunks these are.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// How many chunks the generation has.
    #[must_use]
    pub fn universe(&self) -> usize {
        self.universe
    }

    /// Adds a chunk; one outside the universe is left out. Says whether the set holds it now.
    pub fn insert(&mut self, chunk: ChunkId) -> bool {
        if chunk.index() >= self.universe {
            return false;
        }
        self.words[chunk.index() / 64] |= 1 << (chunk.index() % 64);
        true
    }

    /// Takes a chunk out.
    pub fn remove(&mut self, chunk: ChunkId) {
        if chunk.index() < self.universe {
            self.words[chunk.index() / 64] &= !(1 << (chunk.index() % 64));
        }
    }

    /// Whether the set holds a chunk.
    #[must_use]
    #[inline]
    pub fn contains(&self, chunk: ChunkId) -> bool {
        self.words.get(chunk.index() / 64).is_some_and(|word| word >> (chunk.index() % 64) & 1 == 1)
    }

    /// How many chunks the set holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many chunks the set holds from `first` on, of the next `count` ids. O(count / 64).
    ///
    /// ```
    /// use sutra_core::{ChunkId, ChunkSet, Stamp};
    /// let set = ChunkSet::all(Stamp::new(1, 1), 100);
    /// assert_eq!(set.len_in(ChunkId::new(60), 10), 10);
    /// assert_eq!(set.len_in(ChunkId::new(90), 20), 10, "none beyond the universe");
    /// ```
    #[must_use]
    pub fn len_in(&self, first: ChunkId, count: usize) -> usize {
        let (start, end) = (first.index(), first.index().saturating_add(count).min(self.universe));
        let whole = start.div_ceil(64)..end / 64;
        if whole.start >= whole.end {
            return (start..end).filter(|at| self.words[at / 64] >> (at % 64) & 1 == 1).count();
        }
        let ones = |words: &[u64]| words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let edge = |at: &usize| self.words[at / 64] >> (at % 64) & 1 == 1;
        ones(&self.words[whole.clone()])
            + (start..whole.start * 64).filter(edge).count()
            + (whole.end * 64..end).filter(edge).count()
    }

    /// Whether the set holds no chunk.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The chunks in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = ChunkId> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |word| {
                let rest = word & (word - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |word| ChunkId::new((index * 64) as u32 + word.trailing_zeros()))
        })
    }
}
