//! The exact dense index: its laws, and past bugs of others by case id.

#![allow(clippy::unwrap_used)] // helpers of tests

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use proptest::prelude::*;
use sutra_core::{
    Cancel, CancelFlag, Candidate, ChunkId, ChunkSet, Corpus, DocId, Embeddings, Encoding, ErrorKind, Filter,
    Filtering, Fingerprint, Metadata, Metric, Query, Ranking, Result, Retriever, ScoreKind, Search, Signal,
    Span, Stamp, TieOrder, Value, VectorIndex,
};
use sutra_index::FlatIndex;

const STAMP: Stamp = Stamp::new(7, 1);
const METRICS: [Metric; 3] = [Metric::Cosine, Metric::InnerProduct, Metric::L2];

fn encoder() -> Fingerprint {
    Fingerprint::new("test")
}

/// Chunks whose metadata holds their number, with ties by ascending or by descending id.
struct Numbers {
    chunks: Vec<Metadata>,
    descending: bool,
}

impl Numbers {
    fn new(count: usize) -> Self {
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

fn index(metric: Metric, dim: usize, values: &[f32]) -> FlatIndex {
    FlatIndex::new(STAMP, encoder(), metric, Embeddings::new(dim, values.to_vec()).unwrap()).unwrap()
}

fn vector(values: &[f32]) -> Encoding {
    Encoding::Vector(values.to_vec())
}

/// The ranking of `encoding` among all of `index`.
fn find(index: &FlatIndex, query: &Query, encoding: Encoding, k: usize) -> Result<Ranking> {
    let corpus = Numbers::new(index.len());
    index.retrieve(&Search::new(query, &corpus).with_encoding(encoder(), encoding)?, k)
}

fn hits(ranking: &Ranking) -> Vec<(u32, f32)> {
    ranking.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect()
}

fn search(index: &FlatIndex, query: &[f32], k: usize) -> Vec<(u32, f32)> {
    hits(&find(index, &Query::new(""), vector(query), k).unwrap())
}

fn signal(index: &FlatIndex, encoding: Encoding, chunks: usize) -> Vec<Option<f32>> {
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
fn noise(count: usize) -> Vec<f32> {
    let mut state = 0x9E37_79B9_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as f32 / u32::MAX as f32 * 2.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn dense_001_nan_is_refused_stored_and_asked() {
    let stored = Embeddings::new(2, vec![1.0, 0.0, f32::NAN, 1.0, 0.0, 1.0]).unwrap_err();
    assert_eq!(stored.kind(), ErrorKind::NonFinite);
    assert!(stored.to_string().contains("row 1 field 0"), "{stored}");
    let index = index(Metric::L2, 2, &[1.0, 0.0, 0.0, 1.0]);
    assert_eq!(search(&index, &[0.0, 1.0], 3).len(), 2);
    let asked = find(&index, &Query::new(""), vector(&[f32::NAN, 0.0]), 3).unwrap_err();
    assert_eq!(asked.kind(), ErrorKind::NonFinite);
}

#[test]
fn dense_002_zero_vectors_score_exactly_zero() {
    let index = index(Metric::Cosine, 2, &[0.0, 0.0, 1.0, 0.0, -1.0, 0.0]);
    assert_eq!(search(&index, &[1.0, 0.0], 3), [(1, 1.0), (0, 0.0), (2, -1.0)]);
    assert_eq!(search(&index, &[0.0, 0.0], 3), [(0, 0.0), (1, 0.0), (2, 0.0)]);
}

#[test]
fn dense_004_an_empty_index_finds_nothing_in_any_batch() {
    let index = FlatIndex::new(STAMP, encoder(), Metric::L2, Embeddings::empty(3)).unwrap();
    assert!(index.is_empty());
    let (corpus, query) = (Numbers::new(0), Query::new(""));
    for size in [1, 19, 20, 100] {
        let one = || Search::new(&query, &corpus).with_encoding(encoder(), vector(&[1.0, 0.0, 0.0]));
        let searches: Vec<_> = (0..size).map(|_| one().unwrap()).collect();
        let rankings = index.retrieve_batch(&searches, 5).unwrap();
        assert_eq!(rankings.len(), size);
        assert!(rankings.iter().all(|ranking| ranking.is_empty() && ranking.is_exhausted()));
    }
}

#[test]
fn dense_015_no_filter_empty_filter_and_full_filter_differ() {
    let index = index(Metric::Cosine, 4, &noise(400));
    let asked = vector(&[1.0, 0.5, -0.5, 0.1]);
    let find = |query: &Query| find(&index, query, asked.clone(), 5).unwrap();
    let none = find(&Query::new(""));
    assert_eq!(none.len(), 5);
    let nothing = find(&Query::new("").with_filter(Filter::exists("missing")));
    assert!(nothing.is_empty() && nothing.is_exhausted());
    assert_eq!(find(&Query::new("").with_filter(Filter::exists("n"))), none);
}

#[test]
fn dense_019_smaller_k_is_a_prefix() {
    let index = index(Metric::Cosine, 8, &noise(8 * 500));
    let query = noise(8 * 3);
    let long = search(&index, &query[16..], 13);
    assert_eq!(search(&index, &query[16..], 5), long[..5]);
    assert_eq!(search(&index, &query[16..], 13), long);
}

#[test]
fn dense_020_cosine_stays_within_one_and_inner_product_is_not_clamped() {
    let values = noise(128 * 2000);
    let cosine = index(Metric::Cosine, 128, &values);
    for row in values.chunks_exact(128).step_by(7) {
        let best = search(&cosine, row, 1)[0].1;
        assert!((0.999_999..=1.0).contains(&best), "{best}");
    }
    let inner = index(Metric::InnerProduct, 2, &[3.0, 4.0]);
    assert_eq!(search(&inner, &[3.0, 4.0], 1), [(0, 25.0)]);
}

#[test]
fn dense_022_a_wrong_dimension_is_named() {
    let added = Embeddings::new(4, vec![1.0; 3]).unwrap_err();
    assert_eq!(added.kind(), ErrorKind::Dimension);
    assert!(added.to_string().contains('4') && added.to_string().contains('3'), "{added}");
    let index = index(Metric::Cosine, 4, &[1.0; 4]);
    let asked = find(&index, &Query::new(""), vector(&[1.0; 5]), 1).unwrap_err();
    assert_eq!(asked.kind(), ErrorKind::Dimension);
    assert!(asked.to_string().contains("expected dimension 4, found 5"), "{asked}");
    assert_eq!(search(&index, &[1.0; 4], 1).len(), 1);
}

#[test]
fn dense_024_each_metric_has_its_own_order() {
    let values = [0.9, 0.1, 5.0, 5.0];
    let search = |metric| search(&index(metric, 2, &values), &[1.0, 0.0], 2);
    let cosine = search(Metric::Cosine);
    assert_eq!([cosine[0].0, cosine[1].0], [0, 1]);
    assert!(
        (cosine[0].1 - 0.993_883_7).abs() < 1e-6
            && (cosine[1].1 - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6
    );
    assert_eq!(search(Metric::InnerProduct), [(1, 5.0), (0, 0.9)]);
    assert_eq!(search(Metric::L2)[0].0, 0);
}

#[test]
fn dense_025_pages_of_a_filtered_search_have_no_gaps() {
    let index = index(Metric::L2, 8, &noise(8 * 1000));
    let query = Query::new("").with_filter(Filter::at_least("n", 900.0));
    let page = |k| hits(&find(&index, &query, vector(&noise(8)), k).unwrap());
    let whole = page(30);
    assert_eq!(whole.len(), 30);
    let pages: Vec<_> = [0, 10, 20].into_iter().flat_map(|at| page(at + 10).split_off(at)).collect();
    assert_eq!(pages, whole);
}

#[test]
fn exhausted_says_whether_more_would_be_found() {
    let index = index(Metric::L2, 1, &[0.0, 1.0, 2.0]);
    let exhausted = |query: &Query, k| find(&index, query, vector(&[0.0]), k).unwrap().is_exhausted();
    let all = Query::new("");
    assert_eq!([0, 2, 3, usize::MAX].map(|k| exhausted(&all, k)), [false, false, true, true]);
    let two = Query::new("").with_filter(Filter::at_least("n", 1.0));
    assert_eq!([0, 1, 2, 3].map(|k| exhausted(&two, k)), [false, false, true, true]);
    let none = Query::new("").with_filter(Filter::at_least("n", 9.0));
    assert!(exhausted(&none, 0));
}

#[test]
fn ties_go_by_the_corpus_also_where_k_cuts_them() {
    let index = index(Metric::InnerProduct, 1, &[1.0; 5]);
    let corpus = Numbers { descending: true, ..Numbers::new(5) };
    let query = Query::new("");
    let search = Search::new(&query, &corpus).with_encoding(encoder(), vector(&[1.0])).unwrap();
    assert_eq!(hits(&index.retrieve(&search, 2).unwrap()), [(4, 1.0), (3, 1.0)]);
}

#[test]
fn an_unknown_query_finds_nothing_and_is_zero_only_under_cosine() {
    for metric in METRICS {
        let index = index(metric, 2, &[1.0, 0.0, 0.0, 1.0]);
        let ranking = find(&index, &Query::new(""), Encoding::Unknown, 5).unwrap();
        assert!(ranking.is_empty() && ranking.is_exhausted());
        let zero = (metric == Metric::Cosine).then_some(0.0);
        assert_eq!(signal(&index, Encoding::Unknown, 3), [zero, zero, None], "{metric:?}");
    }
}

#[test]
fn chunks_without_a_vector_have_no_score_and_are_not_found() {
    let index = index(Metric::Cosine, 2, &[1.0, 0.0, 0.0, 1.0]);
    assert_eq!(signal(&index, vector(&[1.0, 0.0]), 3), [Some(1.0), Some(0.0), None]);
    let corpus = Numbers::new(4);
    let query = Query::new("").with_filter(Filter::at_least("n", 1.0));
    let search = Search::new(&query, &corpus).with_encoding(encoder(), vector(&[1.0, 0.0])).unwrap();
    let ranking = index.retrieve(&search, 1).unwrap();
    assert_eq!(hits(&ranking), [(1, 0.0)]);
    assert!(ranking.is_exhausted());
    let mut seen = Vec::new();
    let ids = [ChunkId::new(3), ChunkId::new(1)];
    index.vectors(&ids, &mut |position, vector| seen.push((position, vector.to_vec()))).unwrap();
    assert_eq!(seen, [(1, vec![0.0, 1.0])]);
}

#[test]
fn foreign_stamps_missing_encodings_and_cancelled_queries_are_errors() {
    let kind = |stamp, query: &Query, encode: bool| {
        let rows = Embeddings::new(1, vec![1.0]).unwrap();
        let index = FlatIndex::new(stamp, encoder(), Metric::L2, rows).unwrap();
        let corpus = Numbers::new(1);
        let name = if encode { encoder() } else { Fingerprint::new("other") };
        let search = Search::new(query, &corpus).with_encoding(name, vector(&[1.0])).unwrap();
        index.retrieve(&search, 1).unwrap_err().kind()
    };
    let query = Query::new("");
    assert_eq!(kind(Stamp::new(7, 2), &query, true), ErrorKind::ForeignStamp);
    assert_eq!(kind(STAMP, &query, false), ErrorKind::NotFound);
    let flag = CancelFlag::new();
    flag.cancel();
    assert!(flag.check().is_err());
    assert_eq!(kind(STAMP, &query.with_cancel(Arc::new(flag)), true), ErrorKind::Cancelled);
}

#[test]
fn it_says_what_it_is() {
    let kinds = [ScoreKind::Cosine, ScoreKind::InnerProduct, ScoreKind::L2];
    for (metric, kind) in METRICS.into_iter().zip(kinds) {
        let index = index(metric, 2, &[1.0, 0.0]);
        assert_eq!((index.metric(), index.kind(), index.dim()), (metric, kind, 2));
        assert_eq!((index.filtering(), Retriever::stamp(&index)), (Filtering::Pre, Some(STAMP)));
        assert_eq!(index.has_unit(), metric != Metric::InnerProduct);
    }
}

/// The score by its definition, in `f64`.
fn naive(metric: Metric, a: &[f32], b: &[f32]) -> f64 {
    let pairs = || a.iter().zip(b).map(|(x, y)| (f64::from(*x), f64::from(*y)));
    let dot: f64 = pairs().map(|(x, y)| x * y).sum();
    let norm = |v: &[f32]| v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    match metric {
        Metric::Cosine if norm(a) == 0.0 || norm(b) == 0.0 => 0.0,
        Metric::Cosine => (dot / norm(a) / norm(b)).clamp(-1.0, 1.0),
        Metric::InnerProduct => dot,
        _ => -pairs().map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt(),
    }
}

/// A dimension, some rows and a query; zero vectors and equal rows are frequent.
fn rows() -> impl Strategy<Value = (usize, Vec<f32>, Vec<f32>)> {
    (1usize..40, 0usize..40).prop_flat_map(|(dim, count)| {
        let value = || prop_oneof![Just(0.0f32), Just(1.0), -10.0f32..10.0];
        let row = move || {
            prop_oneof![
                1 => Just(vec![0.0; dim]),
                1 => Just(vec![1.0; dim]),
                6 => prop::collection::vec(value(), dim),
            ]
        };
        (Just(dim), prop::collection::vec(row(), count).prop_map(|rows| rows.concat()), row())
    })
}

proptest! {
    #[test]
    fn scores_and_order_are_those_of_the_definition((dim, values, query) in rows(), m in 0usize..3, k in 0usize..50) {
        let metric = METRICS[m];
        let index = index(metric, dim, &values);
        let found = search(&index, &query, k);
        prop_assert_eq!(found.len(), k.min(index.len()));
        let exact: Vec<f64> = values.chunks_exact(dim).map(|row| naive(metric, &query, row)).collect();
        let tolerance = if metric == Metric::Cosine { 1e-5 } else { 1e-3 };
        for pair in found.windows(2) {
            prop_assert!(pair[0].1 > pair[1].1 || pair[0].1 == pair[1].1 && pair[0].0 < pair[1].0);
        }
        for (chunk, score) in &found {
            let exact = exact[*chunk as usize];
            prop_assert!((f64::from(*score) - exact).abs() < tolerance, "{} {}", score, exact);
            if metric == Metric::Cosine {
                prop_assert!((-1.0..=1.0).contains(score));
            }
        }
        // Nothing left out is better than the worst found.
        if let Some((_, worst)) = found.last() {
            for (chunk, exact) in exact.iter().enumerate() {
                let left_out = found.iter().all(|hit| hit.0 as usize != chunk);
                prop_assert!(!left_out || *exact <= f64::from(*worst) + tolerance);
            }
        }
    }

    #[test]
    fn signal_and_filtered_search_give_the_same_bits((dim, values, query) in rows(), m in 0usize..3, from in 0u32..40) {
        let index = index(METRICS[m], dim, &values);
        let all = search(&index, &query, usize::MAX);
        let scores = signal(&index, vector(&query), index.len());
        for (chunk, score) in &all {
            prop_assert_eq!(scores[*chunk as usize].map(f32::to_bits), Some(score.to_bits()));
        }
        let filter = Query::new("").with_filter(Filter::at_least("n", f64::from(from)));
        let some = hits(&find(&index, &filter, vector(&query), usize::MAX).unwrap());
        prop_assert_eq!(some, all.into_iter().filter(|hit| hit.0 >= from).collect::<Vec<_>>());
    }

    #[test]
    fn any_finite_values_give_finite_scores(bits in prop::collection::vec(any::<f32>(), 8), m in 0usize..3) {
        let values: Vec<f32> = bits.into_iter().map(|v| if v.is_finite() { v } else { f32::MAX }).collect();
        let index = index(METRICS[m], 4, &values);
        let found = search(&index, &values[..4], 2);
        prop_assert_eq!(found.len(), 2);
    }
}
