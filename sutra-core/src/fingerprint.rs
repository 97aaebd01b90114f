//! What made these vectors or terms.

use std::fmt;
use std::sync::Arc;

/// Names exactly what made a set of vectors or terms: kind, parameters and, where something was fitted, a
/// digest of the fit. Two parts with equal fingerprints give the same output for the same input.
///
/// ```
/// use sutra_core::Fingerprint;
/// let fingerprint = Fingerprint::new("hash;dim=256");
/// assert_eq!(fingerprint.as_str(), "hash;dim=256");
/// assert_ne!(fingerprint, Fingerprint::new("hash;dim=512"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(Arc<str>);

impl Fingerprint {
    /// A fingerprint of this name.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self(name.into())
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
