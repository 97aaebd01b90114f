//! A crash at every call that changes the disk, in every way that a crash can leave it.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use sutra::GenerationBuilder;
use sutra::store::{MemoryStore, Store};

use crate::support::library::{fitted, hashed, lexical, linked};
use crate::support::{
    Call, Contents, Fault, FaultStore, Names, Seen, Step, Survival, built, open, orphans, parts_of, seen,
    verify,
};

/// All ways in which a crash can leave what was not synced; the dice are thrown anew for each point.
fn survivals(point: usize) -> impl Iterator<Item = Survival> {
    let corners = [
        Survival::KILLED,
        Survival::POWER_LOSS,
        Survival::new(Names::All, Contents::Synced),
        Survival::new(Names::All, Contents::Zeros),
        Survival::new(Names::Synced, Contents::All),
    ];
    let thrown = (0..3).map(move |throw| {
        let seed = (point * 3 + throw) as u64;
        Survival::new(Names::Some(seed), Contents::Prefix(seed))
    });
    corners.into_iter().chain(thrown)
}

/// How many bytes of the last write come through.
fn tears(call: &Call) -> Vec<usize> {
    let mut tears = match call {
        Call::Write(_, len) => vec![0, 1.min(*len), len / 2, len.saturating_sub(1), *len],
        _ => vec![0],
    };
    tears.dedup();
    tears
}

/// What a survivor holds, to check none twice.
fn fingerprint(store: &MemoryStore) -> Vec<(String, Vec<u8>)> {
    let names = store.list().unwrap();
    names.into_iter().map(|name| (name.clone(), store.read(&name).unwrap().bytes().to_vec())).collect()
}

/// The generations that may be found, and what each becomes by one commit and a compaction.
struct Truth {
    states: Vec<Seen>,
    next: Vec<Seen>,
}

/// A commit that touches a document of every scenario and brings a new one.
fn next_commit() -> Step {
    Step::Commit { add: vec![0, 50], version: 9, delete: vec![1] }
}

impl Truth {
    fn of(recipe: &GenerationBuilder, start: &MemoryStore, steps: &[Step]) -> Self {
        let mut truth = Self { states: Vec::new(), next: Vec::new() };
        for taken in 0..=steps.len() {
            let store = FaultStore::new(start, Fault::None).survivor(Survival::KILLED);
            let collection = open(store.clone(), recipe).unwrap();
            steps[..taken].iter().for_each(|step| step.take(&collection).unwrap());
            truth.states.push(seen(&store, recipe).unwrap());
            next_commit().take(&collection).unwrap();
            truth.next.push(seen(&store, recipe).unwrap());
        }
        for pair in truth.states.windows(2) {
            assert!(pair[0] != pair[1], "a step that changes nothing tests nothing");
        }
        truth
    }

    /// Opens what a crash left after `done` whole steps, and goes on with it.
    fn check(&self, recipe: &GenerationBuilder, store: &MemoryStore, done: usize) {
        let found = seen(store, recipe).unwrap();
        let last = (done + 1).min(self.states.len() - 1);
        let state = (done..=last).find(|state| self.states[*state] == found);
        let state = state.unwrap_or_else(|| {
            panic!("neither the old nor the new generation: {}", self.states[done].difference(&found))
        });
        verify(store, recipe).unwrap();

        let collection = open(store.clone(), recipe).unwrap();
        next_commit().take(&collection).unwrap();
        let after = seen(store, recipe).unwrap();
        let expected = &self.next[state];
        assert!(after.content() == expected.content(), "the next commit: {}", expected.difference(&after));
        let left = orphans(store, recipe);
        assert!(left.is_empty(), "the crash leaves {left:?}");
        Step::Compact.take(&collection).unwrap();
        let compacted = seen(store, recipe).unwrap();
        assert!(compacted.documents == after.documents, "the compaction: {}", after.difference(&compacted));
        verify(store, recipe).unwrap();
    }
}

/// Stops `steps` at every call, tears every write, and checks every survivor. Points and survivors that were told apart.
fn kill_everywhere(recipe: &GenerationBuilder, start: &[Step], steps: &[Step]) -> (usize, usize) {
    kill_in(recipe, &built(recipe, start), steps)
}

/// The same, from what is stored.
fn kill_in(recipe: &GenerationBuilder, start: &MemoryStore, steps: &[Step]) -> (usize, usize) {
    let truth = Truth::of(recipe, start, steps);
    let whole = FaultStore::new(start, Fault::None);
    let taken = take(recipe, &whole, steps);
    assert_eq!(taken, steps.len());

    let (mut points, mut survivors) = (0, HashSet::new());
    // By the bytes of the survivor: how many steps were done at least, and from which point.
    let mut checked: HashMap<Vec<(String, Vec<u8>)>, usize> = HashMap::new();
    for (at, call) in whole.calls().iter().enumerate() {
        for torn in tears(call) {
            points += 1;
            let store = FaultStore::new(start, Fault::Stop { at, torn });
            let done = take(recipe, &store, steps);
            for survival in survivals(points) {
                let survivor = store.survivor(survival);
                let print = fingerprint(&survivor);
                survivors.insert(print.clone());
                if checked.insert(print, done) == Some(done) {
                    continue;
                }
                let check = catch_unwind(AssertUnwindSafe(|| truth.check(recipe, &survivor, done)));
                if let Err(panic) = check {
                    println!(
                        "stopped at call {at}, {call:?}, torn at {torn}, {survival:?}, {done} steps done"
                    );
                    resume_unwind(panic);
                }
            }
        }
    }
    (points, survivors.len())
}

/// How many steps went well before the first that did not.
fn take(recipe: &GenerationBuilder, store: &FaultStore, steps: &[Step]) -> usize {
    let Ok(collection) = open(store.clone(), recipe) else { return 0 };
    steps.iter().take_while(|step| step.take(&collection).is_ok()).count()
}

/// Runs a scenario that must have at least `least` points.
fn scenario(least: usize, recipe: &GenerationBuilder, start: &[Step], steps: &[Step]) {
    let (points, survivors) = kill_everywhere(recipe, start, steps);
    println!("{points} points, {survivors} survivors");
    assert!(points >= least, "{points} points, where at least {least} were expected");
}

/// A collection of two segments, with something removed.
fn grown() -> Vec<Step> {
    vec![Step::add(0..6, 1), Step::Commit { add: vec![2, 7], version: 2, delete: vec![4] }]
}

#[test]
fn killed_in_the_first_ingest() {
    scenario(60, &hashed(), &[], &[Step::add(0..6, 1)]);
}

#[test]
fn killed_in_ingests() {
    scenario(120, &hashed(), &grown(), &[Step::add([8], 1), Step::add([9, 10], 1)]);
}

#[test]
fn killed_in_an_update_and_a_delete() {
    scenario(120, &hashed(), &grown(), &[Step::add([0, 2], 3), Step::delete([3, 7])]);
}

#[test]
fn killed_in_a_compaction() {
    scenario(180, &hashed(), &grown(), &[Step::Compact, Step::add([11], 1), Step::Compact]);
}

#[test]
fn killed_with_a_fitted_encoder() {
    scenario(200, &fitted(), &[Step::add(0..6, 1)], &[Step::add([3, 8], 2), Step::Refit, Step::Compact]);
}

#[test]
fn killed_in_the_first_fit() {
    scenario(140, &fitted(), &[], &[Step::add(0..4, 1), Step::delete([0])]);
}

#[test]
fn killed_while_sources_come_and_go() {
    let start = [Step::add([0, 1], 1), Step::sync("a", 2..6, 1), Step::sync("b", 6..8, 1)];
    let steps = [Step::sync("a", 3..7, 2), Step::sync("c", [9], 1), Step::sync("b", [], 1), Step::Compact];
    scenario(220, &linked(), &start, &steps);
}

/// The eighth small segment is merged with the seven before it, in the commit that brings it.
#[test]
fn killed_while_small_segments_are_merged() {
    let start: Vec<Step> = (0..7).map(|number| Step::add([number, number / 2], number)).collect();
    let segments = |steps: &[Step]| {
        let files = parts_of(&built(&hashed(), steps), &hashed(), None).unwrap();
        files.iter().filter(|name| name.starts_with("corpus")).count()
    };
    let steps = [Step::Commit { add: vec![8], version: 9, delete: vec![5] }, Step::add([9], 9)];
    assert_eq!((segments(&start), segments(&[&start[..], &steps].concat())), (7, 2));
    scenario(100, &hashed(), &start, &steps);
}

/// Whoever comes after a crash clears up first, and can be killed in that too.
#[test]
fn killed_again_in_the_recovery() {
    let recipe = hashed();
    let start = built(&recipe, &grown());
    let step = Step::Commit { add: vec![1, 8], version: 3, delete: vec![2] };
    let whole = FaultStore::new(&start, Fault::None);
    assert_eq!(take(&recipe, &whole, std::slice::from_ref(&step)), 1);
    let (mut points, mut survivors) = (0, 0);
    for at in (0..whole.calls().len()).step_by(4) {
        let store = FaultStore::new(&start, Fault::Stop { at, torn: 1 });
        take(&recipe, &store, std::slice::from_ref(&step));
        for survival in survivals(at).take(3) {
            let found = kill_in(&recipe, &store.survivor(survival), &[Step::add([5, 9], 4)]);
            points += found.0;
            survivors += found.1;
        }
    }
    println!("{points} points, {survivors} survivors");
    assert!(points >= 800, "{points}");
}

#[test]
fn killed_without_an_encoder() {
    scenario(140, &lexical(), &grown(), &[Step::add([1, 12], 4), Step::delete([5]), Step::Compact]);
}
