//! What the tests of the dense index share.

use std::borrow::Cow;
use std::cmp::Ordering;

use sutra_core::{
    Candidate, ChunkId, ChunkSet, Corpus, DocId, Embeddings, Encoding, Filter, Fingerprint, Metadata, Metric,
    Query, Ranking, Result, Retriever, Search, Signal, Span, Stamp, TieOrder, Value,
};
use sutra_index::FlatIndex;

pub(crate) const STAMP: Stamp = Stamp::new(7, 1);
pub(crate) const METRICS: [Metric; 3] = [Metric::Cosine, Metric::InnerProduct, Metric::L2];

pub(crate) fn encoder() -> Fingerprint {
    Fingerprint::new("test")
}

/// Chunks whose metadata holds their number, with ties by ascending or by descending id.
pub(crate) struct Numbers {
    pub(crate) chunks: Vec<Metadata>,
    pub(crate) descending: bool,
}

impl Numbers {
    pub(crate) fn new(count: usize) -> Self {
        let chunk = |n: usize| Metadata::from([("n".to_owned(), Value::Number(n as f64))]);
        Self { chunks: (0..count).map(chunk).collect(), descending: false }
    }

    fn candidate(&self, id: ChunkId) -> Candidate<'_> {
        let document = DocId::new(id.get());
        Candidate::new(id, document, id.to_string(), "", Span::whole(""), &self.chunks[id.index()])
    }
}

impl TieOrder for Numbers {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        if self.descending { b.cmp(&a) } else { a.cmp(&b) }
    }
}

impl Corpus for Numbers {
    fn stamp(&self) -> Stamp {
        STAMP
    }
    fn len(&self) -> usize {
        self.chunks.len()
    }
    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        Ok(ids.iter().map(|id| self.candidate(*id)).collect())
    }
    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        Ok(ids.iter().map(|id| id.parse().ok().map(DocId::new)).collect())
    }
    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        Ok(vec![ChunkId::new(document.get())])
    }
    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        Ok(vec![Cow::Borrowed(""); places.len()])
    }
    fn resolve(&self, filter: &Filter) -> Result<ChunkSet> {
        let mut set = ChunkSet::none(STAMP, self.len());
        for (index, metadata) in self.chunks.iter().enumerate() {
            if filter.accepts(metadata) {
                set.insert(ChunkId::from_index(index)?);
            }
        }
        Ok(set)
    }
    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        Ok(ids.iter().map(|id| filter.accepts(&self.chunks[id.index()])).collect())
    }
}

pub(crate) fn index(metric: Metric, dim: usize, values: &[f32]) -> FlatIndex {
    FlatIndex::new(STAMP, encoder(), metric, Embeddings::new(dim, values.to_vec()).unwrap()).unwrap()
}

pub(crate) fn vector(values: &[f32]) -> Encoding {
    Encoding::Vector(values.to_vec())
}

/// The ranking of `encoding` among all of `index`.
pub(crate) fn find(index: &FlatIndex, query: &Query, encoding: Encoding, k: usize) -> Result<Ranking> {
    let corpus = Numbers::new(index.len());
    index.retrieve(&Search::new(query, &corpus).with_encoding(encoder(), encoding)?, k)
}

pub(crate) fn hits(ranking: &Ranking) -> Vec<(u32, f32)> {
    ranking.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect()
}

pub(crate) fn search(index: &FlatIndex, query: &[f32], k: usize) -> Vec<(u32, f32)> {
    hits(&find(index, &Query::new(""), vector(query), k).unwrap())
}

pub(crate) fn signal(index: &FlatIndex, encoding: Encoding, chunks: usize) -> Vec<Option<f32>> {
    let corpus = Numbers::new(chunks);
    let query = Query::new("");
    let search = Search::new(&query, &corpus).with_encoding(encoder(), encoding).unwrap();
    let ids: Vec<ChunkId> = (0..chunks as u32).map(ChunkId::new).collect();
    let mut out = vec![None; chunks];
    let scale = index.score(&search, &corpus.candidates(&ids).unwrap(), &mut out).unwrap();
    assert_eq!(scale.kind(), index.kind());
    out
}

/// Values without a pattern, from -1 to 1.
pub(crate) fn noise(count: usize) -> Vec<f32> {
    let mut state = 0x9E37_79B9_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as f32 / u32::MAX as f32 * 2.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}
