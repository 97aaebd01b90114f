//! One ranking out of several.

use crate::forward::forward;
use crate::{Ranking, Result, TieOrder};

/// A ranking and the name of the stage that made it.
///
/// ```
/// use sutra_core::{Named, Ranking, Scale, ScoreKind, Stamp};
/// let ranking = Ranking::empty(Stamp::new(1, 1), Scale::new(ScoreKind::Bm25));
/// assert_eq!(Named { name: "bm25", ranking: &ranking }.name, "bm25");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The stage's name in the recipe.
    pub name: &'a str,
    /// What it found.
    pub ranking: &'a Ranking,
}

impl<'a> Named<'a> {
    /// A ranking with the name of its stage.
    #[must_use]
    pub fn new(name: &'a str, ranking: &'a Ranking) -> Self {
        Self { name, ranking }
    }
}

/// Makes one ranking out of several.
///
/// A caller may rely on this: the chunks of the result are those of the rankings and no others, at most `k`;
/// the order of the rankings does not matter, only their names; ties are settled by `ties`; rankings of two
/// generations are refused, and so is no ranking at all. The scale's maximum is at least every score. The result is
/// exhausted only where every ranking was and nothing was cut off.
pub trait Fusion: Send + Sync {
    /// The `k` best of all rankings together.
    ///
    /// # Errors
    /// [`ForeignStamp`](crate::ErrorKind::ForeignStamp) for rankings of two generations;
    /// [`InvalidConfig`](crate::ErrorKind::InvalidConfig) for a ranking whose name the fusion does not know.
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking>;
}

forward!(Fusion {
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
        (**self).fuse(rankings, ties, k)
    }
});
