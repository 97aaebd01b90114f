//! What the tests of tantivy share: a part, a collection of segments in memory, and answers as numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use sutra_core::{
    ById, Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Query, Ranking, Renumbering,
    Result, Retriever, Search, Segment, Unwatched,
};
use sutra_index::{TantivyIndex, TantivyPart};
use sutra_text::Analyzer;

use crate::bm25_support::{Plain, STAMP};

pub(crate) fn write(part: &TantivyPart, texts: &[impl AsRef<str>]) -> MemorySegment {
    let added: Vec<_> = (0..)
        .zip(texts)
        .map(|(number, text)| ChunkText::new(ChunkId::new(number), DocId::new(number), text.as_ref()))
        .collect();
    let mut segment = MemorySegment::new();
    part.build(&Change::new(STAMP, &added), &mut segment, &Unwatched).unwrap();
    segment
}

pub(crate) fn open(part: &TantivyPart, segment: MemorySegment, chunks: usize) -> Result<TantivyIndex> {
    part.open_index(&[Arc::new(segment)], &Arc::new(ChunkSet::all(STAMP, chunks)))
}

/// One segment of these texts.
pub(crate) fn index(analyzer: Analyzer, texts: &[impl AsRef<str>]) -> TantivyIndex {
    let part = TantivyPart::new(analyzer);
    open(&part, write(&part, texts), texts.len()).unwrap()
}

pub(crate) fn numbers(ranking: &Ranking) -> Vec<(u32, f32)> {
    ranking.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect()
}

/// Chunks and scores of all hits.
pub(crate) fn hits(index: &TantivyIndex, query: &str) -> Vec<(u32, f32)> {
    numbers(&index.search(query, usize::MAX, &ById).unwrap())
}

/// The chunks of all hits, ascending.
pub(crate) fn found(index: &TantivyIndex, query: &str) -> Vec<u32> {
    let mut found: Vec<_> = hits(index, query).iter().map(|hit| hit.0).collect();
    found.sort_unstable();
    found
}

pub(crate) fn find(index: &TantivyIndex, query: &Query, k: usize) -> Result<Ranking> {
    let corpus = Plain::new(index.len());
    index.retrieve(&Search::new(query, &corpus), k)
}

/// A collection in memory: a segment a commit, and the chunks that are live with their texts.
pub(crate) struct History {
    pub(crate) part: TantivyPart,
    pub(crate) segments: Vec<Arc<dyn Segment>>,
    pub(crate) live: BTreeMap<u32, String>,
    pub(crate) next: u32,
}

impl History {
    pub(crate) fn new(part: TantivyPart) -> Self {
        Self { part, segments: Vec::new(), live: BTreeMap::new(), next: 0 }
    }

    pub(crate) fn commit(&mut self, removed: &[u32], added: &[impl AsRef<str>]) {
        let text = |number: u32, text: &str| {
            ChunkText::new(ChunkId::new(number), DocId::new(number), text.to_owned())
        };
        let gone: Vec<_> =
            removed.iter().filter_map(|number| Some(text(*number, &self.live.remove(number)?))).collect();
        let new: Vec<_> =
            (self.next..).zip(added).map(|(number, added)| text(number, added.as_ref())).collect();
        let mut segment = MemorySegment::new();
        let change = Change::new(STAMP, &new).with_removed(&gone);
        self.part.build(&change, &mut segment, &Unwatched).unwrap();
        self.segments.push(Arc::new(segment));
        self.live.extend((self.next..).zip(added.iter().map(|added| added.as_ref().to_owned())));
        self.next += added.len() as u32;
    }

    pub(crate) fn live(&self) -> Arc<ChunkSet> {
        let mut set = ChunkSet::none(STAMP, self.next as usize);
        for number in self.live.keys() {
            set.insert(ChunkId::new(*number));
        }
        Arc::new(set)
    }

    /// All segments as one.
    pub(crate) fn merged(&self) -> MemorySegment {
        let mut merged = MemorySegment::new();
        let numbers = Renumbering::keep(&self.live());
        self.part.merge(&self.segments, &numbers, &mut merged, &Unwatched).unwrap();
        merged
    }

    pub(crate) fn merge(&mut self) {
        self.segments = vec![Arc::new(self.merged())];
    }

    pub(crate) fn open(&self) -> TantivyIndex {
        self.part.open_index(&self.segments, &self.live()).unwrap()
    }

    /// The answers of an index that the live chunks make at once.
    pub(crate) fn at_once(&self, query: &str) -> Vec<(u32, f32)> {
        let numbers: Vec<_> = self.live.keys().copied().collect();
        let texts: Vec<_> = self.live.values().collect();
        let index = open(&self.part, write(&self.part, &texts), texts.len()).unwrap();
        hits(&index, query).into_iter().map(|(row, score)| (numbers[row as usize], score)).collect()
    }
}
