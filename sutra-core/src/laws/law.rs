//! One law, and running a list of them.

use std::fmt;

use crate::{Error, Result};

/// What a law found: nothing wrong, or what was.
pub type Outcome = std::result::Result<(), String>;

/// One promise of a contract, as a check.
pub struct Law<S: ?Sized> {
    name: &'static str,
    states: &'static str,
    check: fn(&S) -> Outcome,
}

impl<S: ?Sized> Law<S> {
    /// A law with a short name, what it states, and the check.
    #[must_use]
    pub const fn new(name: &'static str, states: &'static str, check: fn(&S) -> Outcome) -> Self {
        Self { name, states, check }
    }

    /// The law's short name, unique in its suite.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the law states.
    #[must_use]
    pub const fn states(&self) -> &'static str {
        self.states
    }

    /// Whether `subject` keeps the law.
    ///
    /// # Errors
    /// How it breaks it.
    pub fn holds(&self, subject: &S) -> std::result::Result<(), Broken> {
        (self.check)(subject).map_err(|found| Broken { law: self.name, states: self.states, found })
    }
}

/// A law that a subject broke.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Broken {
    /// The law's name.
    pub law: &'static str,
    /// What it states.
    pub states: &'static str,
    /// What was found instead.
    pub found: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, but {}", self.law, self.states, self.found)
    }
}

/// Every law of `laws` that `subject` breaks.
#[must_use]
pub fn broken<S: ?Sized>(laws: &[Law<S>], subject: &S) -> Vec<Broken> {
    laws.iter().filter_map(|law| law.holds(subject).err()).collect()
}

/// Runs all `laws` on `subject`.
///
/// # Errors
/// [`Contract`](crate::ErrorKind::Contract) with every law that is broken, a line each.
pub fn check<S: ?Sized>(laws: &[Law<S>], subject: &S) -> Result<()> {
    let broken = broken(laws, subject);
    if broken.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = broken.iter().map(ToString::to_string).collect();
    Err(Error::contract(lines.join("\n")))
}
