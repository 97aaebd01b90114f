//! Matches and scores of a range of rows.

/// How many rows a window holds at most.
pub(super) const ROWS: u32 = 4096;

/// Which rows of a range match, and with what score.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    first: u32,
    /// A bit for each row that matches.
    mask: Vec<u64>,
    /// By row; 0 where it does not match.
    scores: Vec<f64>,
}

impl Window {
    /// No match among `len` rows from `first` on.
    pub(super) fn reset(&mut self, first: u32, len: u32) {
        self.first = first;
        self.mask.clear();
        self.mask.resize(len.div_ceil(64) as usize, 0);
        self.scores.clear();
        self.scores.resize(len as usize, 0.0);
    }

    /// A row matches, with this much more of a score. One outside the range is left out.
    #[inline]
    pub(super) fn add(&mut self, row: u32, score: f64) {
        let at = row.wrapping_sub(self.first) as usize;
        if let (Some(sum), Some(word)) = (self.scores.get_mut(at), self.mask.get_mut(at / 64)) {
            *sum += score;
            *word |= 1 << (at % 64);
        }
    }

    /// Keeps the rows that match in the other too, and adds its scores.
    pub(super) fn intersect(&mut self, other: &Self) {
        self.mask.iter_mut().zip(&other.mask).for_each(|(word, other)| *word &= other);
        self.add_scores(other);
    }

    /// Adds the scores of the other where both match.
    pub(super) fn add_scores(&mut self, other: &Self) {
        self.scores.iter_mut().zip(&other.scores).for_each(|(score, other)| *score += other);
    }

    /// Takes out the rows that match in the other.
    pub(super) fn subtract(&mut self, other: &Self) {
        self.mask.iter_mut().zip(&other.mask).for_each(|(word, other)| *word &= !other);
    }

    /// The score of a row that matches.
    pub(super) fn get(&self, row: u32) -> Option<f64> {
        let at = row.checked_sub(self.first)? as usize;
        let matches = self.mask.get(at / 64)? >> (at % 64) & 1 == 1;
        self.scores.get(at).copied().filter(|_| matches)
    }

    /// The rows that match, ascending, and their scores.
    pub(super) fn matches(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        let words = self.mask.iter().enumerate();
        let set = words.flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |word| {
                let rest = word & (word - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |word| index * 64 + word.trailing_zeros() as usize)
        });
        set.filter_map(|at| Some((self.first + at as u32, *self.scores.get(at)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(rows: &[(u32, f64)]) -> Window {
        let mut window = Window::default();
        window.reset(100, 130);
        rows.iter().for_each(|(row, score)| window.add(*row, *score));
        window
    }

    #[test]
    fn windows_combine() {
        let (mut a, b) =
            (window(&[(100, 1.0), (164, 2.0), (229, 3.0), (230, 9.0), (99, 9.0)]), window(&[(164, 0.5)]));
        assert_eq!(a.matches().collect::<Vec<_>>(), [(100, 1.0), (164, 2.0), (229, 3.0)]);
        assert_eq!((a.get(99), a.get(101), a.get(229), a.get(230)), (None, None, Some(3.0), None));
        let mut both = a.clone();
        both.intersect(&b);
        assert_eq!(both.matches().collect::<Vec<_>>(), [(164, 2.5)]);
        a.subtract(&b);
        assert_eq!(a.matches().collect::<Vec<_>>(), [(100, 1.0), (229, 3.0)]);
    }
}
