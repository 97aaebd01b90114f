//! What a writer was given and has not committed.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use sutra_core::Result;

use super::corpus_segment::CorpusSegment;
use super::corpus_writer::{CorpusWriter, NewDocument};
use super::draft::file_name;
use super::file_table::{self, Entries};
use super::graph::name;
use super::manifest::SegmentEntry;
use crate::ChunkedDocument;
use crate::store::Store;

/// So many bytes of documents are collected before a segment is written of them.
const ROOM: usize = 64 << 20;

/// A document that waits to be written.
pub(super) struct Waiting {
    pub(super) chunked: ChunkedDocument,
    pub(super) hash: u128,
    pub(super) source: u32,
}

#[derive(Default)]
pub(super) struct Pending {
    /// By id.
    waiting: BTreeMap<String, Waiting>,
    bytes: usize,
    /// Written, and not yet named by a manifest.
    pub(super) segments: Vec<(SegmentEntry, Arc<CorpusSegment>)>,
    /// The names of all documents that came in.
    ids: HashSet<u128>,
    /// The names of those that came in as they were.
    same: HashSet<u128>,
    /// Documents that are gone, of which no written segment says so yet.
    removed: BTreeSet<u32>,
    /// All documents of the generation before that are gone.
    pub(super) all_removed: BTreeSet<u32>,
    /// What became of files.
    pub(super) files: Entries,
    /// Files of which nothing changed but what is known of their times: no reason for a commit of its own.
    pub(super) times: Entries,
    pub(super) counts: Counts,
    /// The sources whose files were looked at.
    pub(super) synced: BTreeSet<u32>,
    /// How many file names were used.
    pub(super) used: u32,
}

/// Documents by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) added: usize,
    pub(super) updated: usize,
    pub(super) removed: usize,
    pub(super) unchanged: usize,
}

impl Pending {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
            && self.segments.is_empty()
            && self.removed.is_empty()
            && self.files.is_empty()
    }

    /// Forgets all that came in; names of files that were used stay used.
    pub(super) fn forget(&mut self) {
        *self = Self { used: self.used, ..Self::default() };
    }

    /// Whether a document of this id came in.
    pub(super) fn has(&self, id: &str) -> bool {
        self.ids.contains(&name(id)) || self.same.contains(&name(id))
    }

    /// A document came in as it was.
    pub(super) fn keep(&mut self, id: &str) {
        self.same.insert(name(id));
        self.counts.unchanged += 1;
    }

    pub(super) fn push(&mut self, document: Waiting) {
        let content = document.chunked.document();
        self.bytes += content.text.len() + content.title.len() + 64 * (1 + document.chunked.pieces().len());
        self.ids.insert(name(&content.id));
        self.waiting.insert(content.id.clone(), document);
    }

    /// Whether so much waits that it is to be written.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= ROOM
    }

    /// Takes back a document that came in; says whether one did.
    pub(super) fn take_back(&mut self, id: &str) -> Result<bool> {
        if !self.ids.remove(&name(id)) {
            return Ok(false);
        }
        if self.waiting.remove(id).is_some() {
            return Ok(true);
        }
        for (entry, segment) in &self.segments {
            if let Some(document) = segment.find(id)? {
                self.removed.insert(entry.numbers.first_document + document);
            }
        }
        Ok(true)
    }

    /// A document of the generation before is gone.
    pub(super) fn remove(&mut self, document: u32) {
        self.removed.insert(document);
        self.all_removed.insert(document);
    }

    /// Writes a segment of all that waits. `next` are the numbers that follow those of the generation before.
    pub(super) fn flush(
        &mut self,
        store: &dyn Store,
        generation: u64,
        parts: usize,
        next: (u32, u32),
    ) -> Result<()> {
        let next = self
            .segments
            .last()
            .map_or(next, |(entry, _)| super::manifest::next_of(std::slice::from_ref(entry)));
        self.used += 1;
        let mut writer = CorpusWriter::create(store, file_name("corpus", generation, self.used))?;
        for Waiting { chunked, hash, source } in self.waiting.values() {
            let (document, pieces) = (chunked.document(), chunked.pieces());
            writer.add(&NewDocument { document, pieces, hash: *hash, source: *source })?;
        }
        let removed: Vec<u32> = self.removed.iter().copied().collect();
        self.files.append(&mut self.times);
        let files = file_table::to_bytes(&self.files);
        let (file, numbers) = writer.finish(next.0, next.1, &removed, &files)?;
        let segment = Arc::new(CorpusSegment::open(store, &file, numbers)?);
        self.segments.push((SegmentEntry { numbers, corpus: file, parts: vec![None; parts] }, segment));
        self.waiting.clear();
        self.removed.clear();
        self.files.clear();
        self.bytes = 0;
        Ok(())
    }

    /// Whether anything waits to be written.
    pub(super) fn waits(&self) -> bool {
        !(self.waiting.is_empty() && self.removed.is_empty() && self.files.is_empty())
    }
}
