//! A corpus of plain texts for the tests of BM25.

use std::borrow::Cow;
use std::cmp::Ordering;

use sutra_core::{
    Candidate, ChunkId, ChunkSet, Corpus, DocId, Filter, Metadata, Query, Ranking, Result, Retriever, Search,
    Span, Stamp, TieOrder, Value,
};
use sutra_index::Bm25Index;
use sutra_text::Analyzer;

pub(crate) const STAMP: Stamp = Stamp::new(3, 4);

/// Chunk `n` has the metadata `n`. Ties go by id, ascending or descending.
pub(crate) struct Plain {
    pub(crate) metadata: Vec<Metadata>,
    pub(crate) descending: bool,
    pub(crate) stamp: Stamp,
}

impl Plain {
    pub(crate) fn new(len: usize) -> Self {
        let metadata = |n: usize| Metadata::from([("n".to_owned(), Value::Number(n as f64))]);
        Self { metadata: (0..len).map(metadata).collect(), descending: false, stamp: STAMP }
    }

    pub(crate) fn all(&self) -> Vec<Candidate<'_>> {
        let ids: Vec<_> = (0..self.len() as u32).map(ChunkId::new).collect();
        self.candidates(&ids).unwrap()
    }
}

impl TieOrder for Plain {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        if self.descending { b.cmp(&a) } else { a.cmp(&b) }
    }
}

impl Corpus for Plain {
    fn stamp(&self) -> Stamp {
        self.stamp
    }
    fn len(&self) -> usize {
        self.metadata.len()
    }
    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        let candidate = |id: &ChunkId| {
            let document = DocId::new(id.get());
            Candidate::new(*id, document, id.to_string(), "", Span::whole(""), &self.metadata[id.index()])
        };
        Ok(ids.iter().map(candidate).collect())
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
        let mut set = ChunkSet::none(self.stamp, self.len());
        for (index, metadata) in self.metadata.iter().enumerate() {
            if filter.accepts(metadata) {
                set.insert(ChunkId::from_index(index)?);
            }
        }
        Ok(set)
    }
    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        Ok(ids.iter().map(|id| filter.accepts(&self.metadata[id.index()])).collect())
    }
}

pub(crate) fn build<S: AsRef<str>>(analyzer: Analyzer, texts: &[S]) -> Bm25Index {
    let mut builder = Bm25Index::builder(analyzer);
    for (index, text) in texts.iter().enumerate() {
        builder.add(ChunkId::from_index(index).unwrap(), text.as_ref()).unwrap();
    }
    builder.finish(STAMP).unwrap()
}

/// The ranking of a query with everything that a pipeline does around it.
pub(crate) fn find(index: &Bm25Index, query: &Query, k: usize) -> Result<Ranking> {
    let corpus = Plain::new(index.len());
    index.retrieve(&Search::new(query, &corpus), k)
}

/// Chunk numbers and scores of the ten best.
pub(crate) fn hits(index: &Bm25Index, query: &str) -> Vec<(u32, f32)> {
    let ranking = find(index, &Query::new(query), 10).unwrap();
    ranking.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect()
}

/// The scores of all chunks, 0 for those that are not hit.
pub(crate) fn scores(index: &Bm25Index, query: &str) -> Vec<f32> {
    let mut scores = vec![0.0; index.len()];
    for hit in find(index, &Query::new(query), index.len()).unwrap().hits() {
        scores[hit.chunk.index()] = hit.score;
    }
    scores
}
