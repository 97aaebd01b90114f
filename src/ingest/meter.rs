//! Counting bytes for an observer.

use std::cell::Cell;

use sutra_core::{Observer, Progress, Result};

/// Tells an observer how many bytes are read, at most some 200 times.
pub(super) struct Meter<'a> {
    watch: &'a dyn Observer,
    total: u64,
    done: Cell<u64>,
    told: Cell<u64>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(watch: &'a dyn Observer, total: u64) -> Self {
        Self { watch, total, done: Cell::new(0), told: Cell::new(0) }
    }

    /// Whether to go on.
    pub(super) fn check(&self) -> Result<()> {
        self.watch.check()
    }

    /// Counts bytes that were read.
    pub(super) fn advance(&self, bytes: u64) {
        let done = self.done.get().saturating_add(bytes);
        self.done.set(done);
        if done - self.told.get() > self.total / 200 {
            self.told.set(done);
            self.watch.progress(Progress::new("read", done, Some(self.total.max(done))));
        }
    }
}
