//! Merging segments: the last few of them now and then, or all of them into a compact collection.

use std::collections::BTreeMap;
use std::sync::Arc;

use sutra_core::{ChunkId, Corpus, DocId, Feed, Piece, Renumbering, Result, ResultExt, Segment};

use super::corpus::StoredCorpus;
use super::corpus_segment::CorpusSegment;
use super::corpus_writer::{CorpusWriter, NewDocument};
use super::draft::Draft;
use super::file_table;
use super::manifest::{SegmentEntry, stamp_of};
use super::pace::Pace;
use crate::store::SegmentFile;

/// So many segments of about one size are merged into one.
const FAN: usize = 8;

impl Draft<'_> {
    /// Merges the last segments while there are many of about one size: a chunk is written anew as often as its segment
    /// grows by a factor of [`FAN`], and there are at most `FAN` segments of each size.
    pub(super) fn settle_layout(&mut self) -> Result<()> {
        let tier = |chunks: u32| chunks.max(1).ilog(FAN as u32);
        loop {
            let sizes: Vec<u32> =
                self.manifest.segments.iter().map(|entry| tier(entry.numbers.chunks)).collect();
            let Some(last) = sizes.last() else { return Ok(()) };
            let alike = sizes.iter().rev().take_while(|size| *size <= last).count();
            if alike < FAN {
                return Ok(());
            }
            self.merge_from(sizes.len() - alike, false)?;
        }
    }

    /// Merges all segments into one that shows nothing of how it came to be: documents are numbered in the order of
    /// their ids, and sources in that of their names.
    pub(super) fn merge_all(&mut self) -> Result<()> {
        self.manifest.compact = true;
        let corpus = self.corpus()?;
        let files = file_table::of(corpus.segments())?;
        if corpus.document_count() == 0 && files.values().all(Option::is_none) {
            // As a collection is made.
            self.manifest.segments.clear();
            self.manifest.sources.truncate(1);
            self.segments.clear();
            (self.encoder, self.manifest.encoder) = (None, None);
            return Ok(());
        }
        self.merge_from(0, true)?;
        Ok(())
    }

    /// Merges the segments from `first` on into one, which has the numbers that they had.
    fn merge_from(&mut self, first: usize, compact: bool) -> Result<()> {
        let corpus = self.corpus()?;
        let tail: Vec<SegmentEntry> = self.manifest.segments.drain(first..).collect();
        let opened: Vec<Arc<CorpusSegment>> = self.segments.drain(first..).collect();
        let base = super::manifest::next_of(&self.manifest.segments);
        let sources = if compact { self.sort_sources(&corpus)? } else { Vec::new() };
        let order = in_order_from(&corpus, base.0)?;
        let mut numbers: Vec<(ChunkId, ChunkId)> = Vec::new();
        let mut pace = Pace::new("merge", order.len(), self.watch);
        let mut writer = CorpusWriter::create(self.store, self.file_name("corpus"))?;
        for (id, _) in &order {
            pace.advance(1)?;
            let (segment, place) = corpus.document_place(*id)?;
            let (document, mut pieces) = (corpus.document(*id)?, Vec::new());
            for chunk in segment.chunks_of(place)? {
                let stored = segment.chunk(chunk)?;
                pieces.push(Piece::new(stored.span).with_context(segment.context(stored.context)?));
                let old = ChunkId::new(segment.numbers().first_chunk + chunk);
                numbers.push((old, ChunkId::from_index(base.1 as usize + numbers.len())?));
            }
            let source = segment.source(place)?;
            let source = sources.get(source as usize).copied().unwrap_or(source);
            writer.add(&NewDocument {
                document: &document,
                pieces: &pieces,
                hash: segment.hash(place)?,
                source,
            })?;
        }
        let mut removed = Vec::new();
        for segment in &opened {
            removed.extend(segment.removed()?.into_iter().filter(|id| *id < base.0));
        }
        removed.sort_unstable();
        removed.dedup();
        let files = file_table::merge(&opened, &sources, first == 0)?;
        let (file, new) = writer.finish(base.0, base.1, &removed, &files)?;
        let segment = Arc::new(CorpusSegment::open(self.store, &file, new)?);
        self.push(SegmentEntry { numbers: new, corpus: file, parts: vec![None; self.parts.len()] }, segment);
        self.merge_parts(&corpus, &tail, &numbers)?;
        self.fresh = self.fresh.min(first);
        self.same_below = self.same_below.min(base.0);
        Ok(())
    }

    fn merge_parts(
        &mut self,
        corpus: &StoredCorpus,
        tail: &[SegmentEntry],
        pairs: &[(ChunkId, ChunkId)],
    ) -> Result<()> {
        let stamp = stamp_of(&self.manifest.segments, self.manifest.generation);
        let mut numbers = Renumbering::new(stamp, corpus.id_bound());
        pairs.iter().for_each(|(old, new)| numbers.set(*old, *new));
        for at in 0..self.parts.len() {
            let files: Option<Vec<_>> = tail.iter().map(|entry| entry.parts.get(at)?.as_ref()).collect();
            let builds = self.parts[at].part.feed() == Feed::Vectors && self.encoder.is_none();
            let Some(files) = files.filter(|_| !builds) else { continue };
            let open = |file| Ok(Arc::new(SegmentFile::open(self.store, file)?) as Arc<dyn Segment>);
            let segments = files.into_iter().map(open).collect::<Result<Vec<_>>>()?;
            let (name, part) = (self.parts[at].name.clone(), self.parts[at].part.clone());
            let file = self
                .write_part(at, &mut |out, watch| part.merge(&segments, &numbers, out, watch))
                .with_context(|| format!("merging the part {name:?}"))?;
            if let Some(entry) = self.manifest.segments.last_mut() {
                entry.parts[at] = Some(file);
            }
        }
        Ok(())
    }

    /// Sorts the names of the sources that are still in use, the caller's own first, and says what number each has now.
    fn sort_sources(&mut self, corpus: &StoredCorpus) -> Result<Vec<u32>> {
        let mut used = vec![false; self.manifest.sources.len()];
        if let Some(own) = used.first_mut() {
            *own = true;
        }
        for (document, _) in corpus.in_order()? {
            if let Some(used) = used.get_mut(corpus.source_of(document)? as usize) {
                *used = true;
            }
        }
        for source in file_table::sources(corpus.segments())? {
            if let Some(used) = used.get_mut(source as usize) {
                *used = true;
            }
        }
        let kept: BTreeMap<&str, usize> = (0..used.len())
            .skip(1)
            .filter(|at| used[*at])
            .map(|at| (self.manifest.sources[at].as_str(), at))
            .collect();
        let mut numbers = vec![0; used.len()];
        let mut sources = vec![self.manifest.sources.first().cloned().unwrap_or_default()];
        for (number, (name, old)) in (1..).zip(kept) {
            numbers[old] = number;
            sources.push(name.to_owned());
        }
        self.manifest.sources = sources;
        Ok(numbers)
    }
}

/// The documents from number `first` on that are there, in the order of their ids.
fn in_order_from(corpus: &StoredCorpus, first: u32) -> Result<Vec<(DocId, &str)>> {
    let mut all = corpus.in_order()?;
    all.retain(|(document, _)| document.get() >= first);
    Ok(all)
}
