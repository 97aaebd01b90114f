//! Upper bounds of many scores at once.

/// What is stored of a row beside its codes, a number for each row in each series, as little-endian `f32`s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence<'a> {
    /// What a code's unit is worth.
    pub(crate) scales: &'a [[u8; 4]],
    /// At least the distance between the row and what its codes stand for.
    pub(crate) errors: &'a [[u8; 4]],
    /// The squared length of what the codes stand for; nothing where no metric reads it.
    pub(crate) norms: &'a [[u8; 4]],
}

/// The numbers of a query from which, with a row's [`Evidence`] and the sum of products of codes, a bound follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limit {
    /// What a unit of the query's codes is worth.
    pub(crate) step: f32,
    /// By how much a row's scale counts for the error of the sum.
    pub(crate) slack: f32,
    /// By how much a row's error counts.
    pub(crate) reach: f32,
    /// What only distances have.
    pub(crate) distance: Option<Distance>,
}

/// See [`Limit`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Distance {
    /// The squared length of what the query's codes stand for.
    pub(crate) norm: f32,
    /// The distance between the query and that.
    pub(crate) error: f32,
    /// The share of the squared lengths by which their sum may be off.
    pub(crate) share: f32,
    /// The share by which the distance may be off.
    pub(crate) rounding: f32,
}

impl Limit {
    /// At least and at most what the score of a row can be.
    pub(crate) fn range(&self, sum: f32, scale: f32, error: f32, norm: f32) -> (f32, f32) {
        match &self.distance {
            None => {
                let (middle, half) = (scale * (self.step * sum), scale * self.slack + error * self.reach);
                (middle - half, middle + half)
            }
            Some(distance) => {
                (-distance.far(self, sum, scale, error, norm), -distance.near(self, sum, scale, error, norm))
            }
        }
    }

    /// The upper end of [`range`](Self::range) for each row; `sums` become the bounds.
    #[inline(always)]
    pub(super) fn uppers(&self, sums: &mut [f32], rows: Evidence<'_>) {
        let value = f32::from_le_bytes;
        let pairs = rows.scales.iter().zip(rows.errors);
        match &self.distance {
            None => {
                for (sum, (scale, error)) in sums.iter_mut().zip(pairs) {
                    *sum = value(*scale) * (self.step * *sum)
                        + (value(*scale) * self.slack + value(*error) * self.reach);
                }
            }
            Some(distance) => {
                for ((sum, (scale, error)), norm) in sums.iter_mut().zip(pairs).zip(rows.norms) {
                    *sum = -distance.near(self, *sum, value(*scale), value(*error), value(*norm));
                }
            }
        }
    }
}

impl Distance {
    #[inline(always)]
    fn near(&self, limit: &Limit, sum: f32, scale: f32, error: f32, norm: f32) -> f32 {
        let lengths = self.norm + norm;
        let square =
            lengths - 2.0 * scale * (limit.step * sum) - (lengths * self.share + scale * limit.slack);
        let distance = square.max(0.0).sqrt() - (error + self.error) * limit.reach;
        distance.max(0.0) * (1.0 - self.rounding)
    }

    #[inline(always)]
    fn far(&self, limit: &Limit, sum: f32, scale: f32, error: f32, norm: f32) -> f32 {
        let lengths = self.norm + norm;
        let square =
            lengths - 2.0 * scale * (limit.step * sum) + (lengths * self.share + scale * limit.slack);
        (square.max(0.0).sqrt() + (error + self.error) * limit.reach) * (1.0 + self.rounding)
    }
}
