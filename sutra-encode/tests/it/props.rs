//! Properties, on texts that chance makes.

use proptest::prelude::*;
use sutra_core::{Encoder, FittedEncoder, Unwatched};
use sutra_encode::{HashEncoder, LsaFit, l2_normalize};
use sutra_text::Analyzer;

use crate::support::dot;

/// Texts over few words, so that they share some.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let text = proptest::collection::vec(0..12u8, 0..10)
        .prop_map(|words| words.iter().map(|word| format!("w{word} ")).collect());
    proptest::collection::vec(text, 1..25)
}

fn unit_or_zero(row: &[f32], known: bool) -> Result<(), TestCaseError> {
    let length = dot(row, row).sqrt();
    prop_assert!((length - f64::from(u8::from(known))).abs() < 1e-5, "length {length}, known {known}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn any_text_hashes_to_a_unit_vector_or_zero(text in "\\PC{0,60}", dim in 1usize..40, length in 0usize..5) {
        let analyzer = Analyzer::english();
        let encoder = HashEncoder::new(dim).unwrap().with_bigrams(true).with_characters(length);
        let rows = encoder.encode_passages(&[&text, "other"]).unwrap();
        unit_or_zero(rows.row(0).unwrap(), !analyzer.terms(&text).is_empty())?;
        let again = encoder.encode_passages(&[&text]).unwrap();
        prop_assert_eq!(again.row(0), rows.row(0));
    }

    #[test]
    fn order_of_words_does_not_matter(mut words in proptest::collection::vec("[a-z]{1,8}", 1..20)) {
        let encoder = HashEncoder::new(32).unwrap();
        let one = encoder.encode_passages(&[&words.join(" ")]).unwrap();
        words.reverse();
        prop_assert_eq!(one, encoder.encode_passages(&[&words.join(" ")]).unwrap());
    }

    #[test]
    fn any_fit_gives_unit_vectors_and_loads_as_it_was(texts in texts(), rank in 1usize..8) {
        let fit = LsaFit::new().with_analyzer(Analyzer::neutral()).with_rank(rank);
        let Ok(lsa) = fit.fit_lsa(&texts, &Unwatched) else {
            prop_assert!(texts.iter().all(|text| text.is_empty()));
            return Ok(());
        };
        prop_assert!(lsa.dim() <= rank.min(texts.len()).min(12));
        let texts: Vec<&str> = texts.iter().map(String::as_str).chain(["w0 w1", "new", "w2 new"]).collect();
        let rows = lsa.encode_passages(&texts).unwrap();
        for (text, row) in texts.iter().zip(rows.rows()) {
            unit_or_zero(row, lsa.unseen(text) < 1.0)?;
        }
        prop_assert!(lsa.singular_values().is_sorted_by(|a, b| a >= b));
        let loaded = sutra_encode::Lsa::load(&lsa.save().unwrap(), Analyzer::neutral()).unwrap();
        prop_assert_eq!(loaded.encode_passages(&texts).unwrap(), rows);
    }

    #[test]
    fn full_rank_keeps_the_energy(texts in texts()) {
        let fit = LsaFit::new().with_analyzer(Analyzer::neutral());
        let rows = texts.iter().filter(|text| !text.is_empty()).count() as f64;
        if let Ok(lsa) = fit.fit_lsa(&texts, &Unwatched) {
            let energy: f64 = lsa.singular_values().iter().map(|value| f64::from(*value).powi(2)).sum();
            prop_assert!((energy - rows).abs() < 1e-4 * rows, "{energy} of {rows}");
        }
    }

    #[test]
    fn normalised_vectors_have_length_one(mut vector in proptest::collection::vec(proptest::num::f32::ANY, 1..20)) {
        let finite = vector.iter().all(|value| value.is_finite());
        let zero = vector.iter().all(|value| *value == 0.0);
        let before = vector.clone();
        l2_normalize(&mut vector);
        if finite && !zero {
            prop_assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5, "{vector:?}");
        } else {
            let same = vector.iter().zip(&before).all(|(a, b)| a.to_bits() == b.to_bits());
            prop_assert!(same, "{before:?} became {vector:?}");
        }
    }
}

#[test]
fn a_sketch_that_is_dependent_by_chance_loses_no_direction() {
    let texts = [
        "w7 w2 w11 w5 w11",
        "w2 w0 w8",
        "w2 w11 w0 w10 w8 w10 w5 w3 w1",
        "w10 w7 w8 w11 w2 w10 w6 w3",
        "w7 w6 w2 w7 w8 w7 w10 w2 w1",
        "w7",
        "w0 w11 w9",
        "w2 w6 w7",
        "w2 w7",
        "w8 w4",
        "",
        "w4 w6 w1",
        "w5 w1 w11 w4 w9 w2",
        "w0 w3 w4 w4 w1 w9",
        "w9 w1 w4 w0 w9 w2 w0 w7 w0",
        "w9 w8 w3 w10 w0",
        "w6",
        "",
        "w2 w4 w9 w1 w1",
        "w7 w0 w11 w3 w6 w0 w8",
        "w8",
    ];
    let lsa = LsaFit::new().with_analyzer(Analyzer::neutral()).fit_lsa(&texts, &Unwatched).unwrap();
    assert_eq!(lsa.dim(), 12);
}
