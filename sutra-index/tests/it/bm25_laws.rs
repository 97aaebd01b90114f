//! What BM25 promises as a retriever and as a signal.

use std::sync::Arc;

use sutra_core::{
    Cancel, CancelFlag, ChunkId, Corpus, ErrorKind, Filter, Filtering, Query, Retriever, ScoreKind, Search,
    Signal, Stamp,
};
use sutra_index::{Bm25Index, Bm25Params, Bm25Variant};
use sutra_text::Analyzer;

use crate::bm25_support::{Plain, STAMP, build, find, hits};

/// Many chunks, several windows of them, with many equal scores.
fn many() -> Bm25Index {
    let words = ["oak", "elm", "ash", "fir", "yew", "tall", "old"];
    let texts: Vec<_> = (0..20_000_usize)
        .map(|n| (0..n % 5).map(|i| words[(n * 7 + i * i * 3) % 7]).collect::<Vec<_>>().join(" "))
        .collect();
    build(Analyzer::neutral(), &texts)
}

#[test]
fn smaller_k_is_a_prefix_also_where_it_cuts_a_tie() {
    let index = many();
    for descending in [false, true] {
        let corpus = Plain { descending, ..Plain::new(index.len()) };
        let query = Query::new("tall oak");
        let search = Search::new(&query, &corpus);
        let all = index.retrieve(&search, usize::MAX).unwrap();
        assert!(all.len() > 5_000 && all.is_exhausted());
        assert!(all.hits().windows(2).all(|pair| pair[0].score >= pair[1].score));
        for k in [0, 1, 2, 10, 63, 64, 65, 100, 1_000, all.len() - 1, all.len(), all.len() + 1] {
            let some = index.retrieve(&search, k).unwrap();
            assert_eq!(some.hits(), &all.hits()[..k.min(all.len())], "k = {k}, descending = {descending}");
            assert_eq!(some.is_exhausted(), k >= all.len(), "k = {k}");
        }
    }
}

#[test]
fn signal_gives_the_same_bits_as_the_ranking() {
    let index = many();
    let corpus = Plain::new(index.len() + 1);
    let query = Query::new("tall oak oak yew unknown");
    let search = Search::new(&query, &corpus);
    let candidates = corpus.all();
    let mut out = vec![None; candidates.len()];
    let scale = index.score(&search, &candidates, &mut out).unwrap();
    let ranking = index.retrieve(&search, usize::MAX).unwrap();
    assert_eq!((scale, scale.kind()), (ranking.scale(), ScoreKind::Bm25));
    assert_eq!(out[index.len()], None, "a chunk that the index does not have");
    let mut expected = vec![Some(0.0); index.len()];
    for hit in ranking.hits() {
        expected[hit.chunk.index()] = Some(hit.score);
        assert!(hit.score > 0.0 && hit.score <= scale.max().unwrap());
    }
    assert_eq!(out[..index.len()], expected);
    assert!(expected.contains(&Some(0.0)), "some candidates match nothing");
}

#[test]
fn a_filter_is_applied_inside() {
    let index = many();
    let plain = find(&index, &Query::new("tall oak"), usize::MAX).unwrap();
    let filter = Filter::at_least("n", 9_000.0).and(Filter::at_most("n", 9_100.0)).or(Filter::eq("n", 304.0));
    let corpus = Plain::new(index.len());
    let allowed = corpus.resolve(&filter).unwrap();
    let query = Query::new("tall oak").with_filter(filter);
    let passing: Vec<_> = plain.hits().iter().filter(|hit| allowed.contains(hit.chunk)).copied().collect();
    assert!(passing.len() > 20);
    let ranking = find(&index, &query, usize::MAX).unwrap();
    assert_eq!(ranking.hits(), passing, "the scores are those without the filter");
    assert!(ranking.is_exhausted());
    let ranking = find(&index, &query, 20).unwrap();
    assert_eq!((ranking.hits(), ranking.is_exhausted()), (&passing[..20], false));
    let nothing = Query::new("tall oak").with_filter(Filter::eq("n", -1.0));
    assert!(find(&index, &nothing, 10).unwrap().is_empty(), "an empty set lets nothing through");
    assert_eq!(index.filtering(), Filtering::Pre);
}

#[test]
fn another_generation_is_refused() {
    let index = build(Analyzer::english(), &["oak"]);
    let corpus = Plain { stamp: Stamp::new(3, 5), ..Plain::new(1) };
    let query = Query::new("oak");
    let search = Search::new(&query, &corpus);
    assert_eq!(index.retrieve(&search, 1).unwrap_err().kind(), ErrorKind::ForeignStamp);
    let error = index.score(&search, &corpus.all(), &mut [None]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignStamp);
    assert_eq!(Retriever::stamp(&index), Some(STAMP));
}

#[test]
fn a_cancelled_query_stops() {
    let (index, flag) = (many(), CancelFlag::new());
    let query = Query::new("oak").with_cancel(Arc::new(flag.clone()));
    assert!(find(&index, &query, 1).is_ok());
    flag.cancel();
    assert_eq!(find(&index, &query, 1).unwrap_err().kind(), ErrorKind::Cancelled);
}

#[test]
fn a_query_is_watched_on_the_way() {
    struct Budget(std::sync::atomic::AtomicI32);
    impl Cancel for Budget {
        fn check(&self) -> sutra_core::Result<()> {
            let left = self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
            if left > 0 { Ok(()) } else { Err(sutra_core::Error::cancelled()) }
        }
    }
    let query = |checks: i32| Query::new("oak").with_cancel(Arc::new(Budget(checks.into())));
    let index = many();
    assert!(find(&index, &query(2), 1).is_err());
    assert!(find(&index, &query(100), 1).is_ok());
}

#[test]
fn repeated_query_terms_count_with_multiplicity() {
    let index = build(Analyzer::english(), &["oak elm", "elm", "ash"]);
    let (once, twice) = (hits(&index, "oak elm"), hits(&index, "oaks elm Oak"));
    let oak = hits(&index, "oak");
    assert_eq!(oak.len(), 1);
    assert!((twice[0].1 - once[0].1 - oak[0].1).abs() < 1e-6);
    assert_eq!(twice[1], once[1]);
}

#[test]
fn chunks_come_once_and_in_order() {
    let mut builder = Bm25Index::builder(Analyzer::english());
    builder.add(ChunkId::new(0), "oak").unwrap();
    builder.add(ChunkId::new(1), "elm").unwrap();
    assert_eq!(builder.add(ChunkId::new(0), "ash").unwrap_err().kind(), ErrorKind::Duplicate);
    let error = builder.add(ChunkId::new(5), "ash").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    assert!(error.to_string().contains("chunk 5") && error.to_string().contains("chunk 2"));
    let index = builder.finish(STAMP).unwrap();
    assert_eq!(
        (index.len(), index.vocabulary_len().unwrap(), index.document_frequency("ash").unwrap()),
        (2, 2, 0)
    );
    assert_eq!((index.document_frequency("Oaks").unwrap(), index.document_frequency("the").unwrap()), (1, 0));
}

#[test]
fn parameters_are_checked_and_free_after_building() {
    for (k1, b, name) in [
        (f32::NAN, 0.5, "k1"),
        (f32::INFINITY, 0.5, "k1"),
        (-0.1, 0.5, "k1"),
        (1.0, f32::NAN, "b of"),
        (1.0, -0.1, "b of"),
        (1.0, 1.1, "b of"),
    ] {
        let error = Bm25Params::new(k1, b).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
        assert!(error.to_string().contains(name), "{error}");
    }
    for delta in [f32::NAN, -0.5, f32::INFINITY] {
        let error = Bm25Params::default().with_variant(Bm25Variant::Plus { delta }).unwrap_err();
        assert!(error.to_string().contains("delta"), "{error}");
    }
    let texts = ["oak oak elm", "oak", "elm ash fir yew"];
    let params = Bm25Params::new(0.5, 0.1).unwrap();
    let mut builder = Bm25Index::builder(Analyzer::english()).with_params(params);
    for (chunk, text) in (0..).zip(texts) {
        builder.add(ChunkId::new(chunk), text).unwrap();
    }
    let (before, after) =
        (builder.finish(STAMP).unwrap(), build(Analyzer::english(), &texts).with_params(params));
    assert_eq!(hits(&before, "oak elm"), hits(&after, "oak elm"));
    assert_ne!(hits(&before, "oak elm"), hits(&after.clone().with_params(Bm25Params::default()), "oak elm"));
    let extreme = after.with_params(Bm25Params::new(f32::MAX, 1.0).unwrap());
    let ranking = find(&extreme, &Query::new("oak elm oak"), 10).unwrap();
    assert_eq!((ranking.len(), ranking.scale().max()), (3, Some(f32::MAX)));
}

#[test]
fn chunks_without_terms_count_in_the_statistics() {
    let (with, without) = (build(Analyzer::english(), &["oak", "elm", "", "the"]), ["oak", "elm"]);
    let without = build(Analyzer::english(), &without);
    assert_eq!((with.len(), with.mean_length().unwrap(), without.mean_length().unwrap()), (4, 0.5, 1.0));
    let idf = |n: f32| (1.0 + (n - 0.5) / 1.5).ln();
    let part = 2.2 / (1.0 + 1.2 * (0.25 + 0.75 * 2.0));
    assert!((hits(&with, "oak")[0].1 - idf(4.0) * part).abs() < 1e-6);
    assert!((hits(&without, "oak")[0].1 - idf(2.0)).abs() < 1e-6);
}

#[test]
fn a_term_of_all_chunks_finds_nothing_under_atire() {
    let params = Bm25Params::default().with_variant(Bm25Variant::Atire).unwrap();
    let index = build(Analyzer::english(), &["oak elm", "oak", "oak fir"]).with_params(params);
    assert!(hits(&index, "oak").is_empty());
    assert_eq!(hits(&index, "oak elm"), hits(&index, "elm"));
}

#[test]
fn no_score_is_above_the_largest_of_its_scale() {
    let word = |n: usize| format!("w{}", n * n % 41);
    let text = |n: usize| (n % 7..40).step_by(1 + n % 5).map(word).collect::<Vec<_>>().join(" ");
    let index = build(Analyzer::neutral(), &(0..41).map(text).collect::<Vec<_>>());
    for (k1, b) in [(0.0, 0.75), (1e-30, 0.5), (1.2, 0.75)] {
        for variant in [Bm25Variant::Lucene, Bm25Variant::L { delta: 0.5 }, Bm25Variant::Plus { delta: 1.0 }]
        {
            let params = Bm25Params::new(k1, b).unwrap().with_variant(variant).unwrap();
            let index = index.clone().with_params(params);
            for (a, b) in (0..41).flat_map(|a| (0..41).map(move |b| (a, b))) {
                let query = Query::new(format!("w{a} w{b} w{b}"));
                let corpus = Plain::new(41);
                let search = Search::new(&query, &corpus);
                let ranking = index.retrieve(&search, 41).unwrap();
                let most = ranking.scale().max().unwrap();
                assert!(ranking.hits().iter().all(|hit| hit.score <= most), "{params:?} {}", query.text);
                let mut scores = vec![None; 41];
                index.score(&search, &corpus.all(), &mut scores).unwrap();
                for hit in ranking.hits() {
                    assert_eq!(scores[hit.chunk.index()], Some(hit.score));
                }
            }
        }
    }
}
