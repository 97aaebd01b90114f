//! Maximal marginal relevance against its definition: orders made by `tests/golden/mmr.py`.

use std::sync::Arc;

use sutra_core::{
    ChunkId, Corpus, Document, ErrorKind, Fingerprint, Metric, Query, Ranking, Reranker, Result, Retriever,
    Scale, ScoreKind, Scored, Search, Stamp, VectorIndex, laws::LawCorpus,
};
use sutra_rerank::Mmr;

use crate::doubles::STAMP;

/// Vectors handed out, and nothing else.
pub(crate) struct Vectors {
    pub(crate) stamp: Stamp,
    pub(crate) rows: Vec<Option<Vec<f32>>>,
    pub(crate) encoder: Fingerprint,
}

impl Vectors {
    pub(crate) fn new(stamp: Stamp, rows: Vec<Option<Vec<f32>>>) -> Arc<Self> {
        Arc::new(Self { stamp, rows, encoder: Fingerprint::new("mine") })
    }
}

impl Retriever for Vectors {
    fn retrieve(&self, _: &Search<'_>, _: usize) -> Result<Ranking> {
        Ok(Ranking::empty(self.stamp, Scale::new(ScoreKind::Cosine)))
    }
    fn stamp(&self) -> Option<Stamp> {
        Some(self.stamp)
    }
}

impl VectorIndex for Vectors {
    fn fingerprint(&self) -> &Fingerprint {
        &self.encoder
    }
    fn metric(&self) -> Metric {
        Metric::InnerProduct
    }
    fn dim(&self) -> usize {
        self.rows.iter().flatten().map(Vec::len).next().unwrap_or(1)
    }
    fn vectors(&self, ids: &[ChunkId], each: &mut dyn FnMut(usize, &[f32])) -> Result<()> {
        for (at, id) in ids.iter().enumerate() {
            if let Some(Some(row)) = self.rows.get(id.index()) {
                each(at, row);
            }
        }
        Ok(())
    }
}

fn order(lambda: f32, limit: Option<usize>, scores: &[f32], rows: Vec<Option<Vec<f32>>>) -> Vec<usize> {
    let documents = (0..scores.len()).map(|at| Document::new(at.to_string(), "text")).collect();
    let corpus = LawCorpus::new(STAMP, documents).unwrap();
    let mut mmr = Mmr::new(Vectors::new(STAMP, rows), lambda).unwrap();
    if let Some(limit) = limit {
        mmr = mmr.with_limit(limit);
    }
    let candidates = corpus.candidates(&corpus.ids()).unwrap();
    let list: Vec<_> = candidates.iter().zip(scores).map(|(one, score)| Scored::new(one, *score)).collect();
    let query = Query::new("any");
    mmr.rerank(&Search::new(&query, &corpus), &list).unwrap()
}

#[test]
fn orders_are_those_of_the_definition() {
    let lines: Vec<_> = include_str!("../golden/mmr.txt").lines().collect();
    let mut moved = 0;
    for case in lines.chunks(3) {
        let numbers: Vec<f32> = case[0].split(' ').map(|field| field.parse().unwrap()).collect();
        let vector = |field: &str| -> Option<Vec<f32>> {
            (field != "-").then(|| field.split(',').map(|value| value.parse().unwrap()).collect())
        };
        let vectors: Vec<_> = case[1].split(' ').map(vector).collect();
        let expected: Vec<usize> = case[2].split(' ').map(|field| field.parse().unwrap()).collect();
        assert_eq!(order(numbers[0], None, &numbers[1..], vectors.clone()), expected, "{case:?}");
        // With a limit: the same first places, then what is left as it was.
        let limit = expected.len() / 2;
        let some = order(numbers[0], Some(limit), &numbers[1..], vectors);
        assert_eq!(some[..limit], expected[..limit]);
        assert!(some[limit..].is_sorted());
        moved += usize::from(!expected.is_sorted());
    }
    assert_eq!(lines.len(), 120);
    assert!(moved > 10, "{moved} of the orders are not those of the scores");
}

#[test]
fn ties_go_by_the_place_in_the_list() {
    let alike = vec![Some(vec![1.0, 0.0]); 4];
    assert_eq!(order(0.5, None, &[0.5; 4], alike), [0, 1, 2, 3]);
    assert_eq!(order(0.0, None, &[0.1, 0.9, 0.4], vec![None; 3]), [0, 1, 2]);
}

#[test]
fn a_lambda_outside_its_range_is_refused() {
    for lambda in [-0.1, 1.1, f32::NAN, f32::INFINITY] {
        let error = Mmr::new(Vectors::new(STAMP, Vec::new()), lambda).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
        assert!(error.to_string().contains(&lambda.to_string()), "{error}");
    }
}
