//! The index as bytes.

use proptest::prelude::*;
use sutra_core::{ErrorKind, Stamp};
use sutra_index::{Bm25Index, Bm25Params};
use sutra_text::Analyzer;

use crate::bm25_support::{STAMP, build, hits};

fn small() -> Bm25Index {
    let texts = ["oak elm oak", "", "tall oak", "größe café 東京大学", "elm ash"];
    build(Analyzer::neutral(), &texts).with_params(Bm25Params::new(0.9, 0.4).unwrap())
}

fn load(bytes: &[u8]) -> sutra_core::Result<Bm25Index> {
    Bm25Index::load(STAMP, Analyzer::neutral(), bytes)
}

#[test]
fn what_was_saved_loads_as_it_was() {
    let index = small();
    let loaded = load(&index.save()).unwrap();
    assert_eq!(loaded.save(), index.save());
    assert_eq!(loaded.params(), index.params());
    for query in ["oak", "elm oak", "大学", "größe", "nothing"] {
        assert_eq!(hits(&loaded, query), hits(&index, query), "{query}");
    }
    let empty = build(Analyzer::neutral(), &[""; 0]);
    assert_eq!(load(&empty.save()).unwrap().len(), 0);
    assert_eq!(
        build(Analyzer::neutral(), &["b a", "a"]).save(),
        build(Analyzer::neutral(), &["b a", "a"]).save()
    );
}

#[test]
fn foreign_terms_and_versions_are_named() {
    let bytes = small().save();
    let error = Bm25Index::load(Stamp::new(1, 1), Analyzer::english(), &bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignFingerprint);
    let message = error.to_string();
    assert!(message.contains("language=en") && message.contains("language=neutral"), "{message}");
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(load(&newer).unwrap_err().kind(), ErrorKind::Version);
    let mut other = bytes;
    other[0] = b'X';
    assert_eq!(load(&other).unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(load(&[]).unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn every_truncation_and_addition_is_an_error() {
    let mut bytes = small().save();
    for end in 0..bytes.len() {
        assert_eq!(load(&bytes[..end]).unwrap_err().kind(), ErrorKind::Corrupt, "{end} bytes");
    }
    bytes.push(0);
    assert_eq!(load(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn broken_rules_are_corrupt() {
    let bytes = build(Analyzer::neutral(), &["a b", "b"]).save();
    // From the end: counts 1 1 1, length; chunks 0 0 1, length; ends 1 3, length; ends of terms 1 2, length.
    let counts = bytes.len() - 12;
    let chunks = counts - 8 - 12;
    let ends = chunks - 8 - 16;
    let terms = ends - 8 - 16;
    let broken = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        assert_ne!(bytes[at], value);
        bytes[at] = value;
        load(&bytes).map(|_| ()).unwrap_err()
    };
    for (at, value, says) in [
        (counts, 0, "counted 0 times"),
        (counts + 4, 2, "chunk 0 has 2 terms by its length and 3"),
        (chunks + 8, 2, "does not exist"),
        (chunks + 8, 0, "out of order"),
        (ends, 0, "empty"),
        (ends, 4, "empty"),
        (ends + 8, 2, "lists end at 2"),
        (terms, 2, "term 1 of the dictionary is out of order"),
        (terms, 9, "term 0 of the dictionary is no range"),
        (terms + 8, 1, "out of order"),
        (terms - 10, b'b', "out of order"),
    ] {
        let error = broken(at, value);
        assert_eq!(error.kind(), ErrorKind::Corrupt);
        assert!(error.to_string().contains(says), "{error} does not say {says:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Damaged bytes are an error or an index that can be searched; never a panic.
    #[test]
    fn damaged_bytes_never_panic(flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut bytes = small().save();
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        match load(&bytes) {
            Ok(index) => prop_assert!(hits(&index, "oak elm 大学 tall").len() <= 10),
            Err(error) => prop_assert!(matches!(
                error.kind(),
                ErrorKind::Corrupt | ErrorKind::Version | ErrorKind::ForeignFingerprint
            )),
        }
    }
}
