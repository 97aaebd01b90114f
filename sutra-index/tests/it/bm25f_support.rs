//! Chunks with fields, and a plain evaluation of BM25F over them.

use std::borrow::Cow;
use std::sync::Arc;

use sutra_core::{
    Candidate, Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Metadata, Segment,
    Span, Unwatched, Value,
};
use sutra_index::{Bm25Field, Bm25fIndex, Bm25fPart};
use sutra_text::Analyzer;

use crate::bm25_support::STAMP;

/// Title, text and tags.
#[derive(Clone, Debug)]
pub(crate) struct Fields(pub(crate) [String; 3]);

impl Fields {
    pub(crate) fn new(title: &str, text: &str, tags: &str) -> Self {
        Self([title, text, tags].map(str::to_owned))
    }

    /// The chunk of this number; each word of the tags is one of a list in the metadata.
    pub(crate) fn chunk(&self, number: u32) -> ChunkText<'_> {
        static NONE: Metadata = Metadata::new();
        let [title, text, tags] = &self.0;
        let tags: Vec<&str> = tags.split_whitespace().collect();
        let metadata = Metadata::from([("tags".to_owned(), Value::from(tags))]);
        let (chunk, document) = (ChunkId::new(number), DocId::new(number));
        let candidate = Candidate::new(chunk, document, "any", text, Span::whole(text), &NONE);
        ChunkText::of(candidate.with_title(title).with_metadata(Cow::Owned(metadata)))
    }
}

/// A part over the three fields, its terms plain words.
pub(crate) fn part() -> Bm25fPart {
    let fields = [Bm25Field::title(), Bm25Field::text(), Bm25Field::metadata("tags")];
    Bm25fPart::new(Analyzer::neutral(), fields).unwrap()
}

/// Chunks from `first` on as a segment.
pub(crate) fn segment(part: &Bm25fPart, first: u32, chunks: &[Fields]) -> MemorySegment {
    let added: Vec<_> = (first..).zip(chunks).map(|(number, fields)| fields.chunk(number)).collect();
    let mut segment = MemorySegment::new();
    part.build(&Change::new(STAMP, &added), &mut segment, &Unwatched).unwrap();
    segment
}

/// An index of all of these chunks in one segment.
pub(crate) fn index(chunks: &[Fields]) -> Bm25fIndex {
    open(&part(), &[segment(&part(), 0, chunks)], chunks.len(), &[])
}

/// An index of segments of `len` chunks together, some of which are gone.
pub(crate) fn open(part: &Bm25fPart, segments: &[MemorySegment], len: usize, gone: &[u32]) -> Bm25fIndex {
    let segments: Vec<Arc<dyn Segment>> =
        segments.iter().map(|segment| Arc::new(segment.clone()) as Arc<dyn Segment>).collect();
    let mut live = ChunkSet::all(STAMP, len);
    gone.iter().for_each(|chunk| live.remove(ChunkId::new(*chunk)));
    part.open_index(&segments, &Arc::new(live)).unwrap()
}

/// Weights and b of the three fields, and k1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) weights: [f32; 3],
    pub(crate) bs: [f32; 3],
    pub(crate) k1: f32,
}

impl Setting {
    pub(crate) fn apply(&self, mut index: Bm25fIndex) -> Bm25fIndex {
        for ((name, weight), b) in ["title", "text", "tags"].into_iter().zip(self.weights).zip(self.bs) {
            index = index.with_weight(name, weight).unwrap().with_b(name, b).unwrap();
        }
        index.with_k1(self.k1).unwrap()
    }

    /// The formula as it stands in a textbook, chunk by chunk, in f64.
    pub(crate) fn direct(&self, chunks: &[&Fields], query: &str) -> Vec<f64> {
        let words = |fields: &&Fields| -> Vec<Vec<String>> {
            fields.0.iter().map(|text| text.split_whitespace().map(str::to_owned).collect()).collect()
        };
        let chunks: Vec<_> = chunks.iter().map(words).collect();
        let n = chunks.len() as f64;
        let mean = |field: usize| chunks.iter().map(|chunk| chunk[field].len()).sum::<usize>() as f64 / n;
        let means: Vec<_> = (0..3).map(mean).collect();
        let weighted = |chunk: &[Vec<String>], term: &str| -> f64 {
            let of = |field: usize| {
                let f = chunk[field].iter().filter(|word| *word == term).count() as f64;
                let b = f64::from(self.bs[field]);
                let norm = 1.0 - b + b * chunk[field].len() as f64 / means[field];
                if f > 0.0 { f64::from(self.weights[field]) * f / norm } else { 0.0 }
            };
            (0..3).map(of).sum()
        };
        let k1 = f64::from(self.k1);
        let score = |chunk: &Vec<Vec<String>>| {
            let part = |term: &str| {
                let holding = chunks.iter().filter(|chunk| weighted(chunk, term) > 0.0).count() as f64;
                let count = weighted(chunk, term);
                let idf = (1.0 + (n - holding + 0.5) / (holding + 0.5)).ln();
                if count > 0.0 { idf * count * (k1 + 1.0) / (count + k1) } else { 0.0 }
            };
            query.split_whitespace().map(part).sum()
        };
        chunks.iter().map(score).collect()
    }
}
