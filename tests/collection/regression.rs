//! Failures that others had: persistence and concurrency. Each test bears the number of its case.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use sutra::core::{Corpus, Document, ErrorKind, Query, Unwatched};
use sutra::store::{MemoryStore, Store};
use sutra::{Collection, Generation, Pipeline, Preset};

use crate::support::library::{documents, hashed, id};
use crate::support::{Call, Fault, FaultStore, Seen, Step, Survival, built, open, parts_of, seen};

fn in_folder(path: &std::path::Path) -> Collection {
    Collection::open_or_create(path, hashed()).unwrap()
}

fn ask(generation: &Arc<Generation>, preset: Preset, question: &str, limit: usize) -> Vec<(String, u32)> {
    let pipeline = Pipeline::builder().preset(preset).bind(generation).unwrap();
    let hits = pipeline.search(&Query::new(question).with_limit(limit)).unwrap().hits;
    hits.into_iter().map(|hit| (hit.id, hit.score.to_bits())).collect()
}

/// A document of one chunk with a word of its own.
fn own(number: usize) -> Document {
    Document::new(id(number), format!("word{number} own{number} self{number}"))
}

fn add(collection: &Collection, documents: Vec<Document>) -> sutra::core::Result<()> {
    let mut writer = collection.writer()?;
    documents.into_iter().try_for_each(|document| writer.add(document).map(drop))?;
    writer.commit(&Unwatched).map(drop)
}

/// Adds as soon as nobody else writes.
fn add_when_free(collection: &Collection, documents: &[Document]) {
    loop {
        match add(collection, documents.to_vec()) {
            Ok(()) => return,
            Err(error) if error.kind() == ErrorKind::Busy => thread::sleep(Duration::from_millis(1)),
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[test]
fn per_001_no_prefix_of_a_file_loads() {
    let recipe = hashed();
    let store = built(&recipe, &[Step::add(0..2, 1)]);
    for name in parts_of(&store, &recipe, None).unwrap() {
        let bytes = store.read(&name).unwrap().bytes().to_vec();
        let put = |bytes: &[u8]| {
            store.create(&name).unwrap().write(bytes).unwrap();
            seen(&store, &recipe)
        };
        for len in (0..bytes.len()).step_by(1 + bytes.len() / 500) {
            let error = put(&bytes[..len]).err().unwrap_or_else(|| panic!("{name} loads from {len} bytes"));
            assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
        }
        for at in 0..bytes.len().min(16) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            let error = put(&flipped).err().unwrap_or_else(|| panic!("{name} loads with byte {at} flipped"));
            assert!([ErrorKind::Corrupt, ErrorKind::Version].contains(&error.kind()), "{error}");
        }
        put(&bytes).unwrap();
    }
}

#[test]
fn per_003_a_writer_that_fails_leaves_the_old_index() {
    let recipe = hashed();
    let start = built(&recipe, &[Step::add(0..4, 1)]);
    let old = seen(&start, &recipe).unwrap();
    let whole = FaultStore::new(&start, Fault::None);
    let step = Step::add([1, 5], 2);
    step.take(&open(whole.clone(), &recipe).unwrap()).unwrap();
    let writes = whole.calls().into_iter().enumerate().filter(|(_, call)| matches!(call, Call::Write(..)));
    for (at, call) in writes {
        let store = FaultStore::new(&start, Fault::StaysFull { at });
        let error = step.take(&open(store.clone(), &recipe).unwrap()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{call:?}");
        let after = seen(&store.survivor(Survival::KILLED), &recipe).unwrap();
        assert!(after == old, "{call:?}: {}", old.difference(&after));
    }
}

#[test]
fn per_004_half_a_map_of_ids_is_no_map() {
    let recipe = hashed();
    let store = built(&recipe, &[Step::add(0..6, 1)]);
    for name in parts_of(&store, &recipe, None).unwrap() {
        let bytes = store.read(&name).unwrap().bytes().to_vec();
        store.create(&name).unwrap().write(&bytes[..bytes.len() / 2]).unwrap();
        let opened = open(store.clone(), &recipe).and_then(|collection| collection.latest()).map(drop);
        let error = opened.err().unwrap_or_else(|| panic!("half of {name} is taken for the whole"));
        assert!(error.to_string().contains(&name), "{error}");
        store.create(&name).unwrap().write(&bytes).unwrap();
    }
    seen(&store, &recipe).unwrap();
}

#[test]
fn per_005_ids_go_on_after_a_delete_and_a_load() {
    let store = MemoryStore::new();
    let [a, b, c, d] = [0, 1, 2, 3].map(own);
    let first = open(store.clone(), &hashed()).unwrap();
    add(&first, vec![a, b, c]).unwrap();
    Step::delete([1]).take(&first).unwrap();
    drop(first);
    let second = open(store, &hashed()).unwrap();
    add(&second, vec![d]).unwrap();
    let generation = second.latest().unwrap();
    assert_eq!(generation.corpus().document_count(), 3);
    for preset in [Preset::Bm25, Preset::Dense] {
        for number in [0, 2, 3] {
            let hits = ask(&generation, preset, &own(number).text, 1);
            assert_eq!(hits[0].0, id(number), "{preset}");
        }
        let all = ask(&generation, preset, &own(1).text, 10);
        assert!(all.iter().all(|(found, _)| *found != id(1)), "{preset}: {all:?}");
    }
    assert_eq!(generation.corpus().find(&[&id(1)]).unwrap(), [None]);
}

#[test]
fn per_006_a_load_answers_as_before_the_save() {
    let folder = tempfile::tempdir().unwrap();
    let saved = in_folder(folder.path());
    add(&saved, documents(0..50, 1)).unwrap();
    let questions: Vec<String> = documents(0..50, 2).into_iter().map(|document| document.text).collect();
    let answers = |collection: &Collection| {
        let generation = collection.latest().unwrap();
        let ask = |question: &String| ask(&generation, Preset::Full, question, 20);
        questions.iter().map(ask).collect::<Vec<_>>()
    };
    let before = answers(&saved);
    drop(saved);
    assert_eq!(before, answers(&in_folder(folder.path())));
    assert_eq!(before, answers(&in_folder(folder.path())));
}

#[test]
fn per_007_what_was_not_committed_is_not_there() {
    let recipe = hashed();
    let empty = MemoryStore::new();
    drop(open(empty.clone(), &recipe).unwrap());
    let whole = FaultStore::new(&empty, Fault::None);
    Step::add(0..20, 1).take(&open(whole.clone(), &recipe).unwrap()).unwrap();
    let opened = FaultStore::new(&empty, Fault::None);
    drop(open(opened.clone(), &recipe).unwrap());
    for at in opened.calls().len()..whole.calls().len() / 2 {
        let store = FaultStore::new(&empty, Fault::Stop { at, torn: 0 });
        Step::add(0..20, 1).take(&open(store.clone(), &recipe).unwrap()).unwrap_err();
        let left = store.survivor(Survival::KILLED);
        let collection = open(left.clone(), &recipe).unwrap();
        assert_eq!(collection.latest().unwrap().corpus().document_count(), 0);
        add(&collection, vec![own(1)]).unwrap();
        assert_eq!(collection.latest().unwrap().corpus().document_count(), 1);
        let clean = built(&recipe, &[]);
        add(&open(clean.clone(), &recipe).unwrap(), vec![own(1)]).unwrap();
        assert_eq!(left.list().unwrap().len(), clean.list().unwrap().len(), "{:?}", left.list());
    }
}

#[test]
fn per_009_a_second_writer_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (in_folder(folder.path()), in_folder(folder.path()));
    let mut writer = first.writer().unwrap();
    writer.add(own(0)).unwrap();
    assert_eq!(add(&second, vec![own(1)]).unwrap_err().kind(), ErrorKind::Busy);
    writer.commit(&Unwatched).unwrap();
    drop(writer);
    add(&second, vec![own(1)]).unwrap();
    let generation = first.latest().unwrap();
    for number in [0, 1] {
        assert_eq!(ask(&generation, Preset::Bm25, &own(number).text, 9)[0].0, id(number));
    }
}

/// Threads that add a share each, ten documents a commit, while others search.
fn add_and_search(threads: usize, each: usize) -> Arc<Generation> {
    let store = MemoryStore::new();
    let collection = open(store, &hashed()).unwrap();
    let (added, done) = (Mutex::new(BTreeSet::new()), AtomicBool::new(false));
    thread::scope(|scope| {
        let searchers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        let generation = collection.latest().unwrap();
                        for preset in [Preset::Bm25, Preset::Dense] {
                            if generation.corpus().is_empty() {
                                continue;
                            }
                            let hits = ask(&generation, preset, "word3 own14 self15", 50);
                            let added = added.lock().unwrap();
                            assert!(
                                hits.iter().all(|(id, _)| added.contains(id)),
                                "a hit before it was added"
                            );
                        }
                    }
                })
            })
            .collect();
        let adders: Vec<_> = (0..threads)
            .map(|thread| {
                let (collection, added) = (&collection, &added);
                scope.spawn(move || {
                    let share: Vec<Document> = (thread * each..(thread + 1) * each).map(own).collect();
                    for some in share.chunks(10) {
                        added.lock().unwrap().extend(some.iter().map(|document| document.id.clone()));
                        add_when_free(collection, some);
                    }
                })
            })
            .collect();
        let all_added: Vec<_> = adders.into_iter().map(thread::ScopedJoinHandle::join).collect();
        done.store(true, Ordering::Relaxed);
        searchers.into_iter().for_each(|searcher| searcher.join().unwrap());
        all_added.into_iter().for_each(|added| added.unwrap());
    });
    collection.latest().unwrap()
}

#[test]
fn con_001_searches_while_threads_add() {
    let generation = add_and_search(4, 50);
    assert_eq!(generation.corpus().document_count(), 200);
    for number in 0..200 {
        assert_eq!(ask(&generation, Preset::Bm25, &own(number).text, 1)[0].0, id(number));
    }
}

#[test]
fn con_002_nothing_added_in_parallel_is_lost() {
    let generation = add_and_search(10, 20);
    for number in 0..200 {
        let hits = ask(&generation, Preset::Dense, &own(number).text, 300);
        let best = hits[0].1;
        let first: Vec<_> = hits.iter().filter(|hit| hit.1 == best).map(|hit| &hit.0).collect();
        assert!(first.contains(&&id(number)), "{number}: {first:?}");
        let distinct: BTreeSet<_> = hits.iter().map(|hit| &hit.0).collect();
        assert_eq!((hits.len(), distinct.len()), (200, 200));
    }
}

const LOADED: &str = "SUTRA_TEST_LOADED_FOLDER";

/// Not a test of its own: the other process of the next one. Prints how many documents each load has.
#[test]
fn loader() {
    let Some(folder) = std::env::var_os(LOADED) else { return };
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        let collection = in_folder(folder.as_ref());
        let generation = collection.latest().unwrap();
        Seen::of(&generation).unwrap();
        println!("\ncount {}", generation.corpus().document_count());
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn con_006_another_process_loads_while_one_saves() {
    let folder = tempfile::tempdir().unwrap();
    let collection = in_folder(folder.path());
    add(&collection, documents(0..1, 1)).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "regression::loader", "--nocapture"]).env(LOADED, folder.path());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let reader = thread::spawn(move || {
        let lines = lines.map_while(Result::ok);
        lines.filter_map(|line| line.strip_prefix("count ")?.parse::<usize>().ok()).collect::<Vec<_>>()
    });
    let mut number = 1;
    while child.try_wait().unwrap().is_none() {
        add(&collection, documents([number % 60], number)).unwrap();
        number += 1;
        if number.is_multiple_of(20) {
            Step::Compact.take(&collection).unwrap();
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert!(child.wait().unwrap().success(), "a load failed");
    let counts = reader.join().unwrap();
    assert!(counts.len() > 5, "{counts:?}");
    assert!(counts.is_sorted(), "counts decrease: {counts:?}");
    assert!(counts.iter().all(|count| (1..=number.min(60)).contains(count)), "{counts:?}");
}

#[test]
fn con_007_an_old_reader_stays_and_a_new_one_sees() {
    let folder = tempfile::tempdir().unwrap();
    let reader = in_folder(folder.path());
    add(&reader, vec![own(0), own(1)]).unwrap();
    let old = reader.latest().unwrap();
    let before = ask(&old, Preset::Hybrid, "word0 word2", 10);
    let path = folder.path().to_owned();
    thread::spawn(move || add(&in_folder(&path), vec![own(2)]).unwrap()).join().unwrap();
    assert_eq!(ask(&old, Preset::Hybrid, "word0 word2", 10), before);
    let new = reader.latest().unwrap();
    assert!(ask(&new, Preset::Bm25, "word2", 10).iter().any(|(found, _)| *found == id(2)));
    assert_eq!(ask(&old, Preset::Hybrid, "word0 word2", 10), before);
}
