//! A signal with a map of the caller's own.

use sutra_core::{Candidate, Detail, Result, Scale, ScoreKind, Search, Signal};

/// A signal whose unit scores come from a function of your own: for kinds that have no default map, such as an
/// inner product, or to put another map in the place of the default one.
///
/// The function gets the scale and a finite raw score, and returns a number in [0, 1] that grows with the raw
/// score. Where it returns `None` or anything else, the final score stops with an error.
///
/// ```
/// use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};
/// use sutra_rerank::Mapped;
/// struct InnerProducts;
/// impl Signal for InnerProducts {
///     fn kind(&self) -> ScoreKind { ScoreKind::InnerProduct }
///     fn score(&self, _: &Search<'_>, _: &[Candidate<'_>], out: &mut [Option<f32>]) -> Result<Scale> {
///         out.fill(Some(3.0));
///         Ok(Scale::new(ScoreKind::InnerProduct))
///     }
/// }
/// let signal = Mapped::new(InnerProducts, |_, raw| Some((raw / 4.0).clamp(0.0, 1.0)));
/// assert!(!InnerProducts.has_unit() && signal.has_unit());
/// assert_eq!(signal.unit(Scale::new(ScoreKind::InnerProduct), 3.0), Some(0.75));
/// ```
#[derive(Clone, Debug)]
pub struct Mapped<S, F> {
    signal: S,
    map: F,
}

impl<S, F> Mapped<S, F>
where
    S: Signal,
    F: Fn(Scale, f32) -> Option<f32> + Send + Sync,
{
    /// `signal` with the map `map(scale, raw)`.
    pub fn new(signal: S, map: F) -> Self {
        Self { signal, map }
    }
}

impl<S, F> Signal for Mapped<S, F>
where
    S: Signal,
    F: Fn(Scale, f32) -> Option<f32> + Send + Sync,
{
    fn kind(&self) -> ScoreKind {
        self.signal.kind()
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        self.signal.score(search, candidates, out)
    }

    fn unit(&self, scale: Scale, raw: f32) -> Option<f32> {
        (self.map)(scale, raw)
    }

    fn explain(&self, search: &Search<'_>, candidate: &Candidate<'_>, raw: f32) -> Option<Detail> {
        self.signal.explain(search, candidate, raw)
    }

    fn has_unit(&self) -> bool {
        true
    }
}
