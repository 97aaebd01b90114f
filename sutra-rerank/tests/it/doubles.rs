//! A corpus of a few passages, signals that say what they are told, and rankings by hand.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use sutra_core::{
    ById, Candidate, ChunkId, ChunkSet, Corpus, DocId, Filter, Fusion, Hit, Metadata, Named, Query, Ranking,
    Result, Scale, ScoreKind, Search, Signal, Span, Stamp, TieOrder,
};
use sutra_rerank::{FinalHit, FinalScore};

pub(crate) const STAMP: Stamp = Stamp::new(1, 1);

/// One chunk a document; ties go by document id, which need not follow the chunk ids.
pub(crate) struct Passages {
    documents: Vec<(String, String)>,
    metadata: Metadata,
}

impl Passages {
    pub(crate) fn new(documents: &[(&str, &str)]) -> Self {
        let documents = documents.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect();
        Self { documents, metadata: Metadata::new() }
    }

    /// The candidates of these chunks, whichever way they repeat.
    pub(crate) fn pick(&self, chunks: &[u32]) -> Vec<Candidate<'_>> {
        self.candidates(&chunks.iter().map(|chunk| ChunkId::new(*chunk)).collect::<Vec<_>>()).unwrap()
    }

    /// The ids of hits over `candidates`, best first.
    pub(crate) fn order<'a>(&self, hits: &[FinalHit], candidates: &'a [Candidate<'_>]) -> Vec<&'a str> {
        hits.iter().map(|hit| &*candidates[hit.index].id).collect()
    }
}

impl TieOrder for Passages {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        self.documents[a.index()].0.cmp(&self.documents[b.index()].0)
    }
}

impl Corpus for Passages {
    fn stamp(&self) -> Stamp {
        STAMP
    }
    fn len(&self) -> usize {
        self.documents.len()
    }
    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        let candidate = |chunk: &ChunkId| {
            let (id, text) = &self.documents[chunk.index()];
            let document = DocId::new(chunk.get());
            Candidate::new(*chunk, document, id.as_str(), text.as_str(), Span::whole(text), &self.metadata)
        };
        Ok(ids.iter().map(candidate).collect())
    }
    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        let find = |id: &&str| self.documents.iter().position(|document| document.0 == **id);
        Ok(ids.iter().map(|id| find(id).map(|place| DocId::new(place as u32))).collect())
    }
    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        Ok(vec![ChunkId::new(document.get())])
    }
    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        Ok(vec![Cow::Borrowed(""); places.len()])
    }
    fn resolve(&self, _: &Filter) -> Result<ChunkSet> {
        Ok(ChunkSet::all(STAMP, self.len()))
    }
    fn matches(&self, _: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        Ok(vec![true; ids.len()])
    }
}

/// Says of the candidate of chunk `c` what stands at `values[c]`, on a scale it is told.
#[derive(Clone)]
pub(crate) struct Told {
    pub(crate) kind: ScoreKind,
    pub(crate) scale: Scale,
    pub(crate) values: Vec<Option<f32>>,
}

impl Told {
    pub(crate) fn new(kind: ScoreKind, values: &[f32]) -> Self {
        Self { kind, scale: Scale::new(kind), values: values.iter().copied().map(Some).collect() }
    }
}

impl Signal for Told {
    fn kind(&self) -> ScoreKind {
        self.kind
    }
    fn score(&self, _: &Search<'_>, candidates: &[Candidate<'_>], out: &mut [Option<f32>]) -> Result<Scale> {
        for (candidate, out) in candidates.iter().zip(out) {
            *out = self.values[candidate.chunk.index()];
        }
        Ok(self.scale)
    }
}

/// A final score of one signal called `rerank` with weight 1.
pub(crate) fn only(signal: impl Signal + 'static) -> FinalScore {
    FinalScore::builder().signal("rerank", Arc::new(signal), 1.0).build().unwrap()
}

pub(crate) fn score(
    final_score: &FinalScore,
    corpus: &Passages,
    candidates: &[Candidate<'_>],
) -> Result<Vec<FinalHit>> {
    final_score.score(&Search::new(&Query::new("q"), corpus), candidates)
}

pub(crate) fn ranking(kind: ScoreKind, hits: &[(u32, f32)]) -> Ranking {
    let hits = hits.iter().map(|(chunk, score)| Hit { chunk: ChunkId::new(*chunk), score: *score }).collect();
    Ranking::new(STAMP, Scale::new(kind), hits, true, &ById).unwrap()
}

/// Fuses rankings named `a`, `b` and so on, ties by chunk id.
pub(crate) fn fuse(fusion: &dyn Fusion, rankings: &[Ranking], k: usize) -> Result<Ranking> {
    let names = ["a", "b", "c", "d"];
    let named: Vec<Named<'_>> =
        rankings.iter().zip(names).map(|(ranking, name)| Named { name, ranking }).collect();
    fusion.fuse(&named, &ById, k)
}

/// Asserts chunks and scores of a ranking, best first.
pub(crate) fn assert_ranking(found: &Ranking, expected: &[(u32, f32)]) {
    let shown: Vec<(u32, f32)> = found.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect();
    assert_eq!(shown.len(), expected.len(), "{shown:?} for {expected:?}");
    for (found, expected) in shown.iter().zip(expected) {
        let close = (found.1 - expected.1).abs() <= 1e-6 * expected.1.abs().max(1.0);
        assert!(found.0 == expected.0 && close, "{shown:?} for {expected:?}");
    }
}
