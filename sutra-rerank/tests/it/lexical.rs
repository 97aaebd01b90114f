//! The lexical overlap.

use sutra_core::{Query, Scale, ScoreKind, Search, Signal};
use sutra_rerank::LexicalOverlap;
use sutra_text::Analyzer;

use crate::doubles::Passages;

#[test]
fn the_formula_is_the_documented_one() {
    let overlap = LexicalOverlap::new(Analyzer::neutral());
    // Terms: ab (1 of 4), cde (2 of 4), and cde follows ab once.
    let damping = 1.2 * (0.25 + 0.75 * 4.0 / 100.0);
    let weights = [3.0_f32.ln(), 4.0_f32.ln()];
    let held = [1.0 / (1.0 + damping), 2.0 / (2.0 + damping)];
    let terms = (weights[0] * held[0] + weights[1] * held[1]) / (weights[0] + weights[1]);
    let found = overlap.compare("ab cde ab", "cde x ab cde");
    assert!((found - (0.8 * terms + 0.2)).abs() < 1e-6, "{found}");
    let apart = overlap.compare("ab cde", "cde ab x cde");
    assert!((apart - 0.8 * terms).abs() < 1e-6, "{apart}");
    let single = overlap.compare("cde", "cde x ab cde");
    assert!((single - held[1]).abs() < 1e-6, "{single}");
}

#[test]
fn a_query_without_terms_and_a_passage_without_any_score_zero() {
    let overlap = LexicalOverlap::new(Analyzer::english());
    for (query, passage) in [("", "a harbour"), ("?!", "a harbour"), ("the of", "the of"), ("wall", "")] {
        assert_eq!(overlap.compare(query, passage), 0.0, "{query:?} {passage:?}");
    }
}

#[test]
fn the_signal_reads_title_headings_and_text() {
    let corpus = Passages::new(&[("a", "The walls keep the sea out."), ("b", "Bread."), ("c", "Sea.")]);
    let overlap = LexicalOverlap::new(Analyzer::english());
    let mut candidates = corpus.pick(&[0, 1, 2]);
    candidates[1] = candidates[1].clone().with_title("Harbour").with_context("Sea walls");
    let query = Query::new("sea wall");
    let mut out = [None; 3];
    let scale = overlap.score(&Search::new(&query, &corpus), &candidates, &mut out).unwrap();
    assert_eq!(scale, Scale::new(ScoreKind::Unit));
    let expected = ["The walls keep the sea out.", "Harbour\nSea walls\nBread.", "Sea."];
    assert_eq!(out, expected.map(|passage| Some(overlap.compare("sea wall", passage))));
    assert!(out[1] > out[0] && out[0] > out[2] && out[2] > Some(0.0), "{out:?}");
}
