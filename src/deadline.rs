//! A point in time after which a query stops.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sutra_core::{Cancel, Error, ErrorKind, Result};

/// Stops a query at a point in time, by [`Query::with_cancel`](sutra_core::Query::with_cancel). What happens to late
/// signals is for [`OnDeadline`](crate::OnDeadline) to say.
///
/// ```
/// use std::time::Duration;
/// use sutra::Deadline;
/// use sutra::core::{Cancel, ErrorKind};
/// assert!(Deadline::after(Duration::from_secs(60)).check().is_ok());
/// assert_eq!(Deadline::after(Duration::ZERO).check().unwrap_err().kind(), ErrorKind::Deadline);
/// ```
#[derive(Clone)]
pub struct Deadline {
    /// `None` for a time too far away to be named.
    at: Option<Instant>,
    also: Option<Arc<dyn Cancel>>,
}

impl Deadline {
    /// A deadline so long from now.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        Self { at: Instant::now().checked_add(time), also: None }
    }

    /// A deadline at this instant.
    #[must_use]
    pub fn at(instant: Instant) -> Self {
        Self { at: Some(instant), also: None }
    }

    /// The same deadline, with another way to stop beside it.
    #[must_use]
    pub fn or(mut self, cancel: Arc<dyn Cancel>) -> Self {
        self.also = Some(cancel);
        self
    }
}

impl Cancel for Deadline {
    fn check(&self) -> Result<()> {
        if let Some(also) = &self.also {
            also.check()?;
        }
        match self.at {
            Some(at) if Instant::now() >= at => Err(Error::new(ErrorKind::Deadline, "the deadline passed")),
            _ => Ok(()),
        }
    }
}
