//! A corpus that came in over several commits, and what a part makes of it.

use std::sync::Arc;

use super::super::LawCorpus;
use super::Subject;
use crate::{
    Change, ChunkId, ChunkSet, ChunkText, Corpus, DocId, Document, Embeddings, Feed, MemorySegment, Observer,
    Result, Segment, SegmentSink, Stamp, Unwatched,
};

/// Passages, in the order in which they came in. Ids are out of order, some texts are equal, and what is deleted
/// holds the words of the queries.
const PASSAGES: [(&str, &str); 14] = [
    ("n", "The oak is a tall tree in the forest."),
    ("c", "Oak oak oak: every tall oak of the river forest."),
    ("x", "The river runs to the sea."),
    ("b", "Tall river oaks, tall river walls."),
    ("e", "Stone walls keep the sea out."),
    ("a", "The oak is a tall tree in the forest."),
    ("q", "Bread rises in a warm oven."),
    ("f", "A tall wall of stone by the river."),
    ("y", ""),
    ("d", "The river runs to the sea."),
    ("h", "Sea and river, river and sea, and the forest between the tall walls."),
    ("g", "The oak is a tall tree in the forest."),
    ("k", "An oven of stone, and bread in it."),
    ("j", "Every tall oak of the river forest."),
];

pub(super) const QUERIES: [&str; 4] = ["tall oak", "river sea", "stone oven bread forest", "zebra"];

/// What each commit adds and removes.
type Commit = (std::ops::Range<u32>, &'static [u32]);

const COMMITS: [Commit; 3] = [(0..5, &[]), (5..10, &[1, 3]), (10..14, &[6, 10])];

/// What no commit removed.
pub(super) const LIVE: [u32; 10] = [0, 2, 4, 5, 7, 8, 9, 11, 12, 13];

pub(super) const STAMP: Stamp = Stamp::new(11, 9);

pub(super) struct History {
    pub(super) corpus: LawCorpus,
}

/// A result for a law.
pub(super) fn text<T>(result: Result<T>) -> std::result::Result<T, String> {
    result.map_err(|error| error.to_string())
}

impl History {
    pub(super) fn new() -> Result<Self> {
        // An empty passage is a chunk too, so each document has a title that no passage shows.
        let documents = PASSAGES.map(|(id, passage)| Document::new(id, passage).with_title("-"));
        Ok(Self { corpus: LawCorpus::new(STAMP, documents.into())? })
    }

    /// Every chunk there ever was.
    pub(super) fn all(&self) -> Arc<ChunkSet> {
        Arc::new(ChunkSet::all(STAMP, self.corpus.len()))
    }

    /// These chunks alone.
    pub(super) fn only(&self, chunks: &[u32]) -> Arc<ChunkSet> {
        let mut set = ChunkSet::none(STAMP, self.corpus.len());
        for &chunk in chunks {
            set.insert(ChunkId::new(chunk));
        }
        Arc::new(set)
    }

    /// The segment of commit `number`.
    pub(super) fn commit(
        &self,
        subject: &Subject<'_>,
        number: usize,
    ) -> std::result::Result<MemorySegment, String> {
        let mut segment = MemorySegment::new();
        text(self.build_into(subject, number, &mut segment, &Unwatched))?;
        Ok(segment)
    }

    /// The segments of all commits.
    pub(super) fn commits(
        &self,
        subject: &Subject<'_>,
    ) -> std::result::Result<Vec<Arc<dyn Segment>>, String> {
        (0..COMMITS.len()).map(|number| Ok(Arc::new(self.commit(subject, number)?) as _)).collect()
    }

    pub(super) fn build_into(
        &self,
        subject: &Subject<'_>,
        number: usize,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()> {
        let (added, _) = &COMMITS[number];
        let vectors = vectors(subject, &added.clone().collect::<Vec<_>>())?;
        self.build_with(subject, number, vectors.as_ref(), out, watch)
    }

    pub(super) fn build_with(
        &self,
        subject: &Subject<'_>,
        number: usize,
        vectors: Option<&Embeddings>,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()> {
        let (added, removed) = &COMMITS[number];
        let (added, removed): (Vec<_>, Vec<_>) =
            (added.clone().map(chunk).collect(), removed.iter().copied().map(chunk).collect());
        let stamp = Stamp::new(STAMP.corpus(), number as u64);
        let mut change = Change::new(stamp, &added).with_removed(&removed);
        if let (Some(vectors), Some((encoder, _))) = (vectors, &subject.space) {
            change = change.with_vectors(vectors, encoder);
        }
        subject.part.build(&change, out, watch)
    }

    /// One segment of these chunks, written in one commit.
    pub(super) fn at_once(
        &self,
        subject: &Subject<'_>,
        chunks: &[u32],
    ) -> std::result::Result<Arc<dyn Segment>, String> {
        Ok(Arc::new(self.numbered(subject, chunks, chunks.iter().copied())?))
    }

    /// One segment of these chunks, written in one commit that numbers them in this order.
    pub(super) fn renumbered(
        &self,
        subject: &Subject<'_>,
        chunks: &[u32],
    ) -> std::result::Result<MemorySegment, String> {
        self.numbered(subject, chunks, 0..)
    }

    fn numbered(
        &self,
        subject: &Subject<'_>,
        chunks: &[u32],
        numbers: impl Iterator<Item = u32>,
    ) -> std::result::Result<MemorySegment, String> {
        let numbered = |(&old, new): (&u32, u32)| {
            ChunkText::new(ChunkId::new(new), DocId::new(new), PASSAGES[old as usize].1)
        };
        let added: Vec<_> = chunks.iter().zip(numbers).map(numbered).collect();
        let vectors = text(vectors(subject, chunks))?;
        let mut change = Change::new(STAMP, &added);
        if let (Some(vectors), Some((encoder, _))) = (&vectors, &subject.space) {
            change = change.with_vectors(vectors, encoder);
        }
        let mut segment = MemorySegment::new();
        text(subject.part.build(&change, &mut segment, &Unwatched))?;
        Ok(segment)
    }

    /// The user's id of a chunk's document.
    pub(super) fn id(&self, chunk: u32) -> &'static str {
        PASSAGES[chunk as usize].0
    }
}

fn chunk(number: u32) -> ChunkText<'static> {
    ChunkText::new(ChunkId::new(number), DocId::new(number), PASSAGES[number as usize].1)
}

/// The vectors of these chunks, where the part wants any.
fn vectors(subject: &Subject<'_>, chunks: &[u32]) -> Result<Option<Embeddings>> {
    if subject.part.feed() != Feed::Vectors {
        return Ok(None);
    }
    let dim = subject.space().map_or(1, |(_, dim)| dim.max(1));
    let values = chunks.iter().flat_map(|&chunk| embed(PASSAGES[chunk as usize].1, dim)).collect();
    Embeddings::new(dim, values).map(Some)
}

/// Counts words in `dim` places: enough of an encoder to tell passages apart.
pub(super) fn embed(text: &str, dim: usize) -> Vec<f32> {
    let mut vector = vec![0.0; dim];
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let hash = word.bytes().fold(7_usize, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(usize::from(byte.to_ascii_lowercase()))
        });
        vector[hash % dim] += 1.0;
    }
    vector
}
