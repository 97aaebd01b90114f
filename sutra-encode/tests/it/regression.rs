//! Mistakes that others made.

use sutra_core::{Embeddings, Encoder, ErrorKind, Fingerprint, Result};
use sutra_encode::{HashEncoder, Lsa, l2_normalize};
use sutra_text::Analyzer;

use crate::stored::{forged, saved};
use crate::support::encode;

fn normalized<const N: usize>(mut vector: [f32; N]) -> [f32; N] {
    l2_normalize(&mut vector);
    vector
}

#[test]
fn enc_003_zero_tiny_and_huge_vectors_normalise() {
    assert_eq!(normalized([0.0, 0.0, 0.0]), [0.0, 0.0, 0.0]);
    assert_eq!(normalized([]), [0.0; 0]);
    for tiny in [1e-30, f32::MIN_POSITIVE, f32::from_bits(1)] {
        assert!((normalized([tiny, 0.0, 0.0])[0] - 1.0).abs() < 1e-6, "{tiny}");
    }
    for huge in [f32::MAX / 2.0, f32::MAX] {
        for value in normalized([huge, -huge]) {
            assert!((value.abs() - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6, "{huge}: {value}");
        }
    }
}

#[test]
fn enc_003_damage_does_not_spread() {
    let vector = normalized([3.0, f32::NAN, 4.0]);
    assert_eq!((vector[0], vector[2]), (3.0, 4.0));
    let vector = normalized([3.0, f32::INFINITY]);
    assert_eq!(vector, [3.0, f32::INFINITY]);
}

/// A model that breaks on one text.
struct Broken(HashEncoder);

impl Encoder for Broken {
    fn dim(&self) -> usize {
        self.0.dim()
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("broken")
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let mut values = self.0.encode_passages(texts)?.into_vec();
        for (text, row) in texts.iter().zip(values.chunks_exact_mut(self.dim())) {
            if *text == "bad" {
                row[2] = f32::NAN;
            }
            l2_normalize(row);
        }
        Embeddings::new(self.dim(), values)
    }
}

#[test]
fn enc_006_a_nan_fails_the_batch_and_names_the_item() {
    let encoder = Broken(HashEncoder::new(4).unwrap());
    assert!(encoder.encode_passages(&["good", "better"]).is_ok());
    let error = encoder.encode_passages(&["good", "bad", "better"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NonFinite);
    assert!(error.to_string().starts_with("embedding row 1 field 2 is NaN"), "{error}");
}

#[test]
fn enc_006_a_nan_in_stored_factors_is_not_loaded() {
    // The factors end the body: the last but one value before the checksum.
    let at = saved().len() - 16 - 8;
    let error = Lsa::load(&forged(at, &f32::NAN.to_le_bytes()), Analyzer::english()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert!(error.to_string().contains("field 0"), "{error}");
}

#[test]
fn hash_terms_that_cancel_out_leave_a_vector() {
    // With one bucket, terms of opposite signs meet in it.
    let encoder = HashEncoder::new(1).unwrap().with_analyzer(Analyzer::neutral());
    let words: Vec<String> = (0..50).map(|i| format!("w{i}")).collect();
    let (plus, minus): (Vec<_>, Vec<_>) = words.iter().partition(|word| encode(&encoder, word)[0] > 0.0);
    assert!(plus.len() > 10 && minus.len() > 10, "signs are even: {plus:?}");
    let text = format!("{} {} {} {}", plus[0], minus[0], plus[1], minus[1]);
    assert_eq!(encode(&encoder, &text), [1.0]);
    assert!(HashEncoder::new(0).is_err() && HashEncoder::new(usize::MAX).is_err());
}
