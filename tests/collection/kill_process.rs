//! A process that is killed while it commits, over real files.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use sutra::Collection;
use sutra::core::Unwatched;

use crate::support::library::{document, hashed, id};
use crate::support::{Dice, Seen, Step, clean};

const FOLDER: &str = "SUTRA_TEST_KILLED_FOLDER";
const NUMBERS: usize = 20;

/// The step that makes a generation, the same whenever it is taken. A compaction of what is compact makes none, so that
/// two never follow one another.
fn step(generation: u64) -> Step {
    let at = generation as usize;
    match at % 5 {
        4 => Step::Compact,
        _ => Step::Commit {
            add: vec![at % NUMBERS, at * 7 % NUMBERS],
            version: at,
            delete: vec![at * 3 % NUMBERS]
                .into_iter()
                .filter(|gone| *gone != at % NUMBERS && *gone != at * 7 % NUMBERS)
                .collect(),
        },
    }
}

/// The version of each document in a generation.
fn held(generation: u64) -> BTreeMap<usize, usize> {
    let mut held = BTreeMap::new();
    for number in 1..=generation {
        if let Step::Commit { add, version, delete } = step(number) {
            held.retain(|number, _| !delete.contains(number));
            held.extend(add.iter().map(|number| (*number, version)));
        }
    }
    held
}

fn open(folder: &Path) -> Collection {
    Collection::open_or_create(folder, hashed()).unwrap()
}

/// Not a test of its own: the process that is killed. Prints each generation that it was told is there.
#[test]
fn committer() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let collection = open(folder.as_ref());
    let mut generation = collection.latest().unwrap().stamp().generation();
    loop {
        generation += 1;
        step(generation).take(&collection).unwrap();
        println!("\ngeneration {generation}");
    }
}

/// Starts the process, kills it after a while, and says which generation it was told of last.
fn kill_after(folder: &Path, pause: Duration) -> Option<u64> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kill_process::committer", "--nocapture"]).env(FOLDER, folder);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let number = |line: String| line.strip_prefix("generation ")?.parse::<u64>().ok();
    // It writes by now.
    let first = lines.by_ref().find_map(number);
    thread::sleep(pause);
    child.kill().unwrap();
    child.wait().unwrap();
    lines.filter_map(number).last().or(first)
}

#[test]
fn what_a_killed_process_committed_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice(9);
    for _ in 0..10 {
        let told = kill_after(folder.path(), Duration::from_micros(dice.throw(40_000)));
        let collection = open(folder.path());
        let generation = collection.latest().unwrap();
        let found = generation.stamp().generation();
        let told = told.unwrap();
        assert!(found == told || found == told + 1, "generation {found}, and {told} was told of");
        clean(&collection.verify(None, &Unwatched).unwrap()).unwrap();
        let seen = Seen::of(&generation).unwrap();
        let held = held(found);
        assert!(
            seen.documents.keys().cloned().eq(held.keys().map(|number| id(*number))),
            "generation {found}"
        );
        for (number, version) in held {
            let first = document(number, version).text[..20].to_owned();
            assert!(seen.documents[&id(number)].contains(&first), "{first} in generation {found}");
        }
    }
}
