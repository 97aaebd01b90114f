//! From what a writer was given to the next generation.

use std::collections::BTreeSet;

use sutra_core::{ChunkId, ChunkText, Corpus, DocId, Observer, Result};

use super::commit::clean;
use super::corpus::StoredCorpus;
use super::draft::Draft;
use super::open;
use super::report::CommitReport;
use super::{CollectionWriter, KEPT};
use crate::{EncoderSource, GenerationBuilder};

/// With at most so many chunks every commit fits a fitted encoder anew.
pub(super) const REFIT_BELOW: usize = 1000;

/// What a commit is to do besides.
#[derive(Clone, Copy, Default)]
struct Extra {
    refit: bool,
    compact: bool,
}

impl CollectionWriter {
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
        // Merging may have renumbered what was built.
        let done = draft.corpus()?;
        draft.rank_documents(&done, &links, (!extra.compact).then_some(&base))?;
        draft.publish()?;
        let mut report = CommitReport::of(&draft.manifest, done.len());
        report.documents = done.document_count();
        report.refitted = refitted;
        Ok(Some(report))
    }
}

/// The chunks that are gone, for parts of the user's own; ours do not ask.
fn removed_texts<'a>(
    recipe: &GenerationBuilder,
    corpus: &'a StoredCorpus,
    removed: &BTreeSet<u32>,
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
