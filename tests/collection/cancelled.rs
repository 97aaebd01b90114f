//! Work that its observer stops, at every look that it takes.

use std::sync::atomic::{AtomicUsize, Ordering};

use sutra::core::{Cancel, Error, ErrorKind, Observer, Result};
use sutra::store::MemoryStore;
use sutra::{Collection, CollectionWriter, CommitReport};

use crate::support::library::{documents, fitted, id};
use crate::support::{Seen, Step, built, open, orphans, seen, verify};

/// Stops the work at a look, and counts the looks.
struct StopAt {
    at: usize,
    looks: AtomicUsize,
}

impl Cancel for StopAt {
    fn check(&self) -> Result<()> {
        if self.looks.fetch_add(1, Ordering::Relaxed) == self.at { Err(Error::cancelled()) } else { Ok(()) }
    }
}

impl Observer for StopAt {}

type Work = fn(&mut CollectionWriter, &dyn Observer) -> Result<CommitReport>;

fn change(collection: &Collection, work: Work, watch: &StopAt) -> Result<CommitReport> {
    let mut writer = collection.writer()?;
    for document in documents([1, 8, 9], 3) {
        writer.add(document)?;
    }
    writer.delete(&id(2))?;
    work(&mut writer, watch)
}

#[test]
fn whatever_is_stopped_leaves_a_whole_generation() {
    let recipe = fitted();
    let start = [Step::add(0..5, 1), Step::add([2, 6], 2)];
    let works: [Work; 3] = [CollectionWriter::commit, CollectionWriter::refit, CollectionWriter::compact];
    for work in works {
        let whole = built(&recipe, &start);
        let old = seen(&whole, &recipe).unwrap();
        let unstopped = StopAt { at: usize::MAX, looks: AtomicUsize::new(0) };
        change(&open(whole.clone(), &recipe).unwrap(), work, &unstopped).unwrap();
        let new = seen(&whole, &recipe).unwrap();
        let looks = unstopped.looks.into_inner();
        assert!(looks >= 5, "{looks}");
        for at in 0..looks {
            let store: MemoryStore = built(&recipe, &start);
            let collection = open(store.clone(), &recipe).unwrap();
            let watch = StopAt { at, looks: AtomicUsize::new(0) };
            assert_eq!(change(&collection, work, &watch).unwrap_err().kind(), ErrorKind::Cancelled);
            let kept = Seen::of(&collection.latest().unwrap()).unwrap();
            // A compaction commits what is pending first.
            let whole_step = kept.number > old.number && kept.documents == new.documents;
            assert!(kept == old || whole_step, "look {at}: {}", old.difference(&kept));
            verify(&store, &recipe).unwrap();
            assert!(orphans(&store, &recipe).is_empty(), "look {at}");
            work(&mut collection.writer().unwrap(), &sutra::core::Unwatched).unwrap();
            change(&collection, work, &StopAt { at: usize::MAX, looks: AtomicUsize::new(0) }).unwrap();
            let again = Seen::of(&collection.latest().unwrap()).unwrap();
            assert!(again.documents == new.documents, "look {at}: {}", new.difference(&again));
        }
    }
}
