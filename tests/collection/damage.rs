//! Files that are damaged, cut short, missing, exchanged, or of another collection.
//!
//! Damage is an error that names the file, or the right answer; never a wrong answer and never a panic. Lengths that are
//! read from files are compared with the bytes that are there before anything is allocated (`sutra::core::wire`), so that
//! memory is bounded by the files' sizes.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use sutra::GenerationBuilder;
use sutra::core::{ErrorKind, Unwatched};
use sutra::store::{MemoryStore, Store};

use crate::support::library::fitted;
use crate::support::{Fault, FaultStore, Seen, Step, built, clean, open, parts_of, seen, verify};

type Files = BTreeMap<String, Vec<u8>>;

/// A file no longer than this has every bit flipped; of a longer one every byte loses one bit, in turn.
const SMALL: usize = 256;

fn files(store: &MemoryStore) -> Files {
    let names = store.list().unwrap();
    names.into_iter().map(|name| (name.clone(), store.read(&name).unwrap().bytes().to_vec())).collect()
}

fn store(files: &Files) -> MemoryStore {
    let store = MemoryStore::new();
    files.iter().for_each(|(name, bytes)| store.create(name).unwrap().write(bytes).unwrap());
    store
}

/// A collection of two segments with every part, and what it shows.
struct Sample {
    recipe: GenerationBuilder,
    /// Everything that is stored: this generation and the one before.
    all: Files,
    /// What belongs to the current generation.
    current: Vec<String>,
    seen: Seen,
}

impl Sample {
    fn new(version: usize) -> Self {
        let recipe = fitted();
        let store = built(&recipe, &[Step::add(0..3, version), Step::add([1, 3], version + 1)]);
        let (seen, current) = (seen(&store, &recipe).unwrap(), parts_of(&store, &recipe, None).unwrap());
        Self { all: files(&store), recipe, current, seen }
    }

    /// Name and bytes of the files of the current generation.
    fn files(&self) -> impl Iterator<Item = (&String, &Vec<u8>)> {
        self.current.iter().map(|name| (name, &self.all[name]))
    }

    /// Looks at a collection in which `damaged` is not what it was.
    fn look(&self, files: &Files, damaged: &[&str], how: &str) {
        let kinds = [ErrorKind::Corrupt, ErrorKind::Version, ErrorKind::NotFound];
        let named = |message: &str| damaged.iter().any(|name| message.contains(name));
        let check = || {
            let store = store(files);
            match seen(&store, &self.recipe) {
                Ok(found) => assert!(found == self.seen, "a wrong answer: {}", self.seen.difference(&found)),
                Err(error) => {
                    assert!(kinds.contains(&error.kind()), "{error:?}");
                    assert!(named(&error.to_string()), "the file is not named: {error}");
                }
            }
            let error = verify(&store, &self.recipe).err().unwrap_or_else(|| panic!("verify finds nothing"));
            assert!(kinds.contains(&error.kind()), "{error:?}");
            assert!(named(&error.to_string()), "verify does not name the file: {error}");
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(check)) {
            println!("{damaged:?}: {how}");
            resume_unwind(panic);
        }
    }

    fn with(&self, name: &str, bytes: Vec<u8>) -> Files {
        let mut files = self.all.clone();
        files.insert(name.to_owned(), bytes);
        files
    }
}

#[test]
fn every_bit() {
    let sample = Sample::new(1);
    let mut flips = 0;
    for (name, bytes) in sample.files() {
        for at in 0..bytes.len() {
            let bits = if bytes.len() <= SMALL { 0..8 } else { at % 8..at % 8 + 1 };
            for bit in bits {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                sample.look(&sample.with(name, damaged), &[name], &format!("bit {bit} of byte {at}"));
                flips += 1;
            }
        }
    }
    println!("{flips} flips in {} files", sample.current.len());
    assert!(flips > 5_000, "{flips}");
}

#[test]
fn every_truncation() {
    let sample = Sample::new(1);
    let mut cuts = 0;
    for (name, bytes) in sample.files() {
        let fine = |len: usize| {
            bytes.len() <= 4 * SMALL || len < 64 || len + 64 > bytes.len() || len.is_multiple_of(13)
        };
        for len in (0..bytes.len()).filter(|len| fine(*len)) {
            sample.look(&sample.with(name, bytes[..len].to_vec()), &[name], &format!("cut to {len} bytes"));
            cuts += 1;
        }
        for more in [1, 7, 70_000] {
            let mut longer = bytes.clone();
            longer.resize(bytes.len() + more, 0);
            sample.look(&sample.with(name, longer), &[name], &format!("{more} bytes appended"));
        }
        let twice = [bytes.as_slice(), bytes.as_slice()].concat();
        sample.look(&sample.with(name, twice), &[name], "written twice");
    }
    println!("{cuts} cuts in {} files", sample.current.len());
    assert!(cuts > 1_000, "{cuts}");
}

#[test]
fn a_missing_file() {
    let sample = Sample::new(1);
    for name in &sample.current {
        let mut files = sample.all.clone();
        files.remove(name);
        sample.look(&files, &[name], "missing");
    }
}

#[test]
fn two_files_exchanged() {
    let sample = Sample::new(1);
    for (a, first) in sample.files() {
        for (b, second) in sample.all.iter().filter(|(b, second)| *b != a && *second != first) {
            let mut files = sample.with(a, second.clone());
            files.insert(b.clone(), first.clone());
            sample.look(&files, &[a, b], "exchanged");
        }
    }
}

#[test]
fn a_file_of_another_collection() {
    let (sample, other) = (Sample::new(1), Sample::new(5));
    assert_eq!(sample.current, other.current, "both have files of the same names");
    let mut foreign = 0;
    for (name, bytes) in other.files().filter(|(name, bytes)| sample.all[*name] != **bytes) {
        foreign += 1;
        // A foreign manifest names files that are not these, and the current one the other way round.
        let names: Vec<&str> = sample.current.iter().map(String::as_str).collect();
        sample.look(&sample.with(name, bytes.clone()), &names, "of another collection");
    }
    assert!(foreign >= 5, "{foreign}");
    for name in &sample.current {
        for bytes in [&b"#!/bin/sh\necho what is this\n"[..], &[0; 4096], &[255; 100]] {
            sample.look(&sample.with(name, bytes.to_vec()), &[name], "foreign bytes");
        }
    }
}

#[test]
fn damage_of_the_generation_before_stays_there() {
    let sample = Sample::new(1);
    let before = sample.seen.number - 1;
    let whole = store(&sample.all);
    let generation = open(whole.clone(), &sample.recipe).unwrap().generation(before).unwrap();
    let old = Seen::of(&generation).unwrap();
    let mut others = 0;
    for name in parts_of(&whole, &sample.recipe, Some(before)).unwrap() {
        if sample.current.contains(&name) {
            continue;
        }
        others += 1;
        for at in 0..sample.all[&name].len() {
            let mut damaged = sample.all[&name].clone();
            damaged[at] ^= 1 << (at % 8);
            let store = store(&sample.with(&name, damaged));
            assert!(seen(&store, &sample.recipe).unwrap() == sample.seen);
            let collection = open(store, &sample.recipe).unwrap();
            clean(&collection.verify(None, &Unwatched).unwrap()).unwrap();
            assert!(collection.verify(Some(before), &Unwatched).and_then(|found| clean(&found)).is_err());
            match collection.generation(before).and_then(|generation| Seen::of(&generation)) {
                Ok(found) => assert!(found == old, "{name}: {}", old.difference(&found)),
                Err(error) => assert!(error.to_string().contains(&name), "{name} is not named: {error}"),
            }
        }
    }
    assert!(others >= 3, "{others}");
}

#[test]
fn every_short_read() {
    let sample = Sample::new(1);
    let whole = FaultStore::new(&store(&sample.all), Fault::None);
    Seen::of(&open(whole.clone(), &sample.recipe).unwrap().latest().unwrap()).unwrap();
    for (at, (name, len)) in whole.reads().into_iter().enumerate() {
        for keep in [0, 1, len / 2, len - 1] {
            let short = FaultStore::new(&store(&sample.all), Fault::ShortRead { at, keep });
            let found = open(short, &sample.recipe).and_then(|collection| collection.latest());
            match found.and_then(|generation| Seen::of(&generation)) {
                Ok(found) => assert!(found == sample.seen, "{name}: {}", sample.seen.difference(&found)),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
                    assert!(error.to_string().contains(&name), "{name} is not named: {error}");
                }
            }
        }
    }
}

#[test]
fn damage_stops_the_next_commit_or_stays_what_it_is() {
    let sample = Sample::new(1);
    for (name, bytes) in sample.files() {
        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 16;
        let store = store(&sample.with(name, damaged));
        // Whatever a writer does over damage, it must not be washed into a clean generation.
        let Ok(collection) = open(store.clone(), &sample.recipe) else { continue };
        for step in [Step::add([20], 1), Step::Compact, Step::Refit] {
            let taken = step.take(&collection);
            if let Err(error) = &taken {
                assert_eq!(error.kind(), ErrorKind::Corrupt, "{name}: {error}");
            } else if let Ok(found) = seen(&store, &sample.recipe) {
                assert!(
                    found.documents.len() == sample.seen.documents.len() + 1,
                    "{name}: documents are lost"
                );
                for (id, document) in &sample.seen.documents {
                    assert_eq!(found.documents.get(id), Some(document), "{name}");
                }
            }
        }
    }
}
