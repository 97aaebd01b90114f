//! BM25 scores against the formula worked out directly, and against another implementation.

use proptest::prelude::*;
use sutra_index::Bm25Params;
use sutra_text::Analyzer;

use crate::bm25_support::{build, scores};

/// The formula as it stands in a textbook, chunk by chunk, in f64.
fn direct(texts: &[String], query: &str, k1: f64, b: f64) -> Vec<f64> {
    let texts: Vec<Vec<&str>> = texts.iter().map(|text| text.split_whitespace().collect()).collect();
    let n = texts.len() as f64;
    let mean = texts.iter().map(Vec::len).sum::<usize>() as f64 / n;
    let score = |text: &Vec<&str>, term: &str| {
        let holding = texts.iter().filter(|text| text.contains(&term)).count() as f64;
        let f = text.iter().filter(|word| **word == term).count() as f64;
        if f == 0.0 {
            return 0.0;
        }
        let idf = (1.0 + (n - holding + 0.5) / (holding + 0.5)).ln();
        idf * f * (k1 + 1.0) / (f + k1 * (1.0 - b + b * text.len() as f64 / mean))
    };
    texts.iter().map(|text| query.split_whitespace().map(|term| score(text, term)).sum()).collect()
}

fn close(found: &[f32], expected: &[f64], relative: f64) {
    assert_eq!(found.len(), expected.len());
    for (chunk, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (f64::from(*found) - expected).abs();
        assert!(error <= relative * expected.abs(), "chunk {chunk}: {found}, expected {expected}");
    }
}

proptest! {
    #[test]
    fn scores_are_the_formula(
        texts in proptest::collection::vec("([a-j]{1,2} ){0,20}", 1..40),
        query in "([a-k]{1,2} ){0,8}",
        k1 in 0.0_f32..4.0,
        b in 0.0_f32..=1.0,
    ) {
        let index = build(Analyzer::neutral(), &texts).with_params(Bm25Params::new(k1, b).unwrap());
        close(&scores(&index, &query), &direct(&texts, &query, k1.into(), b.into()), 1e-5);
    }
}

#[test]
fn scores_are_those_of_bm25s() {
    let golden: serde_json::Value = serde_json::from_str(include_str!("../golden/bm25s.json")).unwrap();
    let texts: Vec<String> = serde_json::from_value(golden["texts"].clone()).unwrap();
    let index = build(Analyzer::neutral(), &texts);
    let mut compared = 0;
    for case in golden["cases"].as_array().unwrap() {
        let number = |name: &str| case[name].as_f64().unwrap() as f32;
        let index = index.clone().with_params(Bm25Params::new(number("k1"), number("b")).unwrap());
        let expected: Vec<f64> = serde_json::from_value(case["scores"].clone()).unwrap();
        close(&scores(&index, case["query"].as_str().unwrap()), &expected, 1e-5);
        compared += expected.iter().filter(|score| **score > 0.0).count();
    }
    assert!(compared > 20, "the table was read");
}
