//! A collection that survives: generations of documents and what was built over them, on disk.

mod commit;
mod committing;
mod corpus;
mod corpus_segment;
mod corpus_writer;
mod draft;
mod encoder;
mod file_source;
mod file_table;
mod garbage;
mod graph;
mod manifest;
mod merge;
mod open;
mod pace;
mod pending;
mod recipe;
mod report;
mod sources;
mod sync_files;
mod verify;
mod writer;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use sutra_core::{Error, ErrorKind, Observer, Result};

use crate::store::{FolderStore, Store};
use crate::{Generation, GenerationBuilder};
use manifest::{Current, Manifest};

pub use corpus::StoredCorpus;
pub(crate) use encoder::BoundEncoder;
pub use file_source::{FileSource, FilesReport, LeftOutFile};
pub(crate) use graph::name;
pub use report::{CommitReport, DocumentChange};
pub use verify::{Verification, VerifiedFile};
pub use writer::CollectionWriter;

/// How many generations before the current one are kept, besides those that readers hold.
const KEPT: u64 = 1;

/// Documents and what is built over them, in a folder, generation after generation.
///
/// A generation is all or nothing: a commit writes new files, makes them durable, and then changes one name. Whoever
/// opened a generation keeps it, whatever is committed meanwhile, in any process. The current generation and the one
/// before it stay on disk, and every other that somebody holds.
///
/// Opening reads the manifest and maps the files; blocks of 64 KiB are checked against their checksums when they are
/// first touched, [`verify`](Self::verify) checks all. On disk a passage costs its text and title, about 100 bytes of
/// tables, and what its parts say in theirs; in memory a bit.
///
/// It is cheap to clone, and can be used from any number of threads.
///
/// ```
/// use sutra::{Collection, Generation, Pipeline, Preset, core::{Document, Query, Unwatched}};
/// let folder = tempfile::tempdir()?;
/// let collection = Collection::open_or_create(folder.path(), Generation::builder())?;
/// let mut writer = collection.writer()?;
/// writer.add(Document::new("sea", "Harbour walls keep the sea out."))?;
/// writer.add(Document::new("bread", "Bread rises in a warm kitchen."))?;
/// writer.commit(&Unwatched)?;
///
/// let pipeline = Pipeline::builder().preset(Preset::Hybrid).bind(&collection.latest()?)?;
/// assert_eq!(pipeline.search(&Query::new("who keeps the sea out?"))?.hits[0].id, "sea");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Collection {
    store: Arc<dyn Store>,
    recipe: Arc<GenerationBuilder>,
    latest: Arc<Mutex<Option<Latest>>>,
}

/// The generation that was opened last, while somebody holds it.
struct Latest {
    current: Current,
    generation: Weak<Generation>,
}

impl fmt::Debug for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collection").field("store", &self.store).finish_non_exhaustive()
    }
}

impl Collection {
    /// The collection in a folder. The recipe says how documents are cut, analysed and encoded; it must be the one that
    /// the collection was made with, which is checked as far as it can be when a generation is opened.
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) where there is none; [`Version`](ErrorKind::Version) naming the file.
    pub fn open(folder: impl AsRef<Path>, recipe: GenerationBuilder) -> Result<Self> {
        Self::open_in(FolderStore::new(folder.as_ref()), recipe)
    }

    /// The collection in a folder; where there is none an empty one, generation 0, is made.
    ///
    /// # Errors
    /// As [`open`](Self::open) but for `NotFound`, and [`Busy`](ErrorKind::Busy) while somebody else makes it.
    pub fn open_or_create(folder: impl AsRef<Path>, recipe: GenerationBuilder) -> Result<Self> {
        Self::open_or_create_in(FolderStore::new(folder.as_ref()), recipe)
    }

    /// Like [`open`](Self::open), in any [`Store`].
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_in(store: impl Store + 'static, recipe: GenerationBuilder) -> Result<Self> {
        let collection = Self { store: Arc::new(store), recipe: Arc::new(recipe), latest: Arc::default() };
        match open::current(collection.store.as_ref()) {
            // The older generations open still, and whoever asks for the current one is told.
            Err(error) if error.kind() != ErrorKind::Corrupt => Err(error),
            _ => Ok(collection),
        }
    }

    /// Like [`open_or_create`](Self::open_or_create), in any [`Store`].
    ///
    /// # Errors
    /// As [`open_or_create`](Self::open_or_create).
    pub fn open_or_create_in(store: impl Store + 'static, recipe: GenerationBuilder) -> Result<Self> {
        let collection = Self { store: Arc::new(store), recipe: Arc::new(recipe), latest: Arc::default() };
        let missing = |outcome: &Result<Current>| {
            outcome.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound)
        };
        let store = collection.store.as_ref();
        if missing(&open::current(store)) {
            let _lock = store.lock(writer::LOCK)?;
            let found = open::current(store);
            if missing(&found) {
                collection.create()?;
            } else {
                found?;
            }
        } else {
            open::current(store)?;
        }
        Ok(collection)
    }

    fn create(&self) -> Result<()> {
        let manifest = Manifest {
            analyzer: self.recipe.analyzer_ref().fingerprint().as_str().to_owned(),
            sources: vec![String::new()],
            parts: self.recipe.part_entries(),
            settings: self.recipe.settings().clone(),
            compact: true,
            ..Manifest::default()
        };
        commit::publish(self.store.as_ref(), &manifest)
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    pub(crate) fn recipe(&self) -> &Arc<GenerationBuilder> {
        &self.recipe
    }

    /// The current generation. The same one is opened once, however often it is asked for while somebody holds it.
    ///
    /// # Errors
    /// [`Corrupt`](ErrorKind::Corrupt) or [`Version`](ErrorKind::Version) naming the file: no older generation is opened
    /// in its stead. [`ForeignFingerprint`](ErrorKind::ForeignFingerprint) or
    /// [`InvalidConfig`](ErrorKind::InvalidConfig) where the collection was made by another recipe.
    pub fn latest(&self) -> Result<Arc<Generation>> {
        let now = open::current(self.store.as_ref())?;
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let known = latest.as_ref().filter(|latest| latest.current == now);
        if let Some(generation) = known.and_then(|latest| latest.generation.upgrade()) {
            return Ok(generation);
        }
        let (manifest, lock) = open::current_manifest(self.store.as_ref())?;
        let number = manifest.generation;
        let opened = open::generation(self.store.as_ref(), &self.recipe, manifest, Some(lock))?;
        let same = number == now.generation;
        *latest = same.then(|| Latest { current: now, generation: Arc::downgrade(&opened.generation) });
        Ok(opened.generation)
    }

    /// The current generation, held by the caller alone.
    pub(crate) fn open_latest(&self) -> Result<Generation> {
        let (manifest, lock) = open::current_manifest(self.store.as_ref())?;
        let opened = open::generation(self.store.as_ref(), &self.recipe, manifest, Some(lock))?;
        Arc::into_inner(opened.generation)
            .ok_or_else(|| Error::contract("a new generation is shared already"))
    }

    /// The generation of this number, while it is kept: see [`Collection`].
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) naming the number; else as [`latest`](Self::latest).
    pub fn generation(&self, number: u64) -> Result<Arc<Generation>> {
        let (manifest, lock) = open::manifest(self.store.as_ref(), number)?;
        open::generation(self.store.as_ref(), &self.recipe, manifest, Some(lock))
            .map(|opened| opened.generation)
    }

    /// The writer. Dropping it lets another one in.
    ///
    /// # Errors
    /// [`Busy`](ErrorKind::Busy) naming the process that writes; else as [`latest`](Self::latest).
    pub fn writer(&self) -> Result<CollectionWriter> {
        let lock = self.store.lock(writer::LOCK)?;
        CollectionWriter::new(self.clone(), lock)
    }

    /// Looks at every block of every file of the current generation, or of number `generation`. O(bytes).
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) where there is no such collection or generation, the store's, and the
    /// observer's own. Damage is no error but what is reported.
    pub fn verify(&self, generation: Option<u64>, watch: &dyn Observer) -> Result<Verification> {
        verify::verify(self.store.as_ref(), generation, watch)
    }

    /// Like [`verify`](Self::verify), of the collection in a folder, which need not be fit to be opened.
    ///
    /// # Errors
    /// As [`verify`](Self::verify).
    pub fn verify_folder(
        folder: impl AsRef<Path>,
        generation: Option<u64>,
        watch: &dyn Observer,
    ) -> Result<Verification> {
        verify::verify(&FolderStore::new(folder.as_ref()), generation, watch)
    }

    /// The settings that the collection in a folder was made with, as its current generation has them or number
    /// `generation`: see [`GenerationBuilder::setting`]. `None` where the folder has no collection.
    ///
    /// # Errors
    /// [`Corrupt`](ErrorKind::Corrupt) and [`Version`](ErrorKind::Version) naming the file;
    /// [`NotFound`](ErrorKind::NotFound) naming the generation.
    pub fn settings_of(
        folder: impl AsRef<Path>,
        generation: Option<u64>,
    ) -> Result<Option<BTreeMap<String, String>>> {
        let store = FolderStore::new(folder.as_ref());
        let missing = open::current(&store).is_err_and(|error| error.kind() == ErrorKind::NotFound);
        if missing {
            return Ok(None);
        }
        let opened = match generation {
            Some(generation) => open::manifest(&store, generation),
            None => open::current_manifest(&store),
        };
        opened.map(|(manifest, _)| Some(manifest.settings))
    }
}
