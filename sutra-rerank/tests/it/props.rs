//! Properties of arbitrary rankings, signals and texts.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use proptest::prelude::*;
use sutra_core::{ById, Named, Ranking, ScoreKind};
use sutra_rerank::{FinalScore, LexicalOverlap, Weights};
use sutra_text::Analyzer;

use crate::doubles::{Passages, Told, fuse, ranking, score};
use crate::fusion::all;

fn lists() -> impl Strategy<Value = Vec<Ranking>> {
    let value = prop_oneof![4 => -50.0f32..50.0, 1 => Just(0.0), 1 => Just(1.5), 1 => -1e30f32..1e30];
    let list = prop::collection::btree_map(0u32..15, value, 0..12);
    let ranked = |hits: BTreeMap<u32, f32>| ranking(ScoreKind::Bm25, &hits.into_iter().collect::<Vec<_>>());
    prop::collection::vec(list.prop_map(ranked), 1..4)
}

fn weights() -> impl Strategy<Value = Weights> {
    (0.0f32..3.0, 0.1f32..3.0, 0.0f32..3.0)
        .prop_map(|(a, b, c)| Weights::new([("a", a + 0.01), ("b", b), ("c", c)]).unwrap())
}

proptest! {
    #[test]
    fn the_order_of_the_rankings_does_not_matter(lists in lists(), weights in weights(), by in 0usize..3) {
        for fusion in all(&weights) {
            let named: Vec<Named<'_>> =
                lists.iter().zip(["a", "b", "c"]).map(|(ranking, name)| Named { name, ranking }).collect();
            let mut turned = named.clone();
            turned.rotate_left(by % named.len());
            let one = fusion.fuse(&named, &ById, 20).unwrap();
            prop_assert_eq!(&one, &fusion.fuse(&turned, &ById, 20).unwrap());
            turned.reverse();
            prop_assert_eq!(&one, &fusion.fuse(&turned, &ById, 20).unwrap());
        }
    }

    #[test]
    fn fewer_are_the_first_of_more(lists in lists(), weights in weights(), k in 0usize..20) {
        for fusion in all(&weights) {
            let more = fuse(&fusion, &lists, 20).unwrap();
            prop_assert_eq!(fuse(&fusion, &lists, k).unwrap(), more.truncated(k));
        }
    }

    #[test]
    fn the_chunks_are_those_of_the_rankings_and_scores_have_units(lists in lists(), weights in weights()) {
        let chunks: HashSet<_> = lists.iter().flat_map(Ranking::ids).collect();
        for fusion in all(&weights) {
            let fused = fuse(&fusion, &lists, 100).unwrap();
            prop_assert_eq!(&fused.ids().collect::<HashSet<_>>(), &chunks);
            let max = fused.scale().max().unwrap();
            for hit in fused.hits() {
                prop_assert!(hit.score >= 0.0 && hit.score <= max * (1.0 + 1e-6), "{} of {}", hit.score, max);
            }
        }
    }

    #[test]
    fn one_list_keeps_its_order(lists in lists()) {
        for fusion in all(&Weights::default()) {
            let fused = fuse(&fusion, &lists[..1], 100).unwrap();
            let score = |chunk| fused.hits().iter().find(|hit| hit.chunk == chunk).unwrap().score;
            let order: Vec<f32> = lists[0].ids().map(score).collect();
            prop_assert!(order.is_sorted_by(|a, b| a >= b), "{:?}", order);
        }
    }

    #[test]
    fn a_better_unit_score_never_ranks_lower(values in prop::collection::vec((0.0f32..=1.0, 0.0f32..=1.0), 1..9),
                                             weights in (0.01f32..2.0, 0.0f32..2.0), up in 0usize..9, by in 0.0f32..1.0) {
        let names: Vec<String> = (0..values.len()).map(|at| format!("d{at}")).collect();
        let corpus = Passages::new(&names.iter().map(|name| (name.as_str(), "")).collect::<Vec<_>>());
        let candidates = corpus.pick(&(0..values.len() as u32).collect::<Vec<_>>());
        let up = up % values.len();
        let rank = |values: &[(f32, f32)]| {
            let (x, y): (Vec<f32>, Vec<f32>) = values.iter().copied().unzip();
            let final_score = FinalScore::builder()
                .signal("x", Arc::new(Told::new(ScoreKind::Unit, &x)), weights.0)
                .signal("y", Arc::new(Told::new(ScoreKind::Probability, &y)), weights.1)
                .build().unwrap();
            score(&final_score, &corpus, &candidates).unwrap()
        };
        let place = |hits: &[sutra_rerank::FinalHit]| hits.iter().position(|hit| hit.index == up).unwrap();
        let before = rank(&values);
        let mut raised = values.clone();
        raised[up].0 = (raised[up].0 + by).min(1.0);
        let after = rank(&raised);
        prop_assert!(place(&after) <= place(&before));
        for hit in before.iter().chain(&after) {
            let sum: f32 = hit.signals.iter().map(|part| part.contribution).sum();
            prop_assert!(hit.score.is_finite() && (sum - hit.score).abs() < 1e-6);
        }
    }

    #[test]
    fn overlap_is_a_unit_score_of_any_text(query in "\\PC{0,40}", passage in "\\PC{0,80}") {
        let found = LexicalOverlap::new(Analyzer::english()).compare(&query, &passage);
        prop_assert!((0.0..1.0).contains(&found), "{}", found);
    }

    #[test]
    fn replacing_filler_by_a_query_term_never_lowers_the_overlap(words in prop::collection::vec(0usize..4, 1..12), at in 0usize..12) {
        let overlap = LexicalOverlap::new(Analyzer::neutral());
        let text = |words: &[usize]| words.iter().map(|word| ["red", "blue", "filler", "noise"][*word]).collect::<Vec<_>>().join(" ");
        let at = at % words.len();
        let mut better = words.clone();
        if better[at] >= 2 {
            better[at] = 0;
        }
        prop_assert!(overlap.compare("red blue", &text(&better)) >= overlap.compare("red blue", &text(&words)));
    }
}
