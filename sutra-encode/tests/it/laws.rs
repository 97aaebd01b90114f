//! What every encoder promises, asked of each.

use sutra_core::{Encoder, EncoderFit, FittedEncoder, Unwatched, laws};
use sutra_encode::{HashEncoder, LsaFit};
use sutra_text::Analyzer;

use crate::support::{TEXTS, dot, encode};

/// Unit length or zero, and queries as passages: what this crate promises beside the laws.
fn check_encoder(encoder: &dyn Encoder, texts: &[&str], blank: &[&str]) {
    laws::encoder::check(encoder).unwrap();
    let all: Vec<&str> = texts.iter().chain(blank).copied().collect();
    let rows = encoder.encode_passages(&all).unwrap();
    assert_eq!(rows, encoder.encode_queries(&all).unwrap());
    for (at, text) in all.iter().enumerate() {
        let row = rows.row(at).unwrap();
        assert_eq!(row, encode(encoder, text), "{text:?} alone, to the bit");
        let length = dot(row, row).sqrt();
        let expected = if at < texts.len() { 1.0 } else { 0.0 };
        assert!((length - expected).abs() < 1e-6, "{text:?} has length {length}");
    }
}

/// The laws, and that the texts themselves count and not their terms alone.
fn check_fit(fit: &dyn EncoderFit) {
    laws::encoder_fit::check(fit).unwrap();
    let fingerprint = |texts: Vec<String>| fit.fit(&texts, &Unwatched).unwrap().fingerprint();
    let louder = fingerprint(TEXTS.map(str::to_uppercase).to_vec());
    assert_ne!(fingerprint(TEXTS.map(str::to_owned).to_vec()), louder, "the same terms, but other texts");
}

fn lsa(fit: &LsaFit) -> Box<dyn FittedEncoder> {
    fit.fit(&TEXTS.to_vec(), &Unwatched).unwrap()
}

#[test]
fn hash_encoder_keeps_the_laws_at_every_size() {
    for dim in [1, 2, 7, 256, 4096] {
        let plain = HashEncoder::new(dim).unwrap();
        for encoder in [plain.clone(), plain.with_bigrams(true).with_characters(3)] {
            check_encoder(&encoder, &TEXTS[..12], &TEXTS[12..]);
        }
    }
}

#[test]
fn lsa_keeps_the_laws_at_every_rank() {
    for rank in [1, 2, 5, 192] {
        let fit = LsaFit::new().with_rank(rank);
        check_fit(&fit);
        let encoder = lsa(&fit);
        assert_eq!(encoder.dim(), rank.min(12));
        // The texts are about three things that share no term: below rank 3, some of them stand on no axis.
        let (known, unknown): (Vec<_>, Vec<_>) = TEXTS.iter().partition(|text| encoder.unseen(text) < 1.0);
        assert!(rank < 3 || known == TEXTS[..12], "{unknown:?} at rank {rank}");
        check_encoder(&*encoder, &known, &[&unknown[..], &["unheard words"]].concat());
    }
}

#[test]
fn lsa_fit_differs_with_the_seed_alone() {
    let fit = LsaFit::new().with_rank(3).with_power_iterations(0).with_oversampling(0);
    assert_eq!(lsa(&fit).fingerprint(), lsa(&fit.clone().with_seed(0)).fingerprint());
    assert_ne!(lsa(&fit).fingerprint(), lsa(&fit.with_seed(1)).fingerprint());
}

#[test]
fn fingerprints_tell_settings_apart() {
    let hash = HashEncoder::new(64).unwrap();
    let variants = [
        hash.clone(),
        HashEncoder::new(65).unwrap(),
        hash.clone().with_bigrams(true),
        hash.clone().with_characters(3),
        hash.with_analyzer(Analyzer::neutral()),
    ];
    let mut fingerprints: Vec<_> = variants.iter().map(Encoder::fingerprint).collect();
    let rank = LsaFit::new().with_rank(2);
    fingerprints.extend([
        lsa(&rank).fingerprint(),
        lsa(&LsaFit::new()).fingerprint(),
        lsa(&rank.clone().with_analyzer(Analyzer::neutral())).fingerprint(),
    ]);
    let count = fingerprints.len();
    fingerprints.sort();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), count);
}
