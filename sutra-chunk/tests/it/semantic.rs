//! Breaks where the subject changes.

use sutra_chunk::{SemanticChunker, SentenceSplitter, Unit};
use sutra_core::{Chunker, Embeddings, Encoder, ErrorKind, Fingerprint, Result};

use crate::laws::{Letters, check};

const TEXT: &str = "Bread rises. Bread bakes well. Bread is warm. Stone is cold. Stone lasts. Stone is grey.";

/// One value for bread, one for stone, and a limit to what is asked at once.
struct Topics;

impl Encoder for Topics {
    fn dim(&self) -> usize {
        2
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("topics")
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        assert!((1..=256).contains(&texts.len()), "a batch of {}", texts.len());
        let row = |text: &&str| ["Bread", "Stone"].map(|word| f32::from(u8::from(text.contains(word))));
        Embeddings::new(2, texts.iter().flat_map(row).collect())
    }
}

fn cut(max: usize, overlap: usize, breaks: f64) -> Vec<&'static str> {
    let chunker = SemanticChunker::new(Topics, max, Unit::Bytes, overlap).unwrap();
    let spans = check(&chunker.with_breaks(breaks).unwrap(), TEXT);
    spans.iter().map(|span| &TEXT[span.range()]).collect()
}

#[test]
fn a_piece_ends_where_the_subject_changes() {
    let wanted =
        ["Bread rises. Bread bakes well. Bread is warm.", "Stone is cold. Stone lasts. Stone is grey."];
    assert_eq!(cut(1000, 0, 0.2), wanted);
    assert_eq!(cut(1000, 1, 0.2), wanted, "nothing is repeated across a change");
    assert_eq!(cut(50, 0, 0.0), wanted, "where the budget cuts, it cuts there");
    assert_eq!(cut(1000, 0, 0.0), [TEXT]);
}

#[test]
fn the_budget_holds_within_a_subject() {
    let found = cut(32, 1, 0.2);
    assert_eq!(found[..2], ["Bread rises. Bread bakes well.", "Bread bakes well. Bread is warm."]);
}

#[test]
fn every_sentence_is_encoded_once() {
    let text = "Bread is good. ".repeat(1000);
    let sentences = SentenceSplitter::default().sentences(&text).count();
    assert_eq!(sentences, 1000);
    let spans = check(&SemanticChunker::new(Topics, 200, Unit::Bytes, 0).unwrap(), &text);
    assert!(spans.len() > 70);
}

#[test]
fn an_encoder_that_fails_or_lies_is_an_error() {
    struct Liar(usize);
    impl Encoder for Liar {
        fn dim(&self) -> usize {
            2
        }
        fn fingerprint(&self) -> Fingerprint {
            Fingerprint::new("liar")
        }
        fn encode_passages(&self, _: &[&str]) -> Result<Embeddings> {
            Embeddings::new(2, vec![1.0; self.0])
        }
    }
    for (values, kind) in [(2, ErrorKind::Contract), (3, ErrorKind::Dimension)] {
        let chunker = SemanticChunker::new(Liar(values), 100, Unit::Bytes, 0).unwrap();
        assert_eq!(chunker.chunk("One. Two. Three.").unwrap_err().kind(), kind);
    }
}

#[test]
fn the_share_of_breaks_is_checked() {
    for share in [-0.1, 1.1, f64::NAN] {
        let chunker = SemanticChunker::new(Letters, 100, Unit::Bytes, 0).unwrap();
        assert_eq!(chunker.with_breaks(share).unwrap_err().kind(), ErrorKind::InvalidConfig);
    }
}
