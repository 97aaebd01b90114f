//! What the final score promises.

use std::sync::Arc;

use sutra_core::{CancelFlag, ErrorKind, Query, Scale, ScoreKind, Search, Signal};
use sutra_rerank::{FinalScore, FinalScoreBuilder, Mapped, Missing};

use crate::doubles::{Passages, Told, only, score};

fn with(name: &str, signal: impl Signal + 'static, weight: f32) -> FinalScoreBuilder {
    FinalScore::builder().signal(name, Arc::new(signal), weight)
}

fn unit(values: &[f32]) -> Told {
    Told::new(ScoreKind::Unit, values)
}

#[test]
fn the_parts_of_a_hit_add_up_to_its_score() {
    let corpus = Passages::new(&[("a", ""), ("b", "")]);
    let bm25 =
        Told { scale: Scale::with_max(ScoreKind::Bm25, 20.0), ..Told::new(ScoreKind::Bm25, &[5.0, 10.0]) };
    let final_score = with("rerank", unit(&[0.9, 0.1]), 0.4)
        .signal("similarity", Arc::new(Told::new(ScoreKind::Cosine, &[-0.5, 0.5])), 0.5)
        .signal("lexical", Arc::new(bm25), 0.1)
        .build()
        .unwrap();
    let candidates = corpus.pick(&[0, 1]);
    let hits = score(&final_score, &corpus, &candidates).unwrap();
    assert_eq!(corpus.order(&hits, &candidates), ["a", "b"]);
    let best = &hits[0];
    assert!((best.score - (0.36 + 0.125 + 0.025)).abs() < 1e-6, "{best:?}");
    let names: Vec<&str> = best.signals.iter().map(|part| &*part.name).collect();
    assert_eq!(names, ["rerank", "similarity", "lexical"]);
    let similarity = &best.signals[1];
    assert_eq!((similarity.raw, similarity.kind), (Some(-0.5), ScoreKind::Cosine));
    assert_eq!((similarity.unit, similarity.weight, similarity.contribution), (Some(0.25), 0.5, 0.125));
    for hit in &hits {
        let sum: f32 = hit.signals.iter().map(|part| part.contribution).sum();
        assert!((sum - hit.score).abs() < 1e-6);
    }
}

#[test]
fn equal_scores_go_by_the_corpus() {
    let corpus = Passages::new(&[("c", ""), ("a", ""), ("b", "")]);
    let candidates = corpus.pick(&[0, 1, 2]);
    let hits = score(&only(unit(&[0.5, 0.5, 0.5])), &corpus, &candidates).unwrap();
    assert_eq!(corpus.order(&hits, &candidates), ["a", "b", "c"]);
}

#[test]
fn a_missing_value_is_an_error_unless_a_constant_is_given() {
    let corpus = Passages::new(&[("a", ""), ("b", "")]);
    let gap = Told { values: vec![Some(0.2), None], ..unit(&[]) };
    let candidates = corpus.pick(&[0, 1]);
    let error = score(&only(gap.clone()), &corpus, &candidates).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let message = error.to_string();
    assert!(message.contains("\"rerank\"") && message.contains("document \"b\""), "{message}");
    let filled = with("rerank", gap, 1.0).missing("rerank", Missing::Constant(0.5)).build().unwrap();
    let hits = score(&filled, &corpus, &candidates).unwrap();
    assert_eq!(corpus.order(&hits, &candidates), ["b", "a"]);
    let part = &hits[0].signals[0];
    assert_eq!((part.raw, part.unit, part.contribution), (None, Some(0.5), 0.5));
}

#[test]
fn what_cannot_work_is_refused_when_it_is_built() {
    let refuse = |builder: FinalScoreBuilder, words: &str| {
        let error = builder.build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
        assert!(error.to_string().contains(words), "{error}");
    };
    refuse(FinalScore::builder(), "needs a signal");
    refuse(with("x", unit(&[]), 1.0).signal("x", Arc::new(unit(&[])), 1.0), "two signals are called \"x\"");
    refuse(with("x", unit(&[]), f32::NAN), "weight of \"x\" is NaN");
    refuse(with("x", unit(&[]), f32::INFINITY), "weight of \"x\" is inf");
    refuse(with("x", unit(&[]), -0.1), "weight of \"x\" is -0.1");
    refuse(with("x", unit(&[]), 0.0).signal("y", Arc::new(unit(&[])), 0.0), "sum to 0");
    refuse(with("x", unit(&[]), f32::MAX).signal("y", Arc::new(unit(&[])), f32::MAX), "sum to inf");
    for kind in [ScoreKind::InnerProduct, ScoreKind::Standardised, ScoreKind::Custom] {
        refuse(with("x", Told::new(kind, &[]), 1.0), "Mapped::new");
    }
    refuse(with("x", unit(&[]), 1.0).missing("x", Missing::Constant(1.5)), "is 1.5");
    refuse(with("x", unit(&[]), 1.0).missing("x", Missing::Constant(f32::NAN)), "is NaN");
    refuse(with("x", unit(&[]), 1.0).missing("z", Missing::Error), "no signal \"z\"");
}

#[test]
fn a_signal_that_breaks_its_contract_is_named() {
    let corpus = Passages::new(&[("a", "")]);
    let refuse = |signal: Box<dyn Signal>, words: &str| {
        let error = score(&only(signal), &corpus, &corpus.pick(&[0])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Contract);
        assert!(
            error.to_string().contains("signal \"rerank\"") && error.to_string().contains(words),
            "{error}"
        );
    };
    let other_scale = Told { scale: Scale::new(ScoreKind::Logit), ..unit(&[0.5]) };
    refuse(Box::new(other_scale), "its scale is logit where its kind is unit");
    refuse(Box::new(Told::new(ScoreKind::Bm25, &[3.0])), "has no unit score");
    refuse(Box::new(Mapped::new(unit(&[0.5]), |_, raw| Some(raw + 1.0))), "unit score 1.5");
    refuse(Box::new(Mapped::new(unit(&[0.5]), |_, _| Some(f32::NAN))), "unit score NaN");
    refuse(Box::new(Mapped::new(unit(&[0.5]), |_, _| None)), "has no unit score");
}

#[test]
fn a_map_of_ones_own_lets_an_inner_product_in() {
    let corpus = Passages::new(&[("a", ""), ("b", "")]);
    let products = Told::new(ScoreKind::InnerProduct, &[1.0, 3.0]);
    let mapped = Mapped::new(products, |_, raw| Some((raw / 4.0).clamp(0.0, 1.0)));
    let hits = score(&only(mapped), &corpus, &corpus.pick(&[0, 1])).unwrap();
    assert_eq!(hits.iter().map(|hit| (hit.index, hit.score)).collect::<Vec<_>>(), [(1, 0.75), (0, 0.25)]);
    assert_eq!(hits[0].signals[0].raw, Some(3.0));
}

#[test]
fn no_candidates_have_no_hits_and_a_cancelled_query_stops() {
    let corpus = Passages::new(&[("a", "")]);
    assert!(score(&only(unit(&[1.0])), &corpus, &[]).unwrap().is_empty());
    let flag = CancelFlag::new();
    flag.cancel();
    let query = Query::new("q").with_cancel(Arc::new(flag));
    let search = Search::new(&query, &corpus);
    let error = only(unit(&[1.0])).score(&search, &corpus.pick(&[0])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}
