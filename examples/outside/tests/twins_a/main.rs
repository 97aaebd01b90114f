//! A broken twin for every law of chunkers, encoders, fits, retrievers and vector indexes. Each breaks the law that it
//! is named after and keeps all others, so a law that no longer catches its twin, or that is gone, fails here.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod chunker;
mod encoder;
mod encoder_fit;
mod retriever;
mod vector_index;

use std::collections::BTreeSet;

use sutra_core::laws::{Law, broken};

/// The twin without a fault.
const HONEST: &str = "";

/// Checks that `laws` and `twins` name the same, that the honest subject keeps all laws, and that each twin breaks its
/// own law alone.
fn check<S: ?Sized>(laws: &[Law<S>], twins: &[&'static str], make: impl Fn(&'static str) -> Box<S>) {
    let breaks = |twin| {
        let found = broken(laws, &*make(twin));
        found.iter().map(|broken| (broken.law, broken.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(breaks(HONEST), [], "the honest one");
    let names: BTreeSet<_> = laws.iter().map(Law::name).collect();
    assert_eq!(names.len(), laws.len(), "a law's name stands twice");
    assert_eq!(names, twins.iter().copied().collect(), "laws, and their twins");
    for twin in twins {
        let found = breaks(twin);
        let broken: Vec<_> = found.iter().map(|(law, _)| law).collect();
        assert_eq!(broken, [twin], "the twin of {twin:?} breaks {found:#?}");
    }
}
