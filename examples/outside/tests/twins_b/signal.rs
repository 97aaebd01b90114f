//! Twins of a signal.

use std::thread::{self, ThreadId};

use sutra_core::laws::signal::{Subject, laws};
use sutra_core::laws::{LawCorpus, Setting};
use sutra_core::{Candidate, ChunkId, Corpus, Error, Query, Result, Scale, ScoreKind, Search, Signal, Stamp};

use crate::Twin;

/// A number for each chunk but chunk 2, with one fault.
struct Broken {
    fault: &'static str,
    stamp: Stamp,
    home: ThreadId,
}

impl Broken {
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn value(&self, chunk: ChunkId, at: usize, count: usize) -> Option<f32> {
        let value = (chunk.get() * 3 % 7) as f32 / 10.0;
        match chunk.get() {
            2 => self.has("missing").then_some(0.0),
            3 if self.has("finite") => Some(f32::NAN),
            _ if self.has("others") => Some(value + count as f32 / 100.0),
            _ if self.has("order") => Some(value + at as f32 / 100.0),
            _ if self.has("threads") && thread::current().id() != self.home => Some(value + 0.1),
            _ => Some(value),
        }
    }
}

impl Signal for Broken {
    fn kind(&self) -> ScoreKind {
        if self.has("kind") { ScoreKind::Probability } else { ScoreKind::Unit }
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        if !self.has("stops") {
            search.check()?;
        }
        if !self.has("foreign_stamp") {
            search.stamp().ensure(self.stamp, "the signal")?;
        }
        if self.has("no_candidates") && candidates.is_empty() {
            return Err(Error::invalid_input("nothing to score"));
        }
        let mut largest = 0.0_f32;
        for (at, (candidate, out)) in candidates.iter().zip(out).enumerate() {
            *out = self.value(candidate.chunk, at, candidates.len());
            largest = largest.max(out.unwrap_or(0.0));
        }
        Ok(if self.has("scale") {
            Scale::with_max(ScoreKind::Unit, largest)
        } else {
            Scale::new(ScoreKind::Unit)
        })
    }

    fn unit(&self, _: Scale, raw: f32) -> Option<f32> {
        match self.fault {
            "has_unit" => None,
            "unit" => Some(raw + 2.0),
            "monotone" => Some(1.0 - raw),
            _ => Some(raw),
        }
    }
}

const TWINS: [&str; 13] = [
    "others",
    "order",
    "scale",
    "finite",
    "kind",
    "has_unit",
    "unit",
    "monotone",
    "missing",
    "foreign_stamp",
    "no_candidates",
    "threads",
    "stops",
];

#[test]
fn every_law_catches_its_twin() {
    let corpus = LawCorpus::sample().unwrap();
    let run = |fault| {
        let twin = Broken { fault, stamp: corpus.stamp(), home: thread::current().id() };
        let setting = Setting::new(&corpus, Query::new("any"));
        let subject = Subject::new(&twin, setting).with_missing([ChunkId::new(2)]).holding_ids().stopping();
        Twin::new(fault, &[], &laws(), &subject)
    };
    crate::check("signal", &crate::names(&laws()), &run("none"), &TWINS.map(run));
}
