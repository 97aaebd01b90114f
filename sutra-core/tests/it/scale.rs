//! The maps of scores to [0, 1].

use proptest::prelude::*;
use sutra_core::{Scale, ScoreKind};

fn mapped() -> impl Strategy<Value = Scale> {
    prop_oneof![
        Just(Scale::new(ScoreKind::Cosine)),
        Just(Scale::new(ScoreKind::L2)),
        Just(Scale::new(ScoreKind::Logit)),
        Just(Scale::new(ScoreKind::Probability)),
        Just(Scale::new(ScoreKind::Unit)),
        (0.0_f32..100.0).prop_map(|max| Scale::with_max(ScoreKind::Bm25, max)),
        (0.0_f32..100.0).prop_map(|max| Scale::with_max(ScoreKind::Fused, max)),
        (0.0_f32..100.0).prop_map(|max| Scale::with_max(ScoreKind::Centrality, max)),
    ]
}

proptest! {
    #[test]
    fn a_unit_score_lies_in_0_to_1_and_grows_with_the_raw_one(
        scale in mapped(), a in any::<f32>(), b in any::<f32>(),
    ) {
        prop_assume!(a.is_finite() && b.is_finite());
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        let (low, high) = (scale.to_unit(low).unwrap(), scale.to_unit(high).unwrap());
        prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
        prop_assert!(low <= high);
    }
}

#[test]
fn what_has_no_map_is_refused() {
    for kind in [ScoreKind::InnerProduct, ScoreKind::Standardised, ScoreKind::Custom] {
        assert!(!kind.has_default_map());
        assert_eq!(Scale::new(kind).to_unit(0.5), None);
    }
    assert_eq!(Scale::new(ScoreKind::Bm25).to_unit(1.0), None, "BM25 needs its maximum");
    assert_eq!(Scale::with_max(ScoreKind::Bm25, f32::NAN).to_unit(1.0), None);
    for raw in [f32::NAN, f32::INFINITY] {
        assert_eq!(Scale::new(ScoreKind::Cosine).to_unit(raw), None);
    }
}

#[test]
fn the_maps_have_their_known_values() {
    let centrality = Scale::with_max(ScoreKind::Centrality, 3.0);
    let close = |found: Option<f32>, expected: f32| (found.unwrap() - expected).abs() < 1e-6;
    assert!(close(Scale::new(ScoreKind::Cosine).to_unit(-1.0), 0.0));
    assert!(close(Scale::new(ScoreKind::L2).to_unit(-3.0), 0.25));
    assert!(close(Scale::new(ScoreKind::Logit).to_unit(0.0), 0.5));
    assert!(close(centrality.to_unit(1.0), 0.5), "log 2 / log 4");
    assert!(close(Scale::with_max(ScoreKind::Bm25, 0.0).to_unit(0.0), 0.0));
}
