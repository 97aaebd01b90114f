//! Progress of long work.

use sutra_core::{Observer, Progress, Result};

/// Tells an observer about a stage, a few hundred times in all, and asks it whether to go on.
pub(super) struct Pace<'a> {
    stage: &'static str,
    done: u64,
    next: u64,
    total: u64,
    watch: &'a dyn Observer,
}

impl<'a> Pace<'a> {
    pub(super) fn new(stage: &'static str, total: usize, watch: &'a dyn Observer) -> Self {
        Self { stage, done: 0, next: 0, total: total as u64, watch }
    }

    /// `count` more are about to be done.
    pub(super) fn advance(&mut self, count: u64) -> Result<()> {
        if self.done >= self.next {
            self.watch.check()?;
            self.watch.progress(Progress::new(self.stage, self.done, Some(self.total)));
            self.next = self.done + (self.total / 200).max(1);
        }
        self.done += count;
        Ok(())
    }
}
