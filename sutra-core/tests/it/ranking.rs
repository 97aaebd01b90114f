//! Rankings and the k best: order, ties, and what they refuse.

use std::cmp::Ordering;

use proptest::prelude::*;
use sutra_core::{ById, ChunkId, ErrorKind, Hit, Ranking, Scale, ScoreKind, Stamp, TieOrder, TopK};

const STAMP: Stamp = Stamp::new(1, 1);

fn scale() -> Scale {
    Scale::new(ScoreKind::Cosine)
}

fn hit(chunk: u32, score: f32) -> Hit {
    Hit { chunk: ChunkId::new(chunk), score }
}

/// Ties by descending id: the order is the corpus's to choose.
struct Reversed;

impl TieOrder for Reversed {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        b.cmp(&a)
    }
}

proptest! {
    /// The k best are the first k of all sorted, in whatever order they come, also where k cuts a tie.
    #[test]
    fn top_k_is_a_prefix_of_the_sorted_list(
        // Few distinct scores make many ties.
        scores in prop::collection::vec(-3_i8..3, 0..80),
        k in 0_usize..90,
        rotation in 0_usize..80,
        reversed in any::<bool>(),
    ) {
        let ties: &dyn TieOrder = if reversed { &Reversed } else { &ById };
        let hits: Vec<Hit> = (0..).zip(&scores).map(|(id, score)| hit(id, f32::from(*score))).collect();
        let all = Ranking::new(STAMP, scale(), hits.clone(), true, ties).unwrap();
        let mut top = TopK::new(k, ties);
        let start = rotation % hits.len().max(1);
        for hit in hits[start..].iter().chain(&hits[..start]) {
            top.push(hit.chunk, hit.score).unwrap();
        }
        let top = top.into_ranking(STAMP, scale(), true).unwrap();
        prop_assert_eq!(top.hits(), &all.hits()[..k.min(all.len())]);
    }

    /// What is below the threshold cannot enter; what equals it may, by its id.
    #[test]
    fn the_threshold_is_strict(scores in prop::collection::vec(-3_i8..3, 1..40), k in 1_usize..10) {
        let mut top = TopK::new(k, &ById);
        let mut pruned = TopK::new(k, &ById);
        for (id, score) in (0..).zip(&scores) {
            let score = f32::from(*score);
            top.push(ChunkId::new(id), score).unwrap();
            if pruned.threshold().is_none_or(|threshold| score >= threshold) {
                pruned.push(ChunkId::new(id), score).unwrap();
            }
        }
        prop_assert_eq!(
            top.into_ranking(STAMP, scale(), true).unwrap(),
            pruned.into_ranking(STAMP, scale(), true).unwrap()
        );
    }
}

#[test]
fn a_ranking_refuses_what_is_not_finite() {
    for score in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = Ranking::new(STAMP, scale(), vec![hit(7, score)], true, &ById).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NonFinite);
        assert!(error.to_string().contains("chunk 7"), "{error}");
        assert_eq!(
            TopK::new(1, &ById).push(ChunkId::new(7), score).unwrap_err().kind(),
            ErrorKind::NonFinite
        );
    }
}

#[test]
fn a_ranking_refuses_a_chunk_twice() {
    let error = Ranking::new(STAMP, scale(), vec![hit(7, 1.0), hit(7, 0.5)], true, &ById).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
}

#[test]
fn negative_zero_ties_with_zero() {
    let ranking = Ranking::new(STAMP, scale(), vec![hit(1, 0.0), hit(0, -0.0)], true, &ById).unwrap();
    assert_eq!(ranking.ids().map(ChunkId::get).collect::<Vec<_>>(), [0, 1]);
    assert!(ranking.hits().iter().all(|hit| hit.score.is_sign_positive()));
}

#[test]
fn a_truncated_ranking_is_not_exhausted() {
    let ranking = Ranking::new(STAMP, scale(), vec![hit(0, 1.0), hit(1, 0.5)], true, &ById).unwrap();
    assert!(ranking.clone().truncated(2).is_exhausted());
    assert!(!ranking.truncated(1).is_exhausted());
}
