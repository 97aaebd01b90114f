//! The scores of a window's rows.

use sutra_core::Result;

use super::cursor::Cursor;
use super::window::{Bounds, STRETCH, WINDOW};

/// Words of a bitmap of the rows.
const WORDS: usize = WINDOW / 64;

/// The scores of the rows of a window, all 0 at first, and which of them are not.
pub(super) struct Scores {
    scores: Box<[f64; WINDOW]>,
    /// The first `len` are the rows whose scores are not 0, each once, in the order in which that came to be.
    touched: Box<[u16; WINDOW + 1]>,
    len: usize,
    bitmap: Box<[u64; WORDS]>,
}

impl Scores {
    pub(super) fn new() -> Self {
        Self {
            scores: Box::new([0.0; WINDOW]),
            touched: Box::new([0; WINDOW + 1]),
            len: 0,
            bitmap: Box::new([0; WORDS]),
        }
    }

    #[inline]
    pub(super) fn of(&self, place: u32) -> f64 {
        self.scores[place as usize % WINDOW]
    }

    /// Adds to a score that is not 0.
    #[inline]
    pub(super) fn add(&mut self, place: u32, part: f64) {
        self.scores[place as usize % WINDOW] += part;
    }

    /// Adds what a term adds, above 0, to the rows from its place to below `end`, in the window that begins at `base`.
    #[inline]
    pub(super) fn add_all(&mut self, cursor: &mut Cursor<'_>, base: u32, end: u64) -> Result<()> {
        let (scores, touched, mut len) = (&mut *self.scores, &mut *self.touched, self.len);
        let result = cursor.each_below(end, |row, part| {
            let place = row.wrapping_sub(base) as usize % WINDOW;
            touched[len.min(WINDOW)] = place as u16;
            len += usize::from(scores[place] == 0.0);
            scores[place] += part;
        });
        self.len = len;
        result
    }

    /// Appends the rows whose scores are not below what is the least in their stretch, ascending.
    pub(super) fn collect(&mut self, least: &Bounds, rows: &mut Vec<u32>) {
        for place in &self.touched[..self.len] {
            let place = usize::from(*place) % WINDOW;
            let good = self.scores[place] >= least[place / STRETCH];
            self.bitmap[place / 64] |= u64::from(good) << (place % 64);
        }
        for (word, bits) in self.bitmap.iter_mut().enumerate() {
            while *bits != 0 {
                rows.push(word as u32 * 64 + bits.trailing_zeros());
                *bits &= *bits - 1;
            }
        }
    }

    /// Makes all scores 0.
    pub(super) fn clear(&mut self) {
        for place in &self.touched[..self.len] {
            self.scores[usize::from(*place) % WINDOW] = 0.0;
        }
        self.len = 0;
    }
}
