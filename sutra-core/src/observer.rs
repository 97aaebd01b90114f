//! Watching long work, and stopping it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::forward::forward;
use crate::{Error, Result};

/// Says whether to go on. Long work calls [`check`](Self::check) often and stops at the first error, leaving
/// everything as it was before.
///
/// ```
/// use sutra_core::{Cancel, Error, ErrorKind, Result};
/// struct Budget(std::sync::atomic::AtomicUsize);
/// impl Cancel for Budget {
///     fn check(&self) -> Result<()> {
///         use std::sync::atomic::Ordering::Relaxed;
///         let spent = self.0.fetch_add(1, Relaxed);
///         if spent < 10 { Ok(()) } else { Err(Error::new(ErrorKind::Deadline, "ten checks are used up")) }
///     }
/// }
/// assert!(Budget(0.into()).check().is_ok());
/// ```
pub trait Cancel: Send + Sync {
    /// `Ok` to go on.
    ///
    /// # Errors
    /// The reason to stop, which the work returns unchanged.
    fn check(&self) -> Result<()>;
}

forward!(Cancel {
    fn check(&self) -> Result<()> {
        (**self).check()
    }
});

/// How far a named stage of long work has come.
///
/// ```
/// use sutra_core::Progress;
/// assert_eq!(Progress::new("encode", 5, Some(10)).done, 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The stage, a word such as `"read"` or `"encode"`.
    pub stage: &'a str,
    /// Units done so far.
    pub done: u64,
    /// Units in all, if known.
    pub total: Option<u64>,
}

impl<'a> Progress<'a> {
    /// Progress of a stage.
    #[must_use]
    pub fn new(stage: &'a str, done: u64, total: Option<u64>) -> Self {
        Self { stage, done, total }
    }
}

/// Watches long work: is told how far it has come and can stop it.
///
/// ```
/// use sutra_core::{Cancel, Observer, Progress, Result};
/// struct Print;
/// impl Cancel for Print {
///     fn check(&self) -> Result<()> { Ok(()) }
/// }
/// impl Observer for Print {
///     fn progress(&self, progress: Progress<'_>) { println!("{} {}", progress.stage, progress.done) }
/// }
/// Print.progress(Progress::new("read", 1, None));
/// ```
pub trait Observer: Cancel {
    /// Told now and then, never more than a few hundred times a stage.
    fn progress(&self, progress: Progress<'_>) {
        let _ = progress;
    }
}

forward!(Observer {
    fn progress(&self, progress: Progress<'_>) {
        (**self).progress(progress);
    }
});

/// Watches nothing and never stops anything.
///
/// ```
/// use sutra_core::{Cancel, Unwatched};
/// assert!(Unwatched.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Cancel for Unwatched {
    fn check(&self) -> Result<()> {
        Ok(())
    }
}

impl Observer for Unwatched {}

/// A switch that stops work from another thread. Clones share the switch.
///
/// ```
/// use sutra_core::{Cancel, CancelFlag};
/// let flag = CancelFlag::new();
/// flag.clone().cancel();
/// assert!(flag.check().is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// A switch that is not thrown.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Throws the switch, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Cancel for CancelFlag {
    fn check(&self) -> Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(Error::cancelled()) } else { Ok(()) }
    }
}

impl Observer for CancelFlag {}
