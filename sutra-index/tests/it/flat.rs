//! The exact dense index: what it answers, and that this follows from the definition.

use std::sync::Arc;

use proptest::prelude::*;
use sutra_core::{
    Cancel, CancelFlag, ChunkId, Embeddings, Encoding, ErrorKind, Filter, Filtering, Fingerprint, Metric,
    Query, Retriever, ScoreKind, Search, Signal, Stamp, VectorIndex,
};
use sutra_index::FlatIndex;

use crate::flat_support::{METRICS, Numbers, STAMP, encoder, find, hits, index, search, signal, vector};

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
