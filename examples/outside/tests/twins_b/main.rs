//! A broken twin for every law of fusions, signals, rerankers, corpora and index parts: each breaks the law that it is
//! named after and, where that cannot be had alone, others that are named with it. So a law that no longer catches
//! its twin, or that is gone, fails here.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod corpus;
mod fusion;
mod index_part;
mod reranker;
mod signal;

use std::collections::BTreeSet;

use sutra_core::laws::{Law, broken};

/// A twin, what it should break and what it does.
struct Twin {
    law: &'static str,
    also: &'static [&'static str],
    found: Vec<String>,
}

impl Twin {
    fn new<S: ?Sized>(
        law: &'static str,
        also: &'static [&'static str],
        laws: &[Law<S>],
        subject: &S,
    ) -> Self {
        let found = broken(laws, subject).into_iter().map(|broken| broken.law.to_owned()).collect();
        Self { law, also, found }
    }
}

/// The names of laws, each once.
fn names<S: ?Sized>(laws: &[Law<S>]) -> BTreeSet<&'static str> {
    let names: BTreeSet<_> = laws.iter().map(Law::name).collect();
    assert_eq!(names.len(), laws.len(), "a name stands twice");
    names
}

/// Checks that an honest implementation keeps all laws, and that each law has a twin which breaks it and what is
/// named with it, no more.
fn check(suite: &str, laws: &BTreeSet<&'static str>, honest: &Twin, twins: &[Twin]) {
    assert!(honest.found.is_empty(), "{suite}: the honest one breaks {:?}", honest.found);
    let twinned: BTreeSet<_> = twins.iter().map(|twin| twin.law).collect();
    assert_eq!(&twinned, laws, "{suite}: laws and twins");
    for twin in twins {
        let mut expected: BTreeSet<_> = twin.also.iter().copied().collect();
        expected.insert(twin.law);
        let found: BTreeSet<_> = twin.found.iter().map(String::as_str).collect();
        assert_eq!(found, expected, "{suite}: the twin of {:?}", twin.law);
    }
}
