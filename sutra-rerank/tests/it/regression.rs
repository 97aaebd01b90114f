//! Faults seen in other software, by case id.

use std::sync::Arc;

use sutra_core::{
    ById, Candidate, ChunkId, ErrorKind, Fusion, Hit, Ranking, Scale, ScoreKind, Signal, StageScore,
};
use sutra_rerank::{FinalScore, Rrf, WeightedMinMax, Weights};

use crate::doubles::{Passages, STAMP, Told, assert_ranking, fuse, only, ranking, score};
use crate::fusion::all;

#[test]
fn fus_002_an_id_counts_once_a_list() {
    let twice = [(1, 3.0), (1, 2.0), (2, 1.0)];
    let hits = twice.iter().map(|(chunk, score)| Hit { chunk: ChunkId::new(*chunk), score: *score });
    let refused = Ranking::new(STAMP, Scale::new(ScoreKind::Bm25), hits.collect(), true, &ById).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Duplicate, "a ranking holds a chunk once");
    let lists = [ranking(ScoreKind::Bm25, &[(1, 3.0), (2, 1.0)]), ranking(ScoreKind::Cosine, &[(2, 0.9)])];
    assert_ranking(&fuse(&Rrf::new(), &lists, 9).unwrap(), &[(2, 0.032522), (1, 0.016393)]);
}

#[test]
fn fus_003_ranks_count_from_one() {
    let list = [ranking(ScoreKind::Bm25, &[(0, 3.0), (1, 2.0), (2, 1.0)])];
    let expected = [(0, 0.016393), (1, 0.016129), (2, 0.015873)];
    assert_ranking(&fuse(&Rrf::new(), &list, 9).unwrap(), &expected);
    let without_k = Rrf::new().with_k(0.0).unwrap();
    assert_ranking(&fuse(&without_k, &list, 9).unwrap(), &[(0, 1.0), (1, 0.5), (2, 0.333333)]);
}

#[test]
fn fus_005_constant_lists_have_no_phantom_signal() {
    let alone = |hits| fuse(&WeightedMinMax::new(), &[ranking(ScoreKind::Bm25, hits)], 9).unwrap();
    assert_ranking(&alone(&[(0, 5.0)]), &[(0, 1.0)]);
    assert_ranking(&alone(&[(0, 2.0), (1, 2.0), (2, 2.0)]), &[(0, 1.0), (1, 1.0), (2, 1.0)]);
    assert_ranking(&alone(&[(0, 0.0), (1, 0.0), (2, 0.0)]), &[(0, 0.0), (1, 0.0), (2, 0.0)]);
    assert_ranking(&alone(&[]), &[]);
    for fusion in all(&Weights::default()).iter().skip(1) {
        let zeros = fuse(fusion, &[ranking(ScoreKind::Bm25, &[(0, 0.0), (1, 0.0)])], 9).unwrap();
        assert_ranking(&zeros, &[(0, 0.0), (1, 0.0)]);
        let equal = fuse(fusion, &[ranking(ScoreKind::L2, &[(0, 0.0)])], 9).unwrap();
        assert!(equal.hits()[0].score > 0.0, "a distance of 0 is the best there is");
    }
}

#[test]
fn fus_007_scales_do_not_decide() {
    let dense = ranking(ScoreKind::Cosine, &[(0, 0.91), (1, 0.85), (2, 0.4)]);
    let bm25 = ranking(ScoreKind::Bm25, &[(1, 14.2), (2, 9.1), (3, 12.0)]);
    let fusion = WeightedMinMax::new().with_weights(Weights::new([("a", 0.7), ("b", 0.3)]).unwrap());
    let expected = [(1, 0.917647), (0, 0.7), (3, 0.170588), (2, 0.0)];
    assert_ranking(&fuse(&fusion, &[dense, bm25], 9).unwrap(), &expected);
}

#[test]
fn fus_008_a_distance_is_better_the_smaller() {
    let dense = ranking(ScoreKind::L2, &[(0, -0.1), (1, -0.5), (2, -2.0)]);
    let bm25 = ranking(ScoreKind::Bm25, &[(1, 3.0), (2, 1.0)]);
    let fusion = WeightedMinMax::new().with_weights(Weights::new([("a", 0.5), ("b", 0.5)]).unwrap());
    assert_ranking(&fuse(&fusion, &[dense, bm25], 9).unwrap(), &[(1, 0.894737), (0, 0.5), (2, 0.0)]);
}

#[test]
fn fus_009_weights_and_k_that_cannot_work_are_refused() {
    for weights in [
        [("a", f32::NAN), ("b", 1.0)],
        [("a", f32::INFINITY), ("b", 1.0)],
        [("a", 1.0), ("b", -1.0)],
        [("a", 0.0), ("b", 0.0)],
        [("a", 1.0), ("a", 1.0)],
    ] {
        assert_eq!(Weights::new(weights).unwrap_err().kind(), ErrorKind::InvalidConfig, "{weights:?}");
    }
    for k in [f64::NAN, f64::INFINITY, -1.0] {
        assert_eq!(Rrf::new().with_k(k).unwrap_err().kind(), ErrorKind::InvalidConfig, "{k}");
    }
    let huge = Weights::new([("a", f32::MAX), ("b", f32::MAX)]).unwrap();
    let lists = [ranking(ScoreKind::Bm25, &[(0, 1.0)]), ranking(ScoreKind::Bm25, &[(0, 1.0)])];
    let overflow = fuse(&WeightedMinMax::new().with_weights(huge), &lists, 9).unwrap_err();
    assert_eq!(overflow.kind(), ErrorKind::NonFinite);
}

#[test]
fn fus_012_contributions_add_up() {
    let a = ranking(ScoreKind::Bm25, &[(7, 9.0), (8, 8.0), (0, 7.0)]);
    let b = ranking(ScoreKind::Cosine, &[(1, 0.9), (9, 0.8), (0, 0.7)]);
    let fused = fuse(&Rrf::new(), &[a, b], 2).unwrap();
    assert_ranking(&fused, &[(0, 0.031746), (1, 0.016393)]);
}

#[test]
fn rr_003_a_repeated_candidate_is_scored_once_and_keeps_its_text() {
    let corpus = Passages::new(&[("A", "text of A"), ("B", "text of B"), ("C", "text of C")]);
    let candidates = corpus.pick(&[0, 0, 1, 2]);
    let hits = score(&only(Told::new(ScoreKind::Unit, &[0.1, 0.9, 0.5])), &corpus, &candidates).unwrap();
    assert_eq!(corpus.order(&hits, &candidates), ["B", "C", "A"]);
    assert_eq!(hits.iter().map(|hit| hit.score).collect::<Vec<_>>(), [0.9, 0.5, 0.1]);
    assert_eq!(hits.iter().map(|hit| hit.index).collect::<Vec<_>>(), [2, 3, 0], "the first A is kept");
    for hit in hits {
        let candidate = &candidates[hit.index];
        assert_eq!(candidate.text, format!("text of {}", candidate.id));
    }
}

#[test]
fn rr_004_the_order_does_not_depend_on_the_cut() {
    let corpus = Passages::new(&[("1", ""), ("2", ""), ("3", "")]);
    let candidates = corpus.pick(&[0, 1, 2]);
    let hits = score(&only(Told::new(ScoreKind::Unit, &[0.2, 0.9, 0.5])), &corpus, &candidates).unwrap();
    for limit in [Some(3), Some(10), None] {
        let kept: Vec<_> = hits.iter().take(limit.unwrap_or(usize::MAX)).cloned().collect();
        assert_eq!(corpus.order(&kept, &candidates), ["2", "3", "1"]);
    }
}

#[test]
fn rr_007_a_score_that_is_no_number_is_an_error_naming_the_item() {
    let corpus = Passages::new(&[("w", ""), ("x", ""), ("y", ""), ("z", "")]);
    for wrong in [f32::NAN, f32::NEG_INFINITY, f32::INFINITY] {
        let signal = Told::new(ScoreKind::Logit, &[0.3, 0.5, 0.8, wrong]);
        let error = score(&only(signal), &corpus, &corpus.pick(&[0, 1, 2, 3])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NonFinite);
        let message = error.to_string();
        assert!(message.contains("\"rerank\"") && message.contains("chunk 3 of document \"z\""), "{message}");
    }
}

#[test]
fn rr_008_the_kind_is_declared_not_guessed() {
    let corpus = Passages::new(&[("low", ""), ("high", "")]);
    let candidates = corpus.pick(&[0, 1]);
    let units = |kind| {
        let hits = score(&only(Told::new(kind, &[0.007, 0.93])), &corpus, &candidates).unwrap();
        hits.iter().map(|hit| hit.score).collect::<Vec<_>>()
    };
    assert_eq!(units(ScoreKind::Probability), [0.93, 0.007]);
    let logits = units(ScoreKind::Logit);
    assert!((logits[1] - 0.50175).abs() < 1e-6 && (logits[0] - 0.717075).abs() < 1e-5, "{logits:?}");
}

#[test]
fn rr_009_the_window_is_reranked_and_the_rest_follows_in_its_order() {
    let names: Vec<String> = (0..50).map(|at| format!("d{at:02}")).collect();
    let documents: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    let corpus = Passages::new(&documents);
    let pool = corpus.pick(&(0..50).collect::<Vec<_>>());
    let low: Vec<f32> = (0..50).map(|at| at as f32 / 1000.0).collect();
    let window = score(&only(Told::new(ScoreKind::Unit, &low)), &corpus, &pool[..10]).unwrap();
    let page = window.iter().map(|hit| hit.index).chain(10..50).take(20).collect::<Vec<_>>();
    let expected: Vec<usize> = (0..10).rev().chain(10..20).collect();
    assert_eq!(page, expected);
}

/// Reads the score that an earlier stage noted at a candidate.
struct Earlier(&'static str);

impl Signal for Earlier {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Unit
    }
    fn score(
        &self,
        _: &sutra_core::Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> sutra_core::Result<Scale> {
        for (candidate, out) in candidates.iter().zip(out) {
            *out = candidate.stages.iter().find(|stage| stage.stage == self.0).map(|stage| stage.raw);
        }
        Ok(Scale::new(ScoreKind::Unit))
    }
}

#[test]
fn a_fused_ranking_can_be_a_signal_of_the_final_score() {
    let corpus = Passages::new(&[("a", ""), ("b", ""), ("c", ""), ("d", "")]);
    let bm25 = ranking(ScoreKind::Bm25, &[(1, 14.2), (2, 9.1), (3, 12.0)]);
    let fusions: Vec<Box<dyn Fusion>> = all(&Weights::default());
    for fusion in fusions {
        let fused = fuse(&fusion, std::slice::from_ref(&bm25), 9).unwrap();
        let mut candidates = corpus.pick(&fused.ids().map(|chunk| chunk.get()).collect::<Vec<_>>());
        for (candidate, (rank, hit)) in candidates.iter_mut().zip((1..).zip(fused.hits())) {
            let unit = fused.scale().to_unit(hit.score).unwrap();
            candidate.stages.push(StageScore::new("fused", rank, unit, Scale::new(ScoreKind::Unit)));
        }
        let final_score =
            FinalScore::builder().signal("fused", Arc::new(Earlier("fused")), 1.0).build().unwrap();
        let hits = score(&final_score, &corpus, &candidates).unwrap();
        assert_eq!(corpus.order(&hits, &candidates), ["b", "d", "c"]);
    }
}
