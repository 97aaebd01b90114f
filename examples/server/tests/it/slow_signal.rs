//! A signal that takes its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sutra::core::{Candidate, Error, ErrorKind, Result, Scale, ScoreKind, Search, Signal};
use sutra::{Pipeline, PipelineBuilder};

/// What happens inside a [`Slow`] signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// It was asked for scores.
    Started,
    /// It was told to stop, for this reason.
    Stopped(ErrorKind),
    /// It gave its scores.
    Finished,
}

/// Scores nothing until it is released or told to stop, and says what happened.
struct Slow {
    events: Sender<Event>,
    released: Arc<AtomicBool>,
}

/// A recipe with a slow signal, what it tells, and the switch that releases it.
pub(crate) fn recipe() -> (PipelineBuilder, Receiver<Event>, Arc<AtomicBool>) {
    let (events, told) = channel();
    let released = Arc::new(AtomicBool::new(false));
    let slow = Slow { events, released: Arc::clone(&released) };
    (Pipeline::builder().bm25("bm25").signal("slow", slow, 1.0), told, released)
}

impl Slow {
    fn wait(&self, search: &Search<'_>) -> Result<()> {
        let end = Instant::now() + Duration::from_secs(60);
        while Instant::now() < end {
            search.check()?;
            if self.released.load(Ordering::Relaxed) {
                return Ok(());
            }
            sleep(Duration::from_millis(2));
        }
        Err(Error::contract("neither released nor stopped in a minute"))
    }
}

impl Signal for Slow {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Unit
    }

    fn score(&self, search: &Search<'_>, _: &[Candidate<'_>], out: &mut [Option<f32>]) -> Result<Scale> {
        self.events.send(Event::Started).ok();
        let waited = self.wait(search);
        let event = waited.as_ref().map_or_else(|error| Event::Stopped(error.kind()), |()| Event::Finished);
        self.events.send(event).ok();
        waited?;
        out.fill(Some(0.5));
        Ok(Scale::new(ScoreKind::Unit))
    }
}
