//! Twins of a reranker.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};

use sutra_core::laws::reranker::{Subject, laws};
use sutra_core::laws::{LawCorpus, Setting};
use sutra_core::{Corpus, Query, Reranker, Result, Scored, Search, Stamp};

use crate::Twin;

/// The list backwards, with one fault.
struct Broken {
    fault: &'static str,
    stamp: Stamp,
    home: ThreadId,
    calls: AtomicUsize,
}

impl Broken {
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }
}

impl Reranker for Broken {
    fn rerank(&self, search: &Search<'_>, list: &[Scored<'_>]) -> Result<Vec<usize>> {
        if !self.has("stops") {
            search.check()?;
        }
        if !self.has("foreign_stamp") {
            search.stamp().ensure(self.stamp, "the reranker")?;
        }
        let mut order: Vec<_> = (0..list.len()).rev().collect();
        let at_home = thread::current().id() == self.home;
        match self.fault {
            "positions" if !list.is_empty() => order.push(list.len()),
            "once" if !list.is_empty() => order.push(0),
            "empty_list" if list.is_empty() => order.push(0),
            "threads" if !at_home => order.reverse(),
            // The law asks an odd number of times, so each list comes once each way.
            "repeatable" if at_home && self.calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => {
                order.reverse();
            }
            _ => {}
        }
        Ok(order)
    }
}

const TWINS: [(&str, &[&str]); 7] = [
    ("positions", &[]),
    ("once", &[]),
    ("empty_list", &[]),
    ("repeatable", &["threads"]),
    ("threads", &[]),
    ("foreign_stamp", &[]),
    ("stops", &[]),
];

#[test]
fn every_law_catches_its_twin() {
    let corpus = LawCorpus::sample().unwrap();
    let run = |(fault, also)| {
        let (home, calls) = (thread::current().id(), AtomicUsize::new(0));
        let twin = Broken { fault, stamp: corpus.stamp(), home, calls };
        let subject = Subject::new(&twin, Setting::new(&corpus, Query::new("any")));
        Twin::new(fault, also, &laws(), &subject.holding_ids().stopping())
    };
    assert_eq!(corpus.len() % 2, 1, "for the twin that takes turns");
    crate::check("reranker", &crate::names(&laws()), &run(("none", &[])), &TWINS.map(run));
}
