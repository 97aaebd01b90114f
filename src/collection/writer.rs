//! The one who writes to a collection.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use sutra_core::{Chunker, DocId, Document, Error, ErrorKind, Observer, Result, ResultExt};

use super::commit::clean;
use super::graph::name;
use super::open::{self, Opened};
use super::pending::{Pending, Waiting};
use super::report::DocumentChange;
use super::{Collection, KEPT};
use crate::chunked::Digest;
use crate::store::{Lock, Store};
use crate::{ChunkedDocument, GenerationBuilder};

/// The file whose lock the writer holds.
pub(super) const LOCK: &str = "sutra.lock";

/// Writes to a collection: adds, updates and deletes documents, and makes all of that one generation in
/// [`commit`](Self::commit). There is one writer at a time, in all processes.
///
/// Until the commit nobody sees any of it; dropping the writer forgets it. A commit that fails leaves the generation
/// before, and nothing pending. Large batches are written to disk as they come in (64 MB at a time), so memory does not
/// grow with the batch, but for 16 bytes a document.
///
/// ```
/// use sutra::{Collection, DocumentChange, Generation, core::{Document, Unwatched}};
/// let folder = tempfile::tempdir()?;
/// let collection = Collection::open_or_create(folder.path(), Generation::builder())?;
/// let mut writer = collection.writer()?;
/// assert_eq!(writer.add(Document::new("sea", "Harbour walls keep the sea out."))?, DocumentChange::Added);
/// assert!(!writer.delete("bread")?, "there is no such document");
/// let report = writer.commit(&Unwatched)?;
/// assert_eq!((report.generation, report.added), (1, 1));
/// assert_eq!(writer.add(Document::new("sea", "Harbour walls keep the sea out."))?, DocumentChange::Unchanged);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CollectionWriter {
    collection: Collection,
    pub(super) base: Option<Opened>,
    pub(super) pending: Pending,
    /// What the next documents belong to.
    pub(super) source: u32,
    /// Sources that no manifest names yet.
    pub(super) new_sources: Vec<String>,
    _lock: Lock,
}

impl fmt::Debug for CollectionWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CollectionWriter").field("collection", &self.collection).finish_non_exhaustive()
    }
}

impl CollectionWriter {
    pub(super) fn new(collection: Collection, lock: Lock) -> Result<Self> {
        let mut writer = Self {
            collection,
            base: None,
            pending: Pending::default(),
            source: 0,
            new_sources: Vec::new(),
            _lock: lock,
        };
        let current = writer.base()?.manifest.generation;
        // What a writer before left unfinished.
        clean(writer.store().as_ref(), current, KEPT);
        Ok(writer)
    }

    pub(super) fn store(&self) -> &Arc<dyn Store> {
        self.collection.store()
    }

    pub(super) fn recipe(&self) -> &Arc<GenerationBuilder> {
        self.collection.recipe()
    }

    /// The generation that the next one follows.
    pub(super) fn base(&mut self) -> Result<Opened> {
        if self.base.is_none() {
            let store = self.store().clone();
            let (manifest, lock) = open::current_manifest(store.as_ref())?;
            self.base = Some(open::generation(store.as_ref(), self.recipe(), manifest, Some(lock))?);
        }
        self.base.clone().ok_or_else(|| Error::contract("a generation was opened and is not there"))
    }

    /// Adds a document, cut by the recipe's chunker, or replaces the one of the same id. A document whose content is
    /// what it was is left alone, and neither cut nor encoded again; a recipe whose chunker changed says so by
    /// [`GenerationBuilder::chunker_named`].
    ///
    /// # Errors
    /// [`Duplicate`](ErrorKind::Duplicate) for an id that already came in since the last commit; the chunker's own. The
    /// document is not added then. And the store's, where a full batch cannot be written: it stays pending.
    pub fn add(&mut self, document: Document) -> Result<DocumentChange> {
        let recipe = self.recipe().clone();
        self.add_cut_by(document, recipe.chunker_ref(), recipe.chunker_name())
    }

    /// Like [`add`](Self::add), cut by a chunker of its own. `name` tells this chunker from others: a document that was
    /// cut by one of another name is cut again.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_cut_by(
        &mut self,
        document: Document,
        chunker: &dyn Chunker,
        name: &str,
    ) -> Result<DocumentChange> {
        let mut digest = Digest::default();
        digest.text(name);
        digest.document(&document);
        let hash = digest.finish();
        match self.known(&document.id, hash)? {
            Known::Same => Ok(self.unchanged(&document.id)),
            known => self.push(ChunkedDocument::new(document, chunker)?, hash, known),
        }
    }

    /// Like [`add`](Self::add), for a document that is cut already.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_chunked(&mut self, chunked: ChunkedDocument) -> Result<DocumentChange> {
        let mut digest = Digest::default();
        digest.document(chunked.document());
        digest.pieces(chunked.pieces());
        let hash = digest.finish();
        match self.known(&chunked.document().id, hash)? {
            Known::Same => Ok(self.unchanged(&chunked.document().id)),
            known => self.push(chunked, hash, known),
        }
    }

    fn unchanged(&mut self, id: &str) -> DocumentChange {
        self.pending.keep(id);
        DocumentChange::Unchanged
    }

    fn push(&mut self, chunked: ChunkedDocument, hash: u128, known: Known) -> Result<DocumentChange> {
        let source = self.source;
        self.pending.push(Waiting { chunked, hash, source });
        let change = match known {
            Known::Other(document) => {
                self.pending.remove(document.get());
                self.pending.counts.updated += 1;
                DocumentChange::Updated
            }
            _ => {
                self.pending.counts.added += 1;
                DocumentChange::Added
            }
        };
        if self.pending.is_full() {
            self.flush()?;
        }
        Ok(change)
    }

    /// What the generation before has of a document.
    fn known(&mut self, id: &str, hash: u128) -> Result<Known> {
        if self.pending.has(id) {
            let message = format!("the document id {id:?} stands twice in one batch");
            return Err(Error::new(ErrorKind::Duplicate, message));
        }
        let base = self.base()?;
        let corpus = &base.generation.corpus;
        let Some(document) =
            corpus.find_one(id)?.filter(|document| !self.pending.all_removed.contains(&document.get()))
        else {
            return Ok(Known::New);
        };
        let (segment, place) = corpus.document_place(document)?;
        let same = segment.hash(place)? == hash && segment.source(place)? == self.source;
        Ok(if same { Known::Same } else { Known::Other(document) })
    }

    /// Deletes a document; says whether there was one.
    ///
    /// # Errors
    /// Reading may fail.
    pub fn delete(&mut self, id: &str) -> Result<bool> {
        if self.pending.take_back(id)? {
            return Ok(true);
        }
        let base = self.base()?;
        let Some(document) = base.generation.corpus.find_one(id)? else { return Ok(false) };
        let gone = self.pending.all_removed.contains(&document.get());
        if !gone {
            self.pending.remove(document.get());
            self.pending.counts.removed += 1;
        }
        Ok(!gone)
    }

    /// Makes the documents of a source just these: adds and updates them, and deletes what the source had before and has
    /// no longer. Documents of other sources, and those that were added without one, stay.
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) for a source without a name; as [`add`](Self::add), and the observer's
    /// own. Half of a source is no state to commit: nothing is pending then, whatever was before.
    pub fn sync(
        &mut self,
        source: &str,
        documents: impl IntoIterator<Item = Document>,
        watch: &dyn Observer,
    ) -> Result<()> {
        self.enter(source)?;
        let outcome = self.sync_entered(documents, watch);
        self.leave(outcome.is_err());
        outcome.with_context(|| format!("the source {source:?}"))
    }

    fn sync_entered(
        &mut self,
        documents: impl IntoIterator<Item = Document>,
        watch: &dyn Observer,
    ) -> Result<()> {
        let mut seen = HashSet::new();
        for document in documents {
            watch.check()?;
            seen.insert(name(&document.id));
            self.add(document)?;
        }
        for id in self.documents_of_source()? {
            if !seen.contains(&name(&id)) {
                self.delete(&id)?;
            }
        }
        Ok(())
    }

    /// The ids of the documents that the entered source had in the generation before.
    pub(super) fn documents_of_source(&mut self) -> Result<Vec<String>> {
        let base = self.base()?;
        let corpus = &base.generation.corpus;
        let mut ids = Vec::new();
        for (document, id) in corpus.in_order()? {
            if corpus.source_of(document)? == self.source {
                ids.push(id.to_owned());
            }
        }
        Ok(ids)
    }

    /// What is added next belongs to no source. What came in is forgotten where it failed.
    pub(super) fn leave(&mut self, failed: bool) {
        self.source = 0;
        if failed {
            self.pending.forget();
        }
    }

    /// What is added next belongs to this source.
    pub(super) fn enter(&mut self, source: &str) -> Result<()> {
        if source.is_empty() {
            return Err(Error::invalid_input(
                "a source has a name: without one are the documents that were just added",
            ));
        }
        let manifest = self.base()?.manifest;
        let known = manifest.sources.iter().chain(&self.new_sources).position(|known| known == source);
        let number = known.unwrap_or_else(|| {
            self.new_sources.push(source.to_owned());
            manifest.sources.len() + self.new_sources.len() - 1
        });
        self.source = u32::try_from(number).map_err(|_| Error::invalid_input("more than 2^32 sources"))?;
        Ok(())
    }

    pub(super) fn flush(&mut self) -> Result<()> {
        let base = self.base()?;
        let (store, parts) = (self.store().clone(), base.manifest.parts.len());
        self.pending.flush(store.as_ref(), base.manifest.generation + 1, parts, base.manifest.next())
    }
}

/// What the generation before has of a document.
#[derive(Clone, Copy)]
enum Known {
    New,
    Same,
    Other(DocId),
}
