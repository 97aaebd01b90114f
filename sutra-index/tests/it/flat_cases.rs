//! Exact dense search where others had bugs, by case id.

use sutra_core::{ChunkId, Embeddings, ErrorKind, Filter, Metric, Query, Retriever, Search};
use sutra_index::FlatIndex;

use crate::flat_support::{
    METRICS, Numbers, STAMP, encoder, find, hits, index, noise, search, signal, vector,
};

#[test]
fn dense_001_nan_is_refused_stored_and_asked() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let stored = Embeddings::new(2, vec![1.0, 0.0, bad, 1.0, 0.0, 1.0]).unwrap_err();
        assert_eq!(stored.kind(), ErrorKind::NonFinite);
        assert!(stored.to_string().contains("row 1 field 0"), "{stored}");
        // The others alone.
        for metric in METRICS {
            let index = index(metric, 2, &[1.0, 0.0, 0.0, 1.0]);
            let found = search(&index, &[0.0, 1.0], 3);
            assert_eq!(found.iter().map(|hit| hit.0).collect::<Vec<_>>(), [1, 0], "{metric:?}");
            let asked = find(&index, &Query::new(""), vector(&[bad, 0.0]), 3).unwrap_err();
            assert_eq!(asked.kind(), ErrorKind::NonFinite);
            assert!(asked.to_string().contains("field 0"), "{asked}");
        }
    }
}

#[test]
fn dense_002_zero_vectors_score_exactly_zero() {
    let index = index(Metric::Cosine, 2, &[0.0, 0.0, 1.0, 0.0, -1.0, 0.0]);
    assert_eq!(search(&index, &[1.0, 0.0], 3), [(1, 1.0), (0, 0.0), (2, -1.0)]);
    let asked = search(&index, &[0.0, 0.0], 3);
    assert_eq!(asked, [(0, 0.0), (1, 0.0), (2, 0.0)]);
    assert!(asked.iter().all(|hit| hit.1.to_bits() == 0), "not even a negative zero: {asked:?}");
    assert_eq!(signal(&index, vector(&[0.0, 0.0]), 3), [Some(0.0); 3]);
}

#[test]
fn dense_004_an_empty_index_finds_nothing_in_any_batch() {
    let (corpus, query) = (Numbers::new(0), Query::new(""));
    for (metric, size) in METRICS.into_iter().flat_map(|metric| [1, 19, 20, 100].map(|size| (metric, size))) {
        let index = FlatIndex::new(STAMP, encoder(), metric, Embeddings::empty(3)).unwrap();
        assert!(index.is_empty() && search(&index, &[1.0, 0.0, 0.0], 5).is_empty());
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
    assert_eq!(long.len(), 13);
    assert_eq!(search(&index, &query[16..], 5), long[..5]);
    assert_eq!(search(&index, &query[16..], 13), long);
    // Also where so many are wanted that all are compared exactly.
    let all = search(&index, &query[16..], 500);
    for k in [0, 1, 5, 13, 62, 63, 499, 501] {
        assert_eq!(search(&index, &query[16..], k), all[..k.min(500)], "{k}");
    }
}

#[test]
fn dense_020_cosine_stays_within_one_and_inner_product_is_not_clamped() {
    let values = noise(128 * 2000);
    let cosine = index(Metric::Cosine, 128, &values);
    let mut units = Vec::new();
    for (number, row) in (0..).zip(values.chunks_exact(128)) {
        let best = search(&cosine, row, 1)[0];
        assert_eq!(best.0, number);
        assert!((0.999_999..=1.0).contains(&best.1), "{}", best.1);
        let length = row.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
        units.extend(row.iter().map(|value| (f64::from(*value) / length) as f32));
    }
    let (query, corpus) = (Query::new(""), Numbers::new(2000));
    for number in [0, 999, 1999] {
        let asked = vector(&values[number * 128..][..128]);
        let asked = Search::new(&query, &corpus).with_encoding(encoder(), asked).unwrap();
        let same = cosine.within(&asked, 0.999_999).unwrap();
        assert_eq!(same.ids().map(ChunkId::index).collect::<Vec<_>>(), [number]);
        let opposite: Vec<f32> = values[number * 128..][..128].iter().map(|value| -value).collect();
        let worst = signal(&cosine, vector(&opposite), 2000)[number].unwrap();
        assert!((-1.0..=-0.999_999).contains(&worst), "{worst}");
    }
    // Inner products of the same vectors are not clamped: some of a vector of length 1 with itself are more than 1.
    let inner = index(Metric::InnerProduct, 128, &units);
    let own = units.chunks_exact(128).map(|row| search(&inner, row, 1)[0].1);
    assert!(own.clone().any(|score| score > 1.0) && own.clone().all(|score| (score - 1.0).abs() < 1e-6));
    let inner = index(Metric::InnerProduct, 2, &[3.0, 4.0]);
    assert_eq!(search(&inner, &[3.0, 4.0], 1), [(0, 25.0)]);
}

#[test]
fn dense_022_a_wrong_dimension_is_named() {
    let added = Embeddings::new(4, vec![1.0; 3]).unwrap_err();
    assert_eq!(added.kind(), ErrorKind::Dimension);
    assert!(added.to_string().contains('4') && added.to_string().contains('3'), "{added}");
    let index = index(Metric::Cosine, 4, &[1.0; 4]);
    let before = search(&index, &[1.0, 2.0, 3.0, 4.0], 1);
    let asked = find(&index, &Query::new(""), vector(&[1.0; 5]), 1).unwrap_err();
    assert_eq!(asked.kind(), ErrorKind::Dimension);
    assert!(asked.to_string().contains("expected dimension 4, found 5"), "{asked}");
    assert_eq!(search(&index, &[1.0, 2.0, 3.0, 4.0], 1), before);
    assert_eq!((before.len(), index.len()), (1, 1));
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
    let distances = search(Metric::L2);
    assert_eq!([distances[0].0, distances[1].0], [0, 1]);
    assert!((distances[0].1 + 0.02f32.sqrt()).abs() < 1e-6 && (distances[1].1 + 41f32.sqrt()).abs() < 1e-6);
}

#[test]
fn dense_025_pages_of_a_filtered_search_have_no_gaps() {
    let index = index(Metric::L2, 8, &noise(8 * 1000));
    let query = Query::new("").with_filter(Filter::at_least("n", 900.0));
    let page = |k| hits(&find(&index, &query, vector(&noise(8)), k).unwrap());
    let whole = page(30);
    assert_eq!(whole.len(), 30);
    assert!(whole.iter().all(|hit| hit.0 >= 900));
    let pages: Vec<_> = [0, 10, 20].into_iter().flat_map(|at| page(at + 10).split_off(at)).collect();
    assert_eq!(pages, whole);
}
