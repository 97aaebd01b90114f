//! A disk that is full, or that fails to sync, at every call.

use std::error::Error as _;
use std::io;

use sutra::GenerationBuilder;
use sutra::core::{Error, ErrorKind};

use crate::support::library::{fitted, hashed};
use crate::support::{Fault, FaultStore, Seen, Step, Survival, built, open, orphans, seen, verify};

/// Whether the error is the system's own, and which.
fn system_error(error: &Error) -> Option<io::ErrorKind> {
    error.source()?.downcast_ref::<io::Error>().map(io::Error::kind)
}

/// Lets each call of a step fail: the error is the system's, the old generation stays, and the step works when it is
/// taken again. How many calls failed.
fn fail_everywhere(
    recipe: &GenerationBuilder,
    start: &[Step],
    step: &Step,
    expected: io::ErrorKind,
    fault: impl Fn(usize) -> Fault,
) -> usize {
    let start = built(recipe, start);
    let whole = FaultStore::new(&start, Fault::None);
    let collection = open(whole.clone(), recipe).unwrap();
    let old = Seen::of(&collection.latest().unwrap()).unwrap();
    step.take(&collection).unwrap();
    let new = Seen::of(&collection.latest().unwrap()).unwrap();

    let mut failures = 0;
    for at in 0..whole.calls().len() {
        let store = FaultStore::new(&start, fault(at));
        let collection = match open(store.clone(), recipe) {
            Ok(collection) => collection,
            Err(error) => {
                assert_eq!((error.kind(), system_error(&error)), (ErrorKind::Io, Some(expected)), "{error}");
                store.mend();
                open(store.clone(), recipe).unwrap()
            }
        };
        let outcome = step.take(&collection);
        store.mend();
        if let Err(error) = outcome {
            failures += 1;
            assert_eq!((error.kind(), system_error(&error)), (ErrorKind::Io, Some(expected)), "{error}");
            let kept = Seen::of(&collection.latest().unwrap()).unwrap();
            let stored = seen(&store.survivor(Survival::KILLED), recipe).unwrap();
            assert!(kept == stored, "call {at}: {}", kept.difference(&stored));
            // A rename that went through before its sync failed is the new generation already.
            assert!(kept == old || kept == new, "call {at}: {}", old.difference(&kept));
            // What a commit says is there is durable, be it that nothing was left to do.
            step.take(&collection).unwrap();
        }
        let again = Seen::of(&collection.latest().unwrap()).unwrap();
        assert!(again.content() == new.content(), "call {at}: {}", new.difference(&again));
        let durable = store.survivor(Survival::POWER_LOSS);
        let stored = seen(&durable, recipe).unwrap();
        assert!(
            stored.content() == new.content(),
            "call {at}, after power loss: {}",
            new.difference(&stored)
        );
        verify(&durable, recipe).unwrap();
        // What the failure left lying about goes with a later commit.
        Step::add([40], 1).take(&collection).unwrap();
        let left = orphans(&store.survivor(Survival::KILLED), recipe);
        assert!(left.is_empty(), "call {at} leaves {left:?}");
    }
    failures
}

fn start() -> Vec<Step> {
    vec![Step::add(0..5, 1), Step::Commit { add: vec![2, 6], version: 2, delete: vec![3] }]
}

fn steps() -> [Step; 3] {
    [Step::Commit { add: vec![1, 7], version: 3, delete: vec![0] }, Step::Compact, Step::Refit]
}

#[test]
fn full_at_one_call() {
    for step in steps() {
        let failures =
            fail_everywhere(&fitted(), &start(), &step, io::ErrorKind::StorageFull, |at| Fault::Full { at });
        assert!(failures >= 5, "{failures} for {step:?}");
    }
    let first = Step::add(0..3, 1);
    assert!(
        fail_everywhere(&hashed(), &[], &first, io::ErrorKind::StorageFull, |at| Fault::Full { at }) >= 5
    );
}

#[test]
fn full_from_a_call_on() {
    for step in steps() {
        let failures = fail_everywhere(&fitted(), &start(), &step, io::ErrorKind::StorageFull, |at| {
            Fault::StaysFull { at }
        });
        assert!(failures >= 5, "{failures} for {step:?}");
    }
}

#[test]
fn a_sync_fails() {
    for step in steps() {
        let failures =
            fail_everywhere(&fitted(), &start(), &step, io::ErrorKind::Other, |at| Fault::SyncFails { at });
        assert!(failures >= 3, "{failures} for {step:?}");
    }
}
