//! What several tests share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use sutra_core::{Cancel, Encoder, Error, Observer, Progress, Result};

/// Twelve texts about three things; a blank one and one of signs alone.
pub(crate) const TEXTS: [&str; 14] = [
    "Red apples and green apples ripen in the orchard.",
    "The orchard grows pears, plums and apples.",
    "A plum ripens earlier than a pear.",
    "Cider is pressed from ripe apples, apples, apples.",
    "The compiler checks types before it generates code.",
    "A type error stops the compiler.",
    "Generated code runs faster than interpreted code.",
    "The interpreter checks types while the code runs.",
    "Whales dive deep and sing.",
    "A whale sings to other whales in the deep sea.",
    "The sea is deep; divers rarely reach the floor.",
    "Plankton feeds the whale.",
    "",
    "?! --",
];

/// The inner product, in `f64`.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

/// The vector of one text.
pub(crate) fn encode(encoder: &dyn Encoder, text: &str) -> Vec<f32> {
    encoder.encode_passages(&[text]).unwrap().into_vec()
}

/// Remembers the stages it was told of, and stops the work at a given check.
pub(crate) struct Watch {
    pub(crate) stages: Mutex<Vec<(String, u64, Option<u64>)>>,
    pub(crate) checks: AtomicUsize,
    stop_at: usize,
}

impl Watch {
    pub(crate) fn new(stop_at: usize) -> Self {
        Self { stages: Mutex::default(), checks: AtomicUsize::new(0), stop_at }
    }
}

impl Cancel for Watch {
    fn check(&self) -> Result<()> {
        if self.checks.fetch_add(1, Ordering::Relaxed) == self.stop_at {
            Err(Error::cancelled())
        } else {
            Ok(())
        }
    }
}

impl Observer for Watch {
    fn progress(&self, progress: Progress<'_>) {
        self.stages.lock().unwrap().push((progress.stage.to_owned(), progress.done, progress.total));
    }
}
