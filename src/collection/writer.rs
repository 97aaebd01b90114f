//! The one who writes to a collection.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use sutra_core::{
    ChunkId, ChunkText, Chunker, Corpus, DocId, Document, Error, ErrorKind, Observer, Result, ResultExt,
};

use super::commit::clean;
use super::corpus::StoredCorpus;
use super::draft::Draft;
use super::graph::name;
use super::open::{self, Opened};
use super::pending::{Pending, Waiting};
use super::report::{CommitReport, DocumentChange};
use super::{Collection, KEPT};
use crate::chunked::Digest;
use crate::store::{Lock, Store};
use crate::{ChunkedDocument, EncoderSource, GenerationBuilder};

/// The file whose lock the writer holds.
pub(super) const LOCK: &str = "sutra.lock";

/// With at most so many chunks every commit fits a fitted encoder anew.
pub(super) const REFIT_BELOW: usize = 1000;

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
    base: Option<Opened>,
    pub(super) pending: Pending,
    /// What the next documents belong to.
    pub(super) source: u32,
    /// Sources that no manifest names yet.
    new_sources: Vec<String>,
    _lock: Lock,
}

impl fmt::Debug for CollectionWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CollectionWriter").field("collection", &self.collection).finish_non_exhaustive()
    }
}

/// What a commit is to do besides.
#[derive(Clone, Copy, Default)]
struct Extra {
    refit: bool,
    compact: bool,
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

    fn recipe(&self) -> &GenerationBuilder {
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
    /// document is not added then.
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

    fn unchanged(&mut self, _id: &str) -> DocumentChange {
        self.pending.counts.unchanged += 1;
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
            find(corpus, id)?.filter(|document| !self.pending.all_removed.contains(&document.get()))
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
        let Some(document) = find(&base.generation.corpus, id)? else { return Ok(false) };
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
    /// As [`add`](Self::add), and the observer's own.
    pub fn sync(
        &mut self,
        source: &str,
        documents: impl IntoIterator<Item = Document>,
        watch: &dyn Observer,
    ) -> Result<()> {
        self.enter(source)?;
        let outcome = self.sync_entered(documents, watch);
        self.source = 0;
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
            let (segment, place) = corpus.document_place(document)?;
            if segment.source(place)? == self.source {
                ids.push(id.to_owned());
            }
        }
        Ok(ids)
    }

    /// What is added next belongs to this source.
    pub(super) fn enter(&mut self, source: &str) -> Result<()> {
        let manifest = self.base()?.manifest;
        let known = manifest.sources.iter().chain(&self.new_sources).position(|known| known == source);
        let number = known.unwrap_or_else(|| {
            self.new_sources.push(source.to_owned());
            manifest.sources.len() + self.new_sources.len() - 1
        });
        self.source = u32::try_from(number).map_err(|_| Error::invalid_input("more than 2^32 sources"))?;
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        let base = self.base()?;
        let (store, parts) = (self.store().clone(), base.manifest.parts.len());
        self.pending.flush(store.as_ref(), base.manifest.generation + 1, parts, base.manifest.next())
    }

    /// Makes all that was added and deleted the next generation: corpus, indexes, vectors and graph scores in one step.
    /// Where nothing changed there is no next generation, and the report says so by its number.
    ///
    /// When this returns, the generation survives a crash. The cost is that of the changes, but for the centralities of
    /// all documents where there are links, and now and then a merge of small segments.
    ///
    /// # Errors
    /// Whatever a part or the encoder refuses, the observer's own, and the store's. The generation before stands then,
    /// unless the very last step failed, in which case it may be either; nothing is pending.
    pub fn commit(&mut self, watch: &dyn Observer) -> Result<CommitReport> {
        self.commit_and(Extra::default(), watch)
    }

    /// Commits, and fits a fitted encoder anew on all passages, which encodes all of them again.
    ///
    /// # Errors
    /// As [`commit`](Self::commit).
    pub fn refit(&mut self, watch: &dyn Observer) -> Result<CommitReport> {
        self.commit_and(Extra { refit: true, compact: false }, watch)
    }

    /// Commits, and merges all segments into one: what was deleted is dropped, documents are numbered in the order of
    /// their ids, a fitted encoder is fitted anew and centralities are computed from scratch. Two collections of the
    /// same documents are the same bytes then, the number of the generation apart.
    ///
    /// # Errors
    /// As [`commit`](Self::commit).
    pub fn compact(&mut self, watch: &dyn Observer) -> Result<CommitReport> {
        self.commit_and(Extra { refit: true, compact: true }, watch)
    }

    fn commit_and(&mut self, extra: Extra, watch: &dyn Observer) -> Result<CommitReport> {
        if extra.compact && !self.pending.is_empty() {
            // Compacting starts from a generation, so that not even file names show how it came to be.
            let CommitReport { added, updated, removed, unchanged, .. } = self.commit(watch)?;
            return Ok(CommitReport { added, updated, removed, unchanged, ..self.commit_and(extra, watch)? });
        }
        let outcome = self.try_commit(extra, watch);
        let counts = std::mem::take(&mut self.pending).counts;
        self.new_sources.clear();
        self.source = 0;
        match outcome {
            Ok(Some(mut report)) => {
                report.count(counts);
                // The next look reads what was written.
                self.base = None;
                clean(self.store().as_ref(), report.generation, KEPT);
                Ok(report)
            }
            Ok(None) => {
                // A commit before may have been seen and not yet be durable.
                self.store().sync()?;
                let base = self.base()?;
                let mut report = CommitReport::of(&base.manifest, base.generation.corpus.len());
                report.documents = base.generation.corpus.document_count();
                report.count(counts);
                Ok(report)
            }
            Err(error) => {
                self.base = None;
                if let Ok(current) = open::current(self.store().as_ref()) {
                    clean(self.store().as_ref(), current.generation, KEPT);
                }
                Err(error)
            }
        }
    }

    /// The next generation; none where it would be the same.
    fn try_commit(&mut self, extra: Extra, watch: &dyn Observer) -> Result<Option<CommitReport>> {
        watch.check()?;
        let base = self.base()?;
        let recipe = self.recipe().clone();
        let links = recipe.link_names().unwrap_or_else(|| base.links.as_ref().clone());
        let settings = recipe.settings();
        let same_whole = links == *base.links
            && settings.iter().all(|(name, value)| base.manifest.settings.get(name) == Some(value));
        let fitted = matches!(recipe.encoder_source(), Some(EncoderSource::Fit(_)));
        let redone = if extra.compact { !base.manifest.compact } else { extra.refit && fitted };
        if self.pending.is_empty() && same_whole && !redone {
            return Ok(None);
        }
        if self.pending.waits() {
            self.flush()?;
        }
        let store = self.store().clone();
        let corpus = &base.generation.corpus;
        let mut draft = Draft::after(
            store.as_ref(),
            &recipe,
            &base.manifest,
            corpus.segments(),
            base.encoder.clone(),
            watch,
        );
        draft.skip_names(self.pending.used);
        draft.manifest.sources.extend(self.new_sources.iter().cloned());
        draft.manifest.settings.extend(settings.iter().map(|(name, value)| (name.clone(), value.clone())));
        for (entry, segment) in self.pending.segments.drain(..) {
            draft.push(entry, segment);
        }
        if extra.compact {
            if fitted {
                draft.drop_vectors();
            }
            draft.merge_all()?;
        }
        let next = draft.corpus()?;
        let refit = extra.refit || next.len() <= REFIT_BELOW;
        let refitted = draft.settle_encoder(&next, refit)?;
        let removed = removed_texts(&recipe, corpus, &self.pending.all_removed)?;
        draft.build_parts(&next, &removed)?;
        if !extra.compact {
            draft.settle_layout()?;
        }
        draft.settle_links(&links, &base.links)?;
        draft.rank_documents(&links, (!extra.compact).then_some(&base))?;
        draft.publish()?;
        let mut report = CommitReport::of(&draft.manifest, draft.live_chunks()?);
        report.documents = draft.corpus()?.document_count();
        report.refitted = refitted;
        Ok(Some(report))
    }
}

/// What the generation before has of a document.
enum Known {
    New,
    Same,
    Other(DocId),
}

fn find(corpus: &StoredCorpus, id: &str) -> Result<Option<DocId>> {
    Ok(corpus.find(&[id])?.first().copied().flatten())
}

/// The chunks that are gone, for parts of the user's own; ours do not ask.
fn removed_texts<'a>(
    recipe: &GenerationBuilder,
    corpus: &'a StoredCorpus,
    removed: &std::collections::BTreeSet<u32>,
) -> Result<Vec<ChunkText<'a>>> {
    let mut chunks: Vec<ChunkId> = Vec::new();
    if !recipe.own_parts().is_empty() {
        for document in removed {
            chunks.extend(corpus.chunks_of(DocId::new(*document))?);
        }
    }
    chunks.sort_unstable();
    chunks.into_iter().map(|chunk| corpus.candidate(chunk).map(ChunkText::of)).collect()
}
