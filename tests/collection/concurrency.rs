//! Writers and readers at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use sutra::core::{Corpus, ErrorKind, Query, Unwatched, Value};
use sutra::store::{FolderStore, MemoryStore, Store};
use sutra::{Collection, Generation, Pipeline, Preset};

use crate::support::library::{documents, hashed, id};
use crate::support::{Dice, Seen, Step, clean, open};

/// An empty store of each kind, and the folder to keep.
fn stores() -> (tempfile::TempDir, Vec<Arc<dyn Store>>) {
    let folder = tempfile::tempdir().unwrap();
    let stores: Vec<Arc<dyn Store>> = vec![
        Arc::new(MemoryStore::new()),
        Arc::new(FolderStore::new(folder.path().join("mapped"))),
        Arc::new(FolderStore::new(folder.path().join("read")).without_mapping()),
    ];
    (folder, stores)
}

fn collection(store: &Arc<dyn Store>) -> Collection {
    Collection::open_or_create_in(store.clone(), hashed()).unwrap()
}

#[test]
fn a_second_writer_is_told_who_holds_the_collection() {
    let (_folder, stores) = stores();
    for store in stores {
        let (first, second) = (collection(&store), collection(&store));
        let writer = first.writer().unwrap();
        for other in [&first, &second] {
            let error = other.writer().err().unwrap();
            assert_eq!(error.kind(), ErrorKind::Busy);
            assert!(error.to_string().contains(&format!("process {}", std::process::id())), "{error}");
            for step in [Step::Compact, Step::Refit] {
                assert_eq!(step.take(other).unwrap_err().kind(), ErrorKind::Busy);
            }
        }
        drop(writer);
        Step::add([1], 1).take(&second).unwrap();
        assert_eq!(first.latest().unwrap().corpus().document_count(), 1);
    }
}

#[test]
fn a_reader_keeps_its_generation() {
    let (_folder, stores) = stores();
    for store in stores {
        let writer = collection(&store);
        Step::add(0..6, 1).take(&writer).unwrap();
        let reader = collection(&store);
        let held = reader.latest().unwrap();
        let before = Seen::of(&held).unwrap();
        let steps =
            [Step::add([2, 7], 2), Step::delete([0, 1]), Step::Compact, Step::add([8], 3), Step::Compact];
        for step in steps {
            step.take(&writer).unwrap();
            let after = Seen::of(&held).unwrap();
            assert!(before == after, "{}", before.difference(&after));
            // It can be opened anew for as long as somebody holds it.
            let again = Seen::of(&reader.generation(before.number).unwrap()).unwrap();
            assert!(before == again, "{}", before.difference(&again));
            clean(&reader.verify(Some(before.number), &Unwatched).unwrap()).unwrap();
        }
        let fresh = Seen::of(&reader.latest().unwrap()).unwrap();
        assert_eq!(fresh.documents.len(), 6);
        assert!(fresh.number > before.number);
        drop(held);
        drop(reader);
        Step::add([9], 1).take(&writer).unwrap();
        Step::Compact.take(&writer).unwrap();
        let files = store.list().unwrap();
        let bytes: usize = files.iter().map(|name| store.read(name).unwrap().bytes().len()).sum();
        let fresh_store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let fresh = collection(&fresh_store);
        Step::add(0..7, 1).take(&fresh).unwrap();
        let one: usize = fresh_store
            .list()
            .unwrap()
            .iter()
            .map(|name| fresh_store.read(name).unwrap().bytes().len())
            .sum();
        assert!(bytes < 4 * one, "what nobody holds is collected: {bytes} bytes in {files:?}, {one} for one");
    }
}

/// What each generation must hold: the version of every document, by generation number.
type Expected = Mutex<BTreeMap<u64, Arc<BTreeMap<usize, usize>>>>;

struct Soak {
    store: Arc<dyn Store>,
    expected: Expected,
    stop: AtomicBool,
    looks: AtomicU64,
}

const READERS: usize = 4;
const DOCUMENTS: u64 = 40;

impl Soak {
    /// A writer and readers for as long; how many generations there were and how often they were looked at.
    fn run(store: Arc<dyn Store>, duration: Duration) -> (u64, u64) {
        let soak = Self {
            store,
            expected: Mutex::default(),
            stop: AtomicBool::new(false),
            looks: AtomicU64::new(0),
        };
        let first = collection(&soak.store).latest().unwrap().stamp().generation();
        soak.expected.lock().unwrap().insert(first, Arc::default());
        let generations = thread::scope(|scope| {
            let readers: Vec<_> = (0..READERS)
                .map(|reader| {
                    scope.spawn({
                        let soak = &soak;
                        move || soak.read(reader)
                    })
                })
                .collect();
            let generations = soak.write(duration);
            soak.stop.store(true, Ordering::Relaxed);
            readers.into_iter().for_each(|reader| reader.join().unwrap());
            generations
        });
        (generations, soak.looks.into_inner())
    }

    fn write(&self, duration: Duration) -> u64 {
        let (start, mut dice, mut version) = (Instant::now(), Dice(7), 0);
        let collection = collection(&self.store);
        let mut state: BTreeMap<usize, usize> = BTreeMap::new();
        let mut generation = collection.latest().unwrap().stamp().generation();
        let (first, enough) = (generation, generation + 10);
        while (start.elapsed() < duration || generation < enough) && !self.stop.load(Ordering::Relaxed) {
            version += 1;
            let step = match dice.throw(12) {
                0 => Step::Compact,
                1 => Step::Refit,
                2..5 if state.len() > 5 => Step::delete(state.keys().copied().filter(|_| dice.throw(4) == 0)),
                _ => Step::Commit {
                    add: (0..DOCUMENTS as usize).filter(|_| dice.throw(8) == 0).collect(),
                    version,
                    delete: Vec::new(),
                },
            };
            if let Step::Commit { add, version, delete } = &step {
                state.retain(|number, _| !delete.contains(number));
                state.extend(add.iter().map(|number| (*number, *version)));
            }
            // Said before it is committed: a reader may be quicker than this thread.
            self.expected.lock().unwrap().insert(generation + 1, Arc::new(state.clone()));
            step.take(&collection).unwrap();
            let latest = collection.latest().unwrap();
            let now = latest.stamp().generation();
            assert!(now == generation || now == generation + 1, "{generation}, then {now}");
            self.look(&latest);
            generation = now;
        }
        generation - first
    }

    fn read(&self, reader: usize) {
        let collection = collection(&self.store);
        let (mut dice, mut newest) = (Dice(reader as u64), 0);
        while !self.stop.load(Ordering::Relaxed) {
            let generation = match collection.latest() {
                Ok(generation) => generation,
                Err(error) => {
                    self.stop.store(true, Ordering::Relaxed);
                    panic!("reader {reader} cannot open: {error:?}");
                }
            };
            let number = generation.stamp().generation();
            assert!(number >= newest, "generation {number} after {newest}");
            newest = number;
            self.look(&generation);
            if dice.throw(4) == 0 {
                // Holds it while others come and go, and looks again.
                let seen = Seen::of(&generation).unwrap();
                thread::sleep(Duration::from_millis(dice.throw(60)));
                assert!(seen == Seen::of(&generation).unwrap(), "a held generation changed");
                self.look(&generation);
            }
        }
    }

    /// Nothing lost, nothing twice.
    fn look(&self, generation: &Arc<Generation>) {
        let number = generation.stamp().generation();
        let expected = self.expected.lock().unwrap().get(&number).cloned();
        let expected = expected.unwrap_or_else(|| panic!("generation {number} was never committed"));
        let corpus = generation.corpus();
        assert_eq!(corpus.document_count(), expected.len(), "generation {number}");
        let pipeline = Pipeline::builder().preset(Preset::Bm25).bind(generation).unwrap();
        let ids: Vec<String> = expected.keys().map(|number| id(*number)).collect();
        let found = corpus.find(&ids.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        for ((document, version), found) in expected.iter().zip(found) {
            let chunks = corpus.chunks_of(found.unwrap()).unwrap();
            let first = corpus.candidates(&chunks[..1]).unwrap().remove(0);
            assert_eq!(
                first.metadata.get("version"),
                Some(&Value::Number(*version as f64)),
                "generation {number}"
            );
            let own = Query::new(format!("text{document}")).with_limit(10);
            let hits = pipeline.search(&own).unwrap().hits;
            assert_eq!(hits.len(), 1, "text{document} in generation {number}");
            assert!(hits[0].text.contains(&format!("version{version} ")), "{}", hits[0].text);
        }
        self.looks.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_short_soak() {
    let (_folder, stores) = stores();
    for store in stores {
        let (generations, looks) = Soak::run(store, Duration::from_millis(1500));
        println!("{generations} generations, looked at {looks} times");
        assert!(generations >= 10 && looks > generations, "{generations} {looks}");
    }
}

/// `cargo test --release --test collection -- --ignored --nocapture a_soak_of_ten_minutes`
#[test]
#[ignore = "takes ten minutes"]
fn a_soak_of_ten_minutes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(FolderStore::new(folder.path()));
    let (generations, looks) = Soak::run(store, Duration::from_secs(600));
    println!("{generations} generations, looked at {looks} times by {READERS} readers and the writer");
    assert!(generations > 100 && looks > 1000, "{generations} {looks}");
}

#[test]
fn an_unfinished_writer_leaves_nothing() {
    let (_folder, stores) = stores();
    for store in stores {
        let collection = collection(&store);
        Step::add(0..3, 1).take(&collection).unwrap();
        let before = Seen::of(&collection.latest().unwrap()).unwrap();
        let mut writer = collection.writer().unwrap();
        for document in documents(0..9, 2) {
            writer.add(document).unwrap();
        }
        writer.delete(&id(0)).unwrap();
        drop(writer);
        let after = Seen::of(&collection.latest().unwrap()).unwrap();
        assert!(before == after, "{}", before.difference(&after));
        Step::add([4], 1).take(&collection).unwrap();
        assert_eq!(collection.latest().unwrap().corpus().document_count(), 4);
    }
}

#[test]
fn a_store_is_shared_by_any_number_of_collections() {
    let store = MemoryStore::new();
    let first = open(store.clone(), &hashed()).unwrap();
    let second = open(store, &hashed()).unwrap();
    for number in 0..6 {
        let (one, other) = if number % 2 == 0 { (&first, &second) } else { (&second, &first) };
        Step::add([number], 1).take(one).unwrap();
        assert_eq!(other.latest().unwrap().corpus().document_count(), number + 1);
    }
}
