//! Encoders that break a law each.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};

use sutra_core::laws::WordEncoder;
use sutra_core::laws::encoder::laws;
use sutra_core::{Embeddings, Encoder, Fingerprint, Result};

const TWINS: [&str; 7] = ["shape", "no-texts", "own-text", "blank-zero", "knows", "fingerprint", "same"];

struct Words {
    fault: &'static str,
    home: ThreadId,
    calls: AtomicUsize,
}

impl Words {
    fn new(fault: &'static str) -> Self {
        Self { fault, home: thread::current().id(), calls: AtomicUsize::new(0) }
    }
}

impl Encoder for Words {
    fn dim(&self) -> usize {
        WordEncoder.dim() + usize::from(self.fault == "shape")
    }

    fn fingerprint(&self) -> Fingerprint {
        match self.fault {
            "fingerprint" => Fingerprint::new(format!("call {}", self.calls.fetch_add(1, Ordering::Relaxed))),
            _ => WordEncoder.fingerprint(),
        }
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let dim = WordEncoder.dim();
        let mut values = WordEncoder.encode_passages(texts)?.into_vec();
        match self.fault {
            "no-texts" if texts.is_empty() => values = vec![0.0; dim],
            "own-text" => values.iter_mut().for_each(|value| *value /= texts.len() as f32),
            "blank-zero" => {
                let rows = texts.iter().zip(values.chunks_exact_mut(dim));
                rows.filter(|(text, _)| text.trim().is_empty()).for_each(|(_, row)| row.fill(0.5));
            }
            "knows" => values.fill(0.0),
            "same" if thread::current().id() != self.home => {
                values.iter_mut().for_each(|value| *value *= 2.0);
            }
            _ => {}
        }
        Embeddings::new(dim, values)
    }
}

#[test]
fn every_law_catches_its_twin() {
    crate::check(&laws(), &TWINS, |fault| Box::new(Words::new(fault)));
}
