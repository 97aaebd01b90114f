//! One opaque error for the whole family.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

/// A result whose error is the family's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What kind of thing went wrong: the part of an [`Error`] that a program acts on.
///
/// ```
/// use sutra_core::{Error, ErrorKind};
/// assert_eq!(Error::invalid_config("max is 0").kind(), ErrorKind::InvalidConfig);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A setting, a recipe or a specification cannot work.
    InvalidConfig,
    /// Data handed in breaks a stated rule.
    InvalidInput,
    /// A NaN or an infinity where a finite number is required.
    NonFinite,
    /// Two shapes that must agree do not.
    Dimension,
    /// The same id twice where ids are unique.
    Duplicate,
    /// Ids of another corpus or generation.
    ForeignStamp,
    /// Vectors or terms made by another encoder or analyser.
    ForeignFingerprint,
    /// Something named does not exist.
    NotFound,
    /// Stored bytes are damaged.
    Corrupt,
    /// Stored bytes are of a version that this build does not read.
    Version,
    /// Somebody else holds it.
    Busy,
    /// The caller asked to stop.
    Cancelled,
    /// The deadline passed.
    Deadline,
    /// The operating system refused.
    Io,
    /// Asked for something that this part does not do.
    Unsupported,
    /// An implementation broke its contract.
    Contract,
    /// Anything else, of an outside implementation.
    Other,
}

/// The error of every fallible call in the family: a kind to act on, a message that says what was wrong
/// and where, any context added on the way up, and the source if there is one. Cloning is cheap.
///
/// ```
/// use sutra_core::{Error, ErrorKind, ResultExt};
/// let result: sutra_core::Result<()> = Err(Error::new(ErrorKind::NotFound, "no such document: a"));
/// let error = result.context("while searching").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::NotFound);
/// assert_eq!(error.to_string(), "while searching: no such document: a");
/// ```
#[derive(Clone)]
pub struct Error(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    message: String,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error of a kind, with a message that says what was wrong and where.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Arc::new(Inner { kind, message: message.into(), source: None }))
    }

    /// [`ErrorKind::InvalidConfig`] with a message.
    pub fn invalid_config(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidConfig, message)
    }

    /// [`ErrorKind::InvalidInput`] with a message.
    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// [`ErrorKind::NonFinite`]: names the item that holds the NaN or infinity.
    pub fn non_finite(item: impl fmt::Display, value: f32) -> Self {
        Self::new(ErrorKind::NonFinite, format!("{item} is {value}, which is not a finite number"))
    }

    /// [`ErrorKind::Dimension`]: names the item, what was expected and what was found.
    pub fn dimension(item: impl fmt::Display, expected: usize, found: usize) -> Self {
        Self::new(ErrorKind::Dimension, format!("{item}: expected dimension {expected}, found {found}"))
    }

    /// [`ErrorKind::Corrupt`] with a message.
    pub fn corrupt(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Corrupt, message)
    }

    /// [`ErrorKind::Contract`]: an implementation broke the contract of its trait.
    pub fn contract(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Contract, message)
    }

    /// [`ErrorKind::Cancelled`].
    pub fn cancelled() -> Self {
        Self::new(ErrorKind::Cancelled, "cancelled by the caller")
    }

    /// The same error with the error that caused it.
    #[must_use]
    pub fn with_source(self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        let mut inner = Arc::unwrap_or_clone(self.0);
        inner.source = Some(Arc::from(source.into()));
        Self(Arc::new(inner))
    }

    /// The same error with `context` written before its message.
    #[must_use]
    pub fn context(self, context: impl fmt::Display) -> Self {
        let mut inner = Arc::unwrap_or_clone(self.0);
        inner.message = format!("{context}: {}", inner.message);
        Self(Arc::new(inner))
    }

    /// What kind of thing went wrong.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("message", &self.0.message)
            .field("source", &self.0.source)
            .finish()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::new(ErrorKind::Io, error.to_string()).with_source(error)
    }
}

/// Adds context to the error of any result whose error converts into [`Error`].
///
/// ```
/// use sutra_core::{Result, ResultExt};
/// fn read(path: &str) -> Result<String> {
///     std::fs::read_to_string(path).with_context(|| format!("reading {path}"))
/// }
/// assert!(read("/no/such/file").unwrap_err().to_string().starts_with("reading /no/such/file: "));
/// ```
pub trait ResultExt<T> {
    /// Writes `context` before the error's message.
    ///
    /// # Errors
    /// The same error, with the context.
    fn context(self, context: impl fmt::Display) -> Result<T>;

    /// Like [`context`](Self::context), made only when there is an error.
    ///
    /// # Errors
    /// The same error, with the context.
    fn with_context<C: fmt::Display>(self, context: impl FnOnce() -> C) -> Result<T>;
}

impl<T, E: Into<Error>> ResultExt<T> for std::result::Result<T, E> {
    fn context(self, context: impl fmt::Display) -> Result<T> {
        self.map_err(|error| error.into().context(context))
    }

    fn with_context<C: fmt::Display>(self, context: impl FnOnce() -> C) -> Result<T> {
        self.map_err(|error| error.into().context(context()))
    }
}
