//! BM25 scores against the formula worked out directly, and against another implementation.

use proptest::prelude::*;
use sutra_index::{Bm25Params, Bm25Variant};
use sutra_text::Analyzer;

use crate::bm25_support::{build, scores};

/// The formula as it stands in a textbook, chunk by chunk, in f64.
fn direct(texts: &[String], query: &str, params: Bm25Params) -> Vec<f64> {
    let texts: Vec<Vec<&str>> = texts.iter().map(|text| text.split_whitespace().collect()).collect();
    let n = texts.len() as f64;
    let mean = texts.iter().map(Vec::len).sum::<usize>() as f64 / n;
    let (k1, b) = (f64::from(params.k1()), f64::from(params.b()));
    let score = |text: &Vec<&str>, term: &str| {
        let holding = texts.iter().filter(|text| text.contains(&term)).count() as f64;
        let f = text.iter().filter(|word| **word == term).count() as f64;
        if f == 0.0 {
            return 0.0;
        }
        let length = 1.0 - b + b * text.len() as f64 / mean;
        let of_chunk = f * (k1 + 1.0) / (f + k1 * length);
        match params.variant() {
            Bm25Variant::Atire => (n / holding).ln() * of_chunk,
            Bm25Variant::L { delta } => {
                let c = f / length + f64::from(delta);
                ((n + 1.0) / (holding + 0.5)).ln() * (k1 + 1.0) * c / (k1 + c)
            }
            Bm25Variant::Plus { delta } => ((n + 1.0) / holding).ln() * (of_chunk + f64::from(delta)),
            _ => (1.0 + (n - holding + 0.5) / (holding + 0.5)).ln() * of_chunk,
        }
    };
    texts.iter().map(|text| query.split_whitespace().map(|term| score(text, term)).sum()).collect()
}

fn variant() -> impl Strategy<Value = Bm25Variant> {
    prop_oneof![
        Just(Bm25Variant::Lucene),
        Just(Bm25Variant::Atire),
        (0.0..2.0_f32).prop_map(|delta| Bm25Variant::L { delta }),
        (0.0..2.0_f32).prop_map(|delta| Bm25Variant::Plus { delta }),
    ]
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
        variant in variant(),
    ) {
        let params = Bm25Params::new(k1, b).unwrap().with_variant(variant).unwrap();
        let index = build(Analyzer::neutral(), &texts).with_params(params);
        close(&scores(&index, &query), &direct(&texts, &query, params), 1e-5);
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
        let delta = number("delta");
        let variant = match case["method"].as_str().unwrap() {
            "lucene" => Bm25Variant::Lucene,
            "atire" => Bm25Variant::Atire,
            "bm25l" => Bm25Variant::L { delta },
            "bm25+" => Bm25Variant::Plus { delta },
            other => panic!("{other}"),
        };
        let params = Bm25Params::new(number("k1"), number("b")).unwrap().with_variant(variant).unwrap();
        let index = index.clone().with_params(params);
        let expected: Vec<f64> = serde_json::from_value(case["scores"].clone()).unwrap();
        close(&scores(&index, case["query"].as_str().unwrap()), &expected, 1e-5);
        compared += expected.iter().filter(|score| **score > 0.0).count();
    }
    assert!(compared > 150, "the table was read");
}
