//! Naming the signals of a final score.

use std::sync::Arc;

use sutra_core::{Error, Result, Signal};

use super::score::Part;
use super::{FinalScore, Missing};
use crate::fuse::check_weight;

/// Names the signals of a [`FinalScore`] and their weights; what cannot work is refused by
/// [`build`](Self::build).
///
/// ```
/// use std::sync::Arc;
/// use sutra_rerank::{FinalScore, LexicalOverlap, Missing};
/// use sutra_text::Analyzer;
/// let builder = FinalScore::builder()
///     .signal("rerank", Arc::new(LexicalOverlap::new(Analyzer::english())), 1.0)
///     .missing("rerank", Missing::Constant(0.0));
/// assert!(builder.build().is_ok());
/// assert!(FinalScore::builder().build().is_err(), "no signals");
/// ```
#[derive(Clone, Default)]
pub struct FinalScoreBuilder {
    parts: Vec<Part>,
    missing: Vec<(Arc<str>, Missing)>,
}

impl FinalScoreBuilder {
    /// Adds a signal under a name of its own, with its weight: finite and not negative. The weights are used as
    /// they are; those of sum 1 give scores in [0, 1].
    #[must_use]
    pub fn signal(mut self, name: impl Into<Arc<str>>, signal: Arc<dyn Signal>, weight: f32) -> Self {
        self.parts.push(Part { name: name.into(), signal, weight, missing: Missing::Error });
        self
    }

    /// Says what the signal of this name counts where it has no value. The last word stands.
    #[must_use]
    pub fn missing(mut self, name: impl Into<Arc<str>>, missing: Missing) -> Self {
        self.missing.push((name.into(), missing));
        self
    }

    /// The final score.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) saying which signal and how to mend it: no signals,
    /// a name that stands twice, a weight that is not finite or is negative, weights that are all 0 or overflow
    /// together, a signal whose kind has no map to [0, 1], a constant outside [0, 1], or a rule for a signal
    /// that is not there.
    pub fn build(mut self) -> Result<FinalScore> {
        for (name, missing) in &self.missing {
            check_constant(name, *missing)?;
            let part = self.parts.iter_mut().find(|part| part.name == *name).ok_or_else(|| {
                Error::invalid_config(format!(
                    "there is no signal {name:?} that a missing value could belong to"
                ))
            })?;
            part.missing = *missing;
        }
        for (place, part) in self.parts.iter().enumerate() {
            check_part(part, &self.parts[..place])?;
        }
        let total: f32 = self.parts.iter().map(|part| part.weight).sum();
        if self.parts.is_empty() {
            return Err(Error::invalid_config("a final score needs a signal; add one with .signal(..)"));
        }
        if total == 0.0 || !total.is_finite() {
            return Err(Error::invalid_config(format!(
                "the weights of the final score sum to {total}: the sum is finite and above 0"
            )));
        }
        Ok(FinalScore { parts: self.parts })
    }
}

fn check_constant(name: &str, missing: Missing) -> Result<()> {
    match missing {
        Missing::Constant(unit) if !(0.0..=1.0).contains(&unit) => Err(Error::invalid_config(format!(
            "the constant for missing values of {name:?} is {unit}: it lies in 0 to 1"
        ))),
        _ => Ok(()),
    }
}

fn check_part(part: &Part, earlier: &[Part]) -> Result<()> {
    let name = &part.name;
    check_weight(name, part.weight)?;
    if earlier.iter().any(|other| other.name == *name) {
        return Err(Error::invalid_config(format!("two signals are called {name:?}")));
    }
    if !part.signal.has_unit() {
        return Err(Error::invalid_config(format!(
            "the signal {name:?} gives scores of kind {}, which have no map to [0, 1]; give it one with \
             Mapped::new(signal, |scale, raw| ..)",
            part.signal.kind()
        )));
    }
    Ok(())
}
