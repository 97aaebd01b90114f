//! New numbers for chunks.

use crate::{ChunkId, ChunkSet, Stamp};

/// The numbers that the chunks of one generation have in the next, where segments are merged: every chunk that stays
/// has a new number, no two the same one.
///
/// ```
/// use sutra_core::{ChunkId, Renumbering, Stamp};
/// let mut numbers = Renumbering::new(Stamp::new(1, 2), 3);
/// numbers.set(ChunkId::new(2), ChunkId::new(0));
/// assert_eq!(numbers.get(ChunkId::new(2)), Some(ChunkId::new(0)));
/// assert_eq!(numbers.get(ChunkId::new(1)), None, "not every chunk stays");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumbering {
    stamp: Stamp,
    /// By old number; [`GONE`] where the chunk is not kept.
    new: Vec<u32>,
}

const GONE: u32 = u32::MAX;

impl Renumbering {
    /// Nothing stays of a generation whose chunk ids are below `bound`; `stamp` is the generation that the new numbers
    /// belong to.
    #[must_use]
    pub fn new(stamp: Stamp, bound: usize) -> Self {
        Self { stamp, new: vec![GONE; bound] }
    }

    /// The chunks of `live` keep their numbers, the others go.
    ///
    /// ```
    /// use sutra_core::{ChunkId, ChunkSet, Renumbering, Stamp};
    /// let numbers = Renumbering::keep(&ChunkSet::all(Stamp::new(1, 2), 3));
    /// assert_eq!(numbers.get(ChunkId::new(2)), Some(ChunkId::new(2)));
    /// ```
    #[must_use]
    pub fn keep(live: &ChunkSet) -> Self {
        let mut numbers = Self::new(live.stamp(), live.universe());
        live.iter().for_each(|chunk| numbers.set(chunk, chunk));
        numbers
    }

    /// Gives the chunk `old` the number `new`. One outside the bound is left out.
    pub fn set(&mut self, old: ChunkId, new: ChunkId) {
        if let Some(place) = self.new.get_mut(old.index()) {
            *place = new.get();
        }
    }

    /// The new number of a chunk; `None` where it is not kept. O(1).
    #[must_use]
    #[inline]
    pub fn get(&self, old: ChunkId) -> Option<ChunkId> {
        self.new.get(old.index()).filter(|new| **new != GONE).map(|new| ChunkId::new(*new))
    }

    /// The generation that the new numbers belong to.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }
}
