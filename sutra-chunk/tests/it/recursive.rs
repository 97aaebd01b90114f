//! Pieces that end at the best place.

use sutra_chunk::{RecursiveChunker, Unit};

use crate::laws::check;

fn cut(text: &str, max: usize, unit: Unit, overlap: usize) -> Vec<&str> {
    let spans = check(&RecursiveChunker::new(max, unit, overlap).unwrap(), text);
    spans.iter().map(|span| &text[span.range()]).collect()
}

#[test]
fn the_best_place_within_reach_ends_a_piece() {
    let text = "Aa bb. Cc dd.\nEe ff.\n\nGg hh ii.";
    assert_eq!(cut(text, 100, Unit::Bytes, 0), [text]);
    assert_eq!(cut(text, 28, Unit::Bytes, 0), ["Aa bb. Cc dd.\nEe ff.", "Gg hh ii."]);
    assert_eq!(cut(text, 14, Unit::Bytes, 0), ["Aa bb. Cc dd.", "Ee ff.", "Gg hh ii."]);
    assert_eq!(cut(text, 10, Unit::Bytes, 0), ["Aa bb.", "Cc dd.", "Ee ff.", "Gg hh ii."]);
    assert_eq!(cut(text, 6, Unit::Bytes, 0), ["Aa bb.", "Cc dd.", "Ee ff.", "Gg hh", "ii."]);
    assert_eq!(cut(text, 2, Unit::Bytes, 0)[..4], ["Aa", "bb", ".", "Cc"]);
}

#[test]
fn a_line_ends_a_piece_before_a_sentence_does() {
    assert_eq!(cut("aa bb cc\ndd ee. Ff gg", 18, Unit::Bytes, 0), ["aa bb cc", "dd ee. Ff gg"]);
}

#[test]
fn overlap_is_counted_in_units_and_begins_well() {
    let text = "One two three. Four five six. Seven eight nine. Ten.";
    assert_eq!(
        cut(text, 6, Unit::Words, 3),
        ["One two three. Four five six.", "Four five six. Seven eight nine.", "Seven eight nine. Ten."]
    );
    assert_eq!(
        cut(text, 33, Unit::Characters, 8),
        ["One two three. Four five six.", "six. Seven eight nine. Ten."]
    );
}

#[test]
fn overlap_reaches_into_words_without_spaces() {
    assert_eq!(
        cut("abcdefghijklmnopqrstuvwxy", 10, Unit::Bytes, 3),
        ["abcdefghij", "hijklmnopq", "opqrstuvwx", "vwxy"]
    );
}
