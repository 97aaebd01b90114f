//! What every store does.

use std::thread;

use sutra::core::{ErrorKind, Result};
use sutra::store::{FolderStore, MemoryStore, Store};

/// Runs a test on an empty store of each kind.
fn on_each(test: impl Fn(&dyn Store)) {
    test(&MemoryStore::new());
    let folder = tempfile::tempdir().unwrap();
    test(&FolderStore::new(folder.path().join("not/yet/there")));
    test(&FolderStore::new(folder.path().join("read")).without_mapping());
}

fn write(store: &dyn Store, name: &str, parts: &[&[u8]]) {
    let mut file = store.create(name).unwrap();
    parts.iter().for_each(|part| file.write(part).unwrap());
    file.sync().unwrap();
}

fn kind<T>(result: Result<T>) -> ErrorKind {
    result.err().unwrap().kind()
}

#[test]
fn an_empty_store_lists_nothing() {
    on_each(|store| assert!(store.list().unwrap().is_empty()));
}

#[test]
fn what_was_written_is_read() {
    on_each(|store| {
        write(store, "b", &[b"one ", b"", b"two"]);
        write(store, "a", &[]);
        let large = vec![7; 3 << 20];
        write(store, "c", &[&large[..1], &large[1..]]);
        store.sync().unwrap();
        assert_eq!(store.read("b").unwrap().bytes(), b"one two");
        assert_eq!(store.read("a").unwrap().bytes(), b"");
        assert_eq!(store.read("c").unwrap().bytes(), large);
        assert_eq!(store.list().unwrap(), ["a", "b", "c"]);
    });
}

#[test]
fn a_reader_keeps_its_bytes() {
    on_each(|store| {
        write(store, "a", &[b"first"]);
        let first = store.read("a").unwrap();
        write(store, "a", &[b"2"]);
        let second = store.read("a").unwrap();
        store.remove("a").unwrap();
        assert_eq!((first.bytes(), second.clone().bytes()), (&b"first"[..], &b"2"[..]));
        assert_eq!(kind(store.read("a")), ErrorKind::NotFound);
    });
}

#[test]
fn a_rename_replaces() {
    on_each(|store| {
        write(store, "a", &[b"new"]);
        write(store, "b", &[b"old"]);
        let old = store.read("b").unwrap();
        store.rename("a", "b").unwrap();
        assert_eq!(store.list().unwrap(), ["b"]);
        assert_eq!(store.read("b").unwrap().bytes(), b"new");
        assert_eq!(old.bytes(), b"old");
        store.rename("b", "b").unwrap();
        assert_eq!(store.read("b").unwrap().bytes(), b"new");
    });
}

#[test]
fn what_is_missing_is_named() {
    on_each(|store| {
        let errors = [
            store.read("gone").map(drop),
            store.rename("gone", "b"),
            store.remove("gone"),
            store.share("gone").map(drop),
        ];
        for error in errors.map(|result| result.unwrap_err()) {
            assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
            assert!(error.to_string().contains("gone"), "{error}");
        }
        assert!(store.list().unwrap().is_empty());
    });
}

#[test]
fn only_plain_names_are_taken() {
    let long = "a".repeat(256);
    on_each(|store| {
        write(store, "good", &[b"x"]);
        let bad = ["", ".", "..", "a/b", "/a", "../a", "a\\b", "c:d", "a\0", "a\n", "a.", "a ", &long];
        for name in bad {
            let results = [
                store.create(name).map(drop),
                store.read(name).map(drop),
                store.rename("good", name),
                store.rename(name, "good"),
                store.remove(name),
                store.lock(name).map(drop),
                store.share(name).map(drop),
            ];
            assert_eq!(results.map(kind), [ErrorKind::InvalidInput; 7], "{name:?}");
        }
        assert_eq!(store.list().unwrap(), ["good"]);
        for name in ["0001.manifest", "späne", "a b", ".hidden", &long[1..]] {
            write(store, name, &[b"y"]);
            assert_eq!(store.read(name).unwrap().bytes(), b"y");
        }
    });
}

#[test]
fn a_lock_is_for_one() {
    on_each(|store| {
        let lock = store.lock("writer").unwrap();
        let error = store.lock("writer").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Busy);
        let holder = format!("writer is held by process {}", std::process::id());
        assert!(error.to_string().replace(" in memory", "").contains(&holder), "{error}");
        assert_eq!(kind(store.share("writer")), ErrorKind::Busy);
        let other = store.lock("other").unwrap();
        drop(lock);
        let again = store.lock("writer").unwrap();
        drop((again, other));
        drop(store.share("writer").unwrap());
    });
}

#[test]
fn a_shared_lock_is_for_many() {
    on_each(|store| {
        write(store, "a", &[b"bytes"]);
        let (first, second) = (store.share("a").unwrap(), store.share("a").unwrap());
        assert_eq!(kind(store.lock("a")), ErrorKind::Busy);
        drop(first);
        assert_eq!(kind(store.lock("a")), ErrorKind::Busy);
        drop(second);
        let alone = store.lock("a").unwrap();
        assert_eq!(kind(store.share("a")), ErrorKind::Busy);
        drop(alone);
        assert_eq!(store.read("a").unwrap().bytes(), b"bytes", "a lock leaves what a file holds");
    });
}

#[test]
fn a_lock_goes_with_the_file_and_not_with_the_name() {
    on_each(|store| {
        write(store, "a", &[b"old"]);
        let lock = store.lock("a").unwrap();
        store.rename("a", "b").unwrap();
        assert_eq!(kind(store.share("b")), ErrorKind::Busy);
        write(store, "a", &[b"new"]);
        let free = store.lock("a").unwrap();
        store.remove("b").unwrap();
        assert_eq!(kind(store.share("b")), ErrorKind::NotFound);
        drop((lock, free));
    });
}

#[test]
fn one_of_many_threads_gets_the_lock() {
    on_each(|store| {
        for _ in 0..20 {
            let held = thread::scope(|scope| {
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| store.lock("writer"))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
            });
            let (got, refused): (Vec<_>, Vec<_>) = held.into_iter().partition(Result::is_ok);
            assert_eq!((got.len(), refused.len()), (1, 7));
            refused.into_iter().for_each(|result| assert_eq!(kind(result), ErrorKind::Busy));
        }
    });
}
