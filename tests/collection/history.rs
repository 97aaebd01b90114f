//! What a collection holds tells nothing of how it came to hold it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sutra::chunk::{SentenceChunker, Unit};
use sutra::core::{Document, Query, Unwatched};
use sutra::store::{MemoryStore, Store};
use sutra::{Collection, GenerationBuilder, Pipeline, Preset};

use crate::support::library::{document, fitted, hashed, id, lexical, linked};
use crate::support::{Dice, Seen, Step, built, open, parts_of, seen, verify};

/// The version of each document after these steps.
fn outcome(steps: &[Step]) -> BTreeMap<usize, usize> {
    let mut held = BTreeMap::new();
    for step in steps {
        if let Step::Commit { add, version, delete } = step {
            held.retain(|number, _| !delete.contains(number));
            held.extend(add.iter().map(|number| (*number, *version)));
        }
    }
    held
}

/// Commits all documents at once.
fn commit_all(collection: &Collection, held: &BTreeMap<usize, usize>, delete: &[usize]) {
    let mut writer = collection.writer().unwrap();
    delete.iter().for_each(|number| assert!(writer.delete(&id(*number)).unwrap()));
    for (number, version) in held {
        writer.add(document(*number, *version)).unwrap();
    }
    writer.commit(&Unwatched).unwrap();
}

/// A compact collection with these documents and this number, after commits that left nothing behind. `None` where the
/// number is too small for a commit and a compaction.
fn compacted_as(
    recipe: &GenerationBuilder,
    held: &BTreeMap<usize, usize>,
    number: u64,
) -> Option<MemoryStore> {
    let store = MemoryStore::new();
    let collection = open(store.clone(), recipe).unwrap();
    let now = || collection.latest().unwrap().stamp().generation();
    // Committing nothing makes no generation.
    if now() + 2 + u64::from(held.is_empty()) > number {
        return None;
    }
    let mut version = 0;
    while now() + 2 < number {
        version += 1;
        Step::add([59], version).take(&collection).unwrap();
    }
    commit_all(&collection, held, if version > 0 { &[59] } else { &[] });
    Step::Compact.take(&collection).unwrap();
    assert_eq!(now(), number);
    Some(store)
}

/// The same hits with the same scores, where scores within a millionth may change places.
fn assert_alike(a: &Seen, b: &Seen) {
    assert!(a.documents == b.documents, "{}", a.difference(b));
    if a.documents.is_empty() {
        // Whether there is an encoder without a passage is left open until the compaction.
        assert!([a, b].iter().all(|seen| seen.rankings.iter().all(|(_, _, hits)| hits.is_empty())));
        return;
    }
    assert_eq!(a.rankings.len(), b.rankings.len());
    for ((preset, question, one), (_, _, other)) in a.rankings.iter().zip(&b.rankings) {
        let what = format!("{preset} {question}: {one:?} against {other:?}");
        assert_eq!(one.len(), other.len(), "{what}");
        let score = |bits: u32| f32::from_bits(bits);
        let scores: BTreeMap<_, _> = other.iter().map(|hit| ((&hit.0, hit.1), score(hit.3))).collect();
        for (hit, beside) in one.iter().zip(other) {
            let (found, same_rank) = (scores.get(&(&hit.0, hit.1)).copied(), score(beside.3));
            let near = |other: f32| (score(hit.3) - other).abs() <= 1e-6 * score(hit.3).abs().max(1.0);
            assert!(found.is_some_and(near) && near(same_rank), "{what}");
        }
    }
}

/// The files of the current generation, or only those whose names and contents tell no number of it.
fn files(store: &MemoryStore, recipe: &GenerationBuilder, numbered: bool) -> Vec<(String, Vec<u8>)> {
    let names = parts_of(store, recipe, None).unwrap().into_iter();
    let names = names.filter(|name| numbered || !(name.starts_with("manifest") || name == "sutra.current"));
    // A name is kind, generation of eight digits and place in it.
    let kind = |name: &str| match name.len().checked_sub(14) {
        Some(end) if !numbered => format!("{}{}", &name[..end], &name[end + 9..]),
        _ => name.to_owned(),
    };
    let bytes = |name: &str| store.read(name).unwrap().bytes().to_vec();
    let mut files: Vec<_> = names.map(|name| (kind(&name), bytes(&name))).collect();
    files.sort();
    files
}

/// Compares a history with one commit of what it leaves. Whether a third history was compared by every byte.
fn check(recipe: &GenerationBuilder, steps: &[Step]) -> bool {
    let held = outcome(steps);
    let (small, whole) = (built(recipe, steps), MemoryStore::new());
    commit_all(&open(whole.clone(), recipe).unwrap(), &held, &[]);
    Step::Refit.take(&open(small.clone(), recipe).unwrap()).unwrap();
    assert_alike(&seen(&small, recipe).unwrap(), &seen(&whole, recipe).unwrap());

    for store in [&small, &whole] {
        Step::Compact.take(&open(store.clone(), recipe).unwrap()).unwrap();
        verify(store, recipe).unwrap();
    }
    assert_same(&files(&small, recipe, false), &files(&whole, recipe, false));
    let (one, other) = (seen(&small, recipe).unwrap(), seen(&whole, recipe).unwrap());
    assert!(one.content() == other.content(), "{}", one.difference(&other));

    // Where both have the same number, nothing differs at all.
    let Some(third) = compacted_as(recipe, &held, one.number) else { return false };
    assert_same(&files(&small, recipe, true), &files(&third, recipe, true));
    true
}

fn assert_same(one: &[(String, Vec<u8>)], other: &[(String, Vec<u8>)]) {
    let names = |files: &[(String, Vec<u8>)]| -> Vec<(String, usize)> {
        files.iter().map(|(name, bytes)| (name.clone(), bytes.len())).collect()
    };
    assert_eq!(names(one), names(other));
    for (a, b) in one.iter().zip(other) {
        assert!(a == b, "{} differs", a.0);
    }
}

/// Fifty commits with updates and deletes in between.
fn fifty() -> Vec<Step> {
    let mut dice = Dice(50);
    (0..50)
        .map(|version| match version % 5 {
            4 => Step::delete((0..20).filter(|_| dice.throw(8) == 0).chain([19 - version % 20])),
            _ => Step::add((0..20).filter(|_| dice.throw(9) == 0).chain([version % 20]), version),
        })
        .collect()
}

#[test]
fn fifty_commits_are_one() {
    for recipe in [hashed(), fitted(), lexical()] {
        assert!(check(&recipe, &fifty()));
    }
}

#[test]
fn compacting_in_between_changes_nothing() {
    let mut steps = fifty();
    for at in [40, 23, 22, 7] {
        steps.insert(at, Step::Compact);
    }
    assert!(check(&hashed(), &steps));
}

/// Small segments are merged beside a large one, whose documents they replace and remove.
#[test]
fn merges_beside_a_large_segment_lose_nothing() {
    let small = |version: usize| match version % 3 {
        0 => Step::delete([version, version + 10]),
        _ => Step::add([version, version * 2, 59 - version], version),
    };
    let steps: Vec<Step> = [Step::add(0..40, 1)].into_iter().chain((2..22).map(small)).collect();
    for recipe in [hashed(), fitted(), lexical()] {
        let stored = built(&recipe, &steps);
        let files = parts_of(&stored, &recipe, None).unwrap();
        let segments = files.iter().filter(|name| name.starts_with("corpus")).count();
        assert!((2..10).contains(&segments), "{files:?}");
        assert!(
            files.contains(&"corpus-00000001-0001".to_owned()),
            "the large segment is left alone: {files:?}"
        );
        check(&recipe, &steps);
    }
}

#[test]
fn sources_leave_no_trace() {
    let recipe = linked();
    let steps = [
        Step::sync("b", 0..4, 1),
        Step::sync("z", 8..9, 1),
        Step::sync("a", 5..8, 1),
        Step::sync("z", [], 1),
    ];
    let later = [Step::sync("b", 1..5, 2), Step::sync("a", 5..8, 3)];
    let small = built(&recipe, &[&steps[..], &later[..]].concat());
    let whole = built(&recipe, &later.iter().rev().cloned().collect::<Vec<_>>());
    assert_alike(&seen(&small, &recipe).unwrap(), &seen(&whole, &recipe).unwrap());
    for store in [&small, &whole] {
        Step::Compact.take(&open(store.clone(), &recipe).unwrap()).unwrap();
    }
    assert_same(&files(&small, &recipe, false), &files(&whole, &recipe, false));
}

/// Beyond a thousand chunks a fitted encoder folds new passages in, and is fitted anew when it is asked for.
#[test]
fn a_refit_makes_up_for_folding_in() {
    let recipe = fitted().chunker(SentenceChunker::new(45, Unit::Bytes, 0).unwrap());
    let (small, whole) = (MemoryStore::new(), MemoryStore::new());
    let many = |version: usize| BTreeMap::from_iter((0..380).map(|number| (number, version)));
    let collection = open(small.clone(), &recipe).unwrap();
    commit_all(&collection, &many(1), &[]);
    let mut held = many(1);
    for (version, numbers) in [(2, 0..5), (3, 50..52), (4, 380..390)] {
        let some = BTreeMap::from_iter(numbers.map(|number| (number, version)));
        commit_all(&collection, &some, &[]);
        held.extend(some);
    }
    let report = collection.writer().unwrap().commit(&Unwatched).unwrap();
    assert!(report.folded_in.is_some_and(|share| share > 0.0) && report.chunks > 1000, "{report:?}");
    commit_all(&open(whole.clone(), &recipe).unwrap(), &held, &[]);
    let rankings = |store: &MemoryStore| {
        let generation = open(store.clone(), &recipe).unwrap().latest().unwrap();
        let pipeline = Pipeline::builder().preset(Preset::Full).bind(&generation).unwrap();
        let hits =
            pipeline.search(&Query::new("storm tide at the harbour wall").with_limit(50)).unwrap().hits;
        hits.into_iter().map(|hit| (hit.id, hit.span, hit.score)).collect::<Vec<_>>()
    };
    assert_ne!(rankings(&small), rankings(&whole), "the test has nothing to show");
    let report = collection.writer().unwrap().refit(&Unwatched).unwrap();
    assert!(report.refitted && report.folded_in.is_none(), "{report:?}");
    for ((id, span, score), (other, place, beside)) in rankings(&small).into_iter().zip(rankings(&whole)) {
        assert_eq!((id, span), (other, place));
        assert!((score - beside).abs() < 1e-6, "{score} {beside}");
    }
    for store in [&small, &whole] {
        Step::Compact.take(&open(store.clone(), &recipe).unwrap()).unwrap();
    }
    assert_same(&files(&small, &recipe, false), &files(&whole, &recipe, false));
}

#[test]
fn nothing_is_left_where_all_is_deleted() {
    for recipe in [hashed(), fitted()] {
        check(&recipe, &[Step::add(0..5, 1), Step::add([2, 5], 2), Step::delete(0..6)]);
    }
}

#[test]
fn what_has_no_words_tells_nothing_either() {
    for recipe in [hashed(), fitted(), lexical()] {
        let (small, whole) = (built(&recipe, &[Step::add(0..3, 1)]), MemoryStore::new());
        for store in [&small, &whole] {
            let collection = open(store.clone(), &recipe).unwrap();
            let mut writer = collection.writer().unwrap();
            for number in 0..3 {
                writer.delete(&id(number)).unwrap();
            }
            writer.add(Document::new(id(3), " \n ")).unwrap();
            writer.compact(&Unwatched).unwrap();
        }
        assert_alike(&seen(&small, &recipe).unwrap(), &seen(&whole, &recipe).unwrap());
        assert_same(&files(&small, &recipe, false), &files(&whole, &recipe, false));
    }
}

fn step() -> impl Strategy<Value = Step> {
    let numbers = || prop::collection::btree_set(0_usize..12, 0..4);
    let commit = (numbers(), 0_usize..4, numbers()).prop_map(|(add, version, delete)| Step::Commit {
        delete: delete.difference(&add).copied().collect(),
        add: add.into_iter().collect(),
        version,
    });
    prop_oneof![8 => commit, 1 => Just(Step::Compact), 1 => Just(Step::Refit)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn any_history_is_one_commit(steps in prop::collection::vec(step(), 1..9), kind in 0..3) {
        let recipe = [hashed(), fitted(), lexical()][kind as usize].clone();
        check(&recipe, &steps);
    }
}
