//! How much each named ranking counts.

use std::collections::BTreeMap;

use sutra_core::{Error, Result};

/// Weights of rankings by their names: finite, not negative, not all 0. A ranking without a weight has 1, so
/// that no weights at all means equal ones.
///
/// ```
/// use sutra_rerank::Weights;
/// let weights = Weights::new([("dense", 0.7), ("bm25", 0.3)])?;
/// assert_eq!((weights.of("dense"), weights.of("other")), (0.7, 1.0));
/// assert!(Weights::new([("dense", f32::NAN)]).is_err());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    by_name: BTreeMap<String, f32>,
}

impl Weights {
    /// The weights of these names. No names at all is allowed and the same as [`Weights::default`].
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) naming a weight that is not finite or is
    /// negative, or a name that stands twice; or where all weights are 0.
    pub fn new<N: Into<String>>(weights: impl IntoIterator<Item = (N, f32)>) -> Result<Self> {
        let mut by_name = BTreeMap::new();
        for (name, weight) in weights {
            let name = name.into();
            check(&name, weight)?;
            if by_name.contains_key(&name) {
                return Err(Error::invalid_config(format!("two weights for {name:?}")));
            }
            by_name.insert(name, weight);
        }
        if !by_name.is_empty() && by_name.values().all(|weight| *weight == 0.0) {
            return Err(Error::invalid_config("all weights are 0: at least one must be above 0"));
        }
        Ok(Self { by_name })
    }

    /// The weight of a ranking.
    #[must_use]
    pub fn of(&self, name: &str) -> f32 {
        self.by_name.get(name).copied().unwrap_or(1.0)
    }

    /// The names that were given a weight, in order: for whoever checks them against the stages of a recipe.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }
}

/// Refuses a weight that no sum can work with.
pub(crate) fn check(name: &str, weight: f32) -> Result<()> {
    if weight.is_finite() && weight >= 0.0 {
        return Ok(());
    }
    Err(Error::invalid_config(format!("the weight of {name:?} is {weight}: it is finite and not negative")))
}

/// Gives a fusion whose one setting is its `weights` a constructor and access to them.
macro_rules! by_weights {
    ($fusion:ident) => {
        impl $fusion {
            /// With equal weights.
            #[must_use]
            pub fn new() -> Self {
                Self::default()
            }

            /// The same with weights by name.
            #[must_use]
            pub fn with_weights(mut self, weights: Weights) -> Self {
                self.weights = weights;
                self
            }

            /// The weights.
            #[must_use]
            pub fn weights(&self) -> &Weights {
                &self.weights
            }
        }
    };
}

pub(super) use by_weights;
