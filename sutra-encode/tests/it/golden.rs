//! Against values that others computed.

use serde_json::Value;
use sutra_core::{Embeddings, Encoder, FittedEncoder, Unwatched};
use sutra_encode::{HashEncoder, LsaFit};
use sutra_text::Analyzer;

use crate::support::dot;

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn worst(rows: &Embeddings, columns: &Embeddings, expected: &Value) -> f64 {
    let mut worst = 0.0f64;
    for (i, row) in rows.rows().enumerate() {
        for (j, column) in columns.rows().enumerate() {
            worst = worst.max((dot(row, column) - expected[i][j].as_f64().unwrap()).abs());
        }
    }
    worst
}

/// `tests/golden/lsa.py`: cosines do not depend on the signs and turns of the axes.
#[test]
fn lsa_agrees_with_an_exact_decomposition() {
    let golden: Value = serde_json::from_str(include_str!("../golden/lsa.json")).unwrap();
    let (texts, new) = (strings(&golden["texts"]), strings(&golden["new"]));
    let rank = golden["rank"].as_u64().unwrap() as usize;
    let fit = LsaFit::new().with_analyzer(Analyzer::neutral()).with_rank(rank).with_power_iterations(10);
    let lsa = fit.fit_lsa(&texts, &Unwatched).unwrap();
    assert_eq!((lsa.dim(), lsa.terms() as u64), (rank, golden["terms"].as_u64().unwrap()));
    for (value, expected) in lsa.singular_values().iter().zip(golden["singular_values"].as_array().unwrap()) {
        let expected = expected.as_f64().unwrap();
        assert!((f64::from(*value) - expected).abs() < 1e-5 * expected, "{value} is not {expected}");
    }
    let (passages, queries) = (lsa.encode_passages(&texts).unwrap(), lsa.encode_queries(&new).unwrap());
    let worst = [
        worst(&passages, &passages, &golden["passage_passage"]),
        worst(&queries, &passages, &golden["new_passage"]),
    ];
    assert!(worst.iter().all(|worst| *worst < 2e-5), "{worst:?}");
    assert!(lsa.unseen(new[0]) > 0.0, "one word was not there");
}

/// `tests/golden/hash.py`: stored vectors rely on these. A change here is a new version of the encoder.
#[test]
fn hash_buckets_agree_with_the_reference_xxh3() {
    let golden: Value = serde_json::from_str(include_str!("../golden/hash.json")).unwrap();
    let dim = golden["dim"].as_u64().unwrap() as usize;
    let encoder = HashEncoder::new(dim).unwrap().with_analyzer(Analyzer::neutral());
    for place in golden["places"].as_array().unwrap() {
        let (term, bucket) = (place[0].as_str().unwrap(), place[1].as_u64().unwrap() as usize);
        let mut expected = vec![0.0; dim];
        expected[bucket] = place[2].as_f64().unwrap() as f32;
        assert_eq!(encoder.encode_passages(&[term]).unwrap().into_vec(), expected, "{term}");
    }
}
