//! Saved encoders, whole and damaged.

use sutra_core::{Encoder, ErrorKind, FittedEncoder, Unwatched};
use sutra_encode::{Lsa, LsaFit};
use sutra_text::Analyzer;
use xxhash_rust::xxh3::xxh3_128;

use crate::support::TEXTS;

pub(crate) fn saved() -> Vec<u8> {
    LsaFit::new().with_rank(2).fit_lsa(&TEXTS[..3].to_vec(), &Unwatched).unwrap().save().unwrap()
}

/// The same bytes, changed at `at`, with a checksum that matches.
pub(crate) fn forged(at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = saved();
    bytes[at..at + with.len()].copy_from_slice(with);
    let body = bytes.len() - 16;
    let digest = xxh3_128(&bytes[..body]).to_le_bytes();
    bytes[body..].copy_from_slice(&digest);
    bytes
}

#[test]
fn every_cut_and_every_flipped_bit_is_noticed() {
    let bytes = saved();
    for length in 0..bytes.len() {
        let error = Lsa::load(&bytes[..length], Analyzer::english()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt, "cut to {length}: {error}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = Lsa::load(&bytes, Analyzer::english()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::Version), "bit {bit}: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(Lsa::load(&longer, Analyzer::english()).unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn every_forged_byte_gives_an_encoder_or_an_error() {
    let length = saved().len() - 16;
    let mut refused = 0;
    for at in 0..length {
        match Lsa::load(&forged(at, &[0xFF]), Analyzer::english()) {
            Ok(lsa) => assert_eq!(lsa.encode_passages(&["apples"]).map_or(1, |rows| rows.len()), 1),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100, "{refused} of {length}");
}

#[test]
fn a_later_version_and_another_analyser_are_told_apart() {
    let error = Lsa::load(&forged(8, &[2]), Analyzer::english()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Version);
    assert_eq!(error.to_string(), "an LSA encoder of version 2; this build reads version 1");
    let error = Lsa::load(&saved(), Analyzer::neutral()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignFingerprint);
    assert!(error.to_string().contains(Analyzer::english().fingerprint().as_str()), "{error}");
    assert_eq!(Lsa::load(b"something else", Analyzer::english()).unwrap_err().kind(), ErrorKind::Corrupt);
}
