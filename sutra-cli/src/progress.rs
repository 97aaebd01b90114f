//! A progress bar that appears only where work takes long and somebody watches.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sutra::core::{Cancel, Observer, Progress, Result};

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) struct Bar {
    started: Instant,
    visible: bool,
    bar: Mutex<Option<(String, ProgressBar)>>,
}

impl Bar {
    pub(crate) fn new() -> Self {
        Self { started: Instant::now(), visible: std::io::stderr().is_terminal(), bar: Mutex::new(None) }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Ok(mut slot) = self.bar.lock()
            && let Some((_, bar)) = slot.take()
        {
            bar.finish_and_clear();
        }
    }
}

impl Cancel for Bar {
    fn check(&self) -> Result<()> {
        Ok(())
    }
}

impl Observer for Bar {
    fn progress(&self, progress: Progress<'_>) {
        if !self.visible || self.started.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut slot) = self.bar.lock() else { return };
        let same = slot.as_ref().is_some_and(|(stage, _)| stage == progress.stage);
        if !same {
            if let Some((_, bar)) = slot.take() {
                bar.finish_and_clear();
            }
            let bar = ProgressBar::new(progress.total.unwrap_or(0));
            if let Ok(style) = ProgressStyle::with_template("{msg:>12} {bar:40} {pos}/{len} {eta}") {
                bar.set_style(style);
            }
            bar.set_message(progress.stage.to_owned());
            *slot = Some((progress.stage.to_owned(), bar));
        }
        if let Some((_, bar)) = slot.as_ref() {
            bar.set_length(progress.total.unwrap_or(progress.done));
            bar.set_position(progress.done);
        }
    }
}
