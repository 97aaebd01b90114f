//! The double itself: a test that trusts it is worth no more than it.

use sutra::core::{ErrorKind, Result};
use sutra::store::{MemoryStore, Store};

use crate::support::{Call, Contents, Fault, FaultStore, Names, Survival};

fn write(store: &dyn Store, name: &str, bytes: &[u8]) -> Result<()> {
    let mut file = store.create(name)?;
    file.write(bytes)?;
    file.sync()
}

/// One commit in small: a new file, a rename over an old one, a removal. Ten calls.
fn commit(store: &dyn Store) -> Result<()> {
    write(store, "data-2", b"two two")?;
    write(store, "next", b"2")?;
    store.sync()?;
    store.rename("next", "current")?;
    store.sync()?;
    store.remove("data-1")
}

fn before() -> MemoryStore {
    let store = MemoryStore::new();
    write(&store, "data-1", b"one").unwrap();
    write(&store, "current", b"1").unwrap();
    store
}

fn contents(store: &MemoryStore) -> Vec<(String, String)> {
    let names = store.list().unwrap();
    let text = |name: &String| String::from_utf8(store.read(name).unwrap().bytes().to_vec()).unwrap();
    names.into_iter().map(|name| (name.clone(), text(&name))).collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn every_call_is_counted() {
    let store = FaultStore::new(&before(), Fault::None);
    commit(&store).unwrap();
    let calls = store.calls();
    assert_eq!(calls.len(), 10);
    assert_eq!(calls[1], Call::Write("data-2".into(), 7));
    assert_eq!(calls[7], Call::Rename("next".into(), "current".into()));
    assert_eq!((&calls[8], &calls[9]), (&Call::SyncNames, &Call::Remove("data-1".into())));
}

#[test]
fn all_fails_from_the_stop_on() {
    for at in 0..10 {
        let store = FaultStore::new(&before(), Fault::Stop { at, torn: 0 });
        assert_eq!(commit(&store).unwrap_err().kind(), ErrorKind::Other);
        assert_eq!(store.calls().len(), at + 1);
        let after = [
            store.read("current").map(drop),
            store.list().map(drop),
            store.sync(),
            store.lock("l").map(drop),
        ];
        assert!(after.iter().all(Result::is_err));
    }
}

#[test]
fn a_torn_write_keeps_its_head() {
    let store = FaultStore::new(&before(), Fault::Stop { at: 1, torn: 3 });
    assert!(commit(&store).is_err());
    let left = contents(&store.survivor(Survival::KILLED));
    assert_eq!(left, pairs(&[("current", "1"), ("data-1", "one"), ("data-2", "two")]));
}

#[test]
fn what_was_not_synced_is_lost_or_not() {
    let old = pairs(&[("current", "1"), ("data-1", "one")]);
    let new = pairs(&[("current", "2"), ("data-1", "one"), ("data-2", "two two")]);
    let left = |at: usize, survival| {
        let store = FaultStore::new(&before(), Fault::Stop { at, torn: 0 });
        assert!(commit(&store).is_err());
        contents(&store.survivor(survival))
    };
    // Before the first sync of names, after the rename, after its sync.
    assert_eq!(left(6, Survival::POWER_LOSS), old);
    assert_eq!(left(8, Survival::POWER_LOSS)[0].1, "1");
    assert_eq!(left(8, Survival::KILLED), new);
    assert_eq!(left(9, Survival::POWER_LOSS), new);
    // A name whose bytes were not synced: written, not synced.
    let names = Names::All;
    assert_eq!(left(2, Survival::new(names, Contents::Synced))[2].1, "");
    assert_eq!(left(2, Survival::new(names, Contents::Zeros))[2].1, "\0".repeat(7));
    let prefixes: Vec<_> =
        (0..64).map(|seed| left(2, Survival::new(names, Contents::Prefix(seed)))[2].1.clone()).collect();
    assert!(prefixes.iter().all(|prefix| "two two".starts_with(prefix.as_str())));
    assert!((0..8).all(|len| prefixes.iter().any(|prefix| prefix.len() == len)));
    // A rename is kept or lost as a whole.
    let renames: Vec<_> =
        (0..16).map(|seed| left(8, Survival::new(Names::Some(seed), Contents::All))).collect();
    assert!(renames.iter().all(|files| (files[0].1 == "2") != files.iter().any(|(name, _)| name == "next")));
    assert!(renames.contains(&new) && renames.iter().any(|files| files[0].1 == "1"));
}

#[test]
fn a_full_disk_has_room_again() {
    for at in [0, 1, 2] {
        let store = FaultStore::new(&before(), Fault::Full { at });
        assert_eq!(commit(&store).unwrap_err().kind(), ErrorKind::Io);
        commit(&store).unwrap();
        let store = FaultStore::new(&before(), Fault::StaysFull { at });
        assert!(commit(&store).is_err() && commit(&store).is_err());
        store.remove("data-1").unwrap();
        store.mend();
        assert!(write(&store, "x", b"y").is_ok());
    }
}

#[test]
fn a_short_read_gives_the_head() {
    let store = FaultStore::new(&before(), Fault::ShortRead { at: 1, keep: 2 });
    let reads = (0..3).map(|_| store.read("data-1").unwrap().bytes().len()).collect::<Vec<_>>();
    assert_eq!((reads, store.reads().len()), (vec![3, 2, 3], 3));
}

#[test]
fn a_failed_sync_makes_nothing_durable() {
    let store = FaultStore::new(&before(), Fault::SyncFails { at: 2 });
    assert_eq!(commit(&store).unwrap_err().kind(), ErrorKind::Io);
    store.sync().unwrap();
    assert_eq!(contents(&store.survivor(Survival::POWER_LOSS))[2].1, "");
}
