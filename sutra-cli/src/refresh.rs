//! Bringing a collection of files up to date.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sutra::core::{Corpus, ErrorKind, Observer, Result};
use sutra::store::MemoryStore;
use sutra::{
    Collection, CollectionWriter, CommitReport, FileSource, FilesReport, Generation, GenerationBuilder,
};

use crate::output::note;

/// How long somebody else may write before that is said.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the writer's place is asked for again.
const PAUSE: Duration = Duration::from_millis(10);

/// Repeats what somebody else's writing holds up, saying so where it takes long.
pub(crate) fn waiting<T>(attempt: impl Fn() -> Result<T>) -> Result<T> {
    let started = Instant::now();
    let mut told = false;
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::Busy => {
                if !told && started.elapsed() >= PATIENCE {
                    note(format_args!("waiting for another run of the same search: {error}"));
                    told = true;
                }
                std::thread::sleep(PAUSE);
            }
            outcome => return outcome,
        }
    }
}

/// Makes the collection's documents those of the source's files, and keeps it in order.
pub(crate) fn refresh(
    writer: &mut CollectionWriter,
    collection: &Collection,
    source: &FileSource,
    watch: &dyn Observer,
) -> Result<(Arc<Generation>, FilesReport)> {
    let files = writer.sync_files(source, watch)?;
    commit(writer, watch)?;
    let generation = collection.latest()?;
    let corpus = generation.corpus();
    if corpus.id_bound() <= 2 * corpus.len() + 1000 {
        return Ok((generation, files));
    }
    writer.compact(watch)?;
    Ok((collection.latest()?, files))
}

/// Commits, and fits the encoder anew where that is due.
pub(crate) fn commit(writer: &mut CollectionWriter, watch: &dyn Observer) -> Result<CommitReport> {
    let done = writer.commit(watch)?;
    if !done.refit_is_due() {
        return Ok(done);
    }
    let mut report = writer.refit(watch)?;
    (report.added, report.updated) = (done.added, done.updated);
    (report.removed, report.unchanged) = (done.removed, done.unchanged);
    Ok(report)
}

/// A generation of files that is kept nowhere.
pub(crate) fn in_memory(
    recipe: GenerationBuilder,
    source: &FileSource,
    watch: &dyn Observer,
) -> Result<(Arc<Generation>, FilesReport)> {
    let collection = Collection::open_or_create_in(MemoryStore::new(), recipe)?;
    refresh(&mut collection.writer()?, &collection, source, watch)
}
