//! What every fusion promises, and where they differ.

use sutra_core::{ById, ChunkId, ErrorKind, Fusion, Hit, Named, Ranking, Scale, ScoreKind, Stamp, TieOrder};
use sutra_rerank::{CombMnz, Dbsf, Rrf, WeightedMinMax, Weights, ZScore};

use crate::doubles::{STAMP, assert_ranking, fuse, ranking};

/// Every fusion with these weights.
pub(crate) fn all(weights: &Weights) -> Vec<Box<dyn Fusion>> {
    vec![
        Box::new(Rrf::new().with_weights(weights.clone())),
        Box::new(WeightedMinMax::new().with_weights(weights.clone())),
        Box::new(ZScore::new().with_weights(weights.clone())),
        Box::new(Dbsf::new().with_weights(weights.clone())),
        Box::new(CombMnz::new().with_weights(weights.clone())),
    ]
}

#[test]
fn two_generations_are_refused() {
    let own = ranking(ScoreKind::Bm25, &[(0, 1.0)]);
    let foreign = Ranking::empty(Stamp::new(1, 2), Scale::new(ScoreKind::Cosine));
    for fusion in all(&Weights::default()) {
        let error = fuse(&fusion, &[own.clone(), foreign.clone()], 10).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ForeignStamp);
        assert!(error.to_string().contains("\"b\""), "{error}");
    }
}

#[test]
fn no_rankings_and_rankings_of_one_name_are_refused() {
    let one = ranking(ScoreKind::Bm25, &[(0, 1.0)]);
    let twice = [Named { name: "a", ranking: &one }, Named { name: "a", ranking: &one }];
    for fusion in all(&Weights::default()) {
        assert_eq!(fusion.fuse(&[], &ById, 10).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(fusion.fuse(&twice, &ById, 10).unwrap_err().kind(), ErrorKind::Duplicate);
    }
}

#[test]
fn rankings_that_all_have_weight_zero_are_refused() {
    let weights = Weights::new([("a", 0.0), ("absent", 1.0)]).unwrap();
    for fusion in all(&weights) {
        let error = fuse(&fusion, &[ranking(ScoreKind::Bm25, &[(0, 1.0)])], 10).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
    }
}

#[test]
fn empty_rankings_and_k_of_zero_give_empty_rankings() {
    let empty = Ranking::empty(STAMP, Scale::new(ScoreKind::Bm25));
    let one = ranking(ScoreKind::Cosine, &[(3, 0.5)]);
    for fusion in all(&Weights::default()) {
        let none = fuse(&fusion, &[empty.clone(), empty.clone()], 10).unwrap();
        assert!(none.is_empty() && none.is_exhausted());
        let with_one = fuse(&fusion, &[empty.clone(), one.clone()], 10).unwrap();
        assert_eq!(with_one.ids().collect::<Vec<_>>(), [ChunkId::new(3)]);
        let cut = fuse(&fusion, std::slice::from_ref(&one), 0).unwrap();
        assert!(cut.is_empty() && !cut.is_exhausted());
    }
}

#[test]
fn exhausted_is_what_all_rankings_are_and_nothing_was_cut() {
    let whole = ranking(ScoreKind::Bm25, &[(0, 2.0), (1, 1.0)]);
    let partial = ranking(ScoreKind::Cosine, &[(2, 0.5), (3, 0.4)]).truncated(1);
    for fusion in all(&Weights::default()) {
        assert!(fuse(&fusion, std::slice::from_ref(&whole), 2).unwrap().is_exhausted());
        assert!(!fuse(&fusion, std::slice::from_ref(&whole), 1).unwrap().is_exhausted());
        assert!(!fuse(&fusion, &[whole.clone(), partial.clone()], 9).unwrap().is_exhausted());
    }
}

/// Ties by descending chunk id.
struct Reversed;

impl TieOrder for Reversed {
    fn tie(&self, a: ChunkId, b: ChunkId) -> std::cmp::Ordering {
        b.cmp(&a)
    }
}

#[test]
fn ties_are_settled_inside_the_cut() {
    let hits = (0..6).map(|chunk| Hit { chunk: ChunkId::new(chunk), score: 2.0 }).collect();
    let equal = Ranking::new(STAMP, Scale::new(ScoreKind::Bm25), hits, true, &Reversed).unwrap();
    for fusion in all(&Weights::default()) {
        let fused = fusion.fuse(&[Named { name: "a", ranking: &equal }], &Reversed, 2).unwrap();
        assert_eq!(fused.ids().collect::<Vec<_>>(), [ChunkId::new(5), ChunkId::new(4)]);
    }
}

#[test]
fn a_weight_of_zero_takes_part_without_counting() {
    let (a, b) = (ranking(ScoreKind::Bm25, &[(0, 9.0), (1, 1.0)]), ranking(ScoreKind::Bm25, &[(2, 7.0)]));
    for fusion in all(&Weights::new([("a", 0.5), ("b", 0.0)]).unwrap()) {
        let fused = fuse(&fusion, &[a.clone(), b.clone()], 9).unwrap();
        assert_eq!(fused.len(), 3, "the chunks are those of all rankings");
        assert_eq!(fused.hits()[0].chunk, ChunkId::new(0));
        let of_two = fused.hits().iter().find(|hit| hit.chunk == ChunkId::new(2)).unwrap();
        assert_eq!(of_two.score, 0.0);
    }
}

#[test]
fn the_maximum_is_reached_by_the_first_of_every_list() {
    let (a, b) =
        (ranking(ScoreKind::Bm25, &[(4, 9.0), (1, 1.0)]), ranking(ScoreKind::Cosine, &[(4, 0.9), (2, 0.1)]));
    let weights = Weights::new([("a", 0.7), ("b", 0.3)]).unwrap();
    for (at, fusion) in all(&weights).iter().enumerate() {
        let fused = fuse(fusion, &[a.clone(), b.clone()], 9).unwrap();
        assert_eq!(fused.scale().kind(), ScoreKind::Fused);
        let unit = fused.scale().to_unit(fused.hits()[0].score).unwrap();
        // Distribution-based fusion stays below: nothing in a short list is three deviations out.
        let reached = if at == 3 { unit > 0.5 && unit < 1.0 } else { (unit - 1.0).abs() < 1e-6 };
        assert!(reached, "fusion {at}: {unit}");
    }
}

#[test]
fn comb_mnz_prefers_what_two_lists_hold() {
    let a = ranking(ScoreKind::Bm25, &[(0, 10.0), (1, 6.0), (9, 0.0)]);
    let b = ranking(ScoreKind::Cosine, &[(2, 1.0), (1, 0.3), (9, 0.0)]);
    let sums = fuse(&WeightedMinMax::new(), &[a.clone(), b.clone()], 9).unwrap();
    assert_ranking(&sums, &[(0, 1.0), (2, 1.0), (1, 0.9), (9, 0.0)]);
    assert_ranking(&fuse(&CombMnz::new(), &[a, b], 9).unwrap(), &[(1, 1.8), (0, 1.0), (2, 1.0), (9, 0.0)]);
}

#[test]
fn z_scores_order_as_plain_sums_do_where_all_lists_hold_all() {
    let a = ranking(ScoreKind::Bm25, &[(0, 3.0), (1, 2.0), (2, 1.0)]);
    let b = ranking(ScoreKind::Cosine, &[(2, 0.9), (1, 0.3), (0, 0.0)]);
    let deviation = (2.0_f32 / 3.0).sqrt();
    let mean = 0.4;
    let of_b = ((0.5_f32.powi(2) + 0.1_f32.powi(2) + mean * mean) / 3.0).sqrt();
    let plain = [1.0 / deviation - mean / of_b, -0.1 / of_b, -1.0 / deviation + 0.5 / of_b];
    let shift = 1.0 / deviation + mean / of_b;
    let expected = [(0, plain[0] + shift), (2, plain[2] + shift), (1, plain[1] + shift)];
    assert_ranking(&fuse(&ZScore::new(), &[a, b], 9).unwrap(), &expected);
}

#[test]
fn extreme_scores_stay_finite() {
    let wide = ranking(ScoreKind::InnerProduct, &[(0, f32::MAX), (1, 0.0), (2, -f32::MAX)]);
    let narrow = ranking(ScoreKind::InnerProduct, &[(0, 1e-45), (1, 0.0), (3, -1e-45)]);
    for fusion in all(&Weights::new([("a", 1e-30), ("b", 1e30)]).unwrap()) {
        let fused = fuse(&fusion, &[wide.clone(), narrow.clone()], 9).unwrap();
        assert_eq!(fused.hits()[0].chunk, ChunkId::new(0));
        assert!(fused.scale().to_unit(fused.hits()[0].score).is_some());
    }
}
