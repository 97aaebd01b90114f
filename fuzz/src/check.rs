//! The laws of a chunker, checked on one text, and sizes to cut it to.

use sutra_chunk::{ChunkSizer, Unit};
use sutra_core::{Chunker, Piece};

/// Panics if the pieces of `text` break a law, or are larger than `max` though they are more than one character.
pub fn check(chunker: &dyn Chunker, text: &str, max: usize, sizer: &dyn ChunkSizer) -> Vec<Piece> {
    let pieces = chunker.chunk(text).expect("a text can be cut");
    let (mut reached, mut begun) = (0, None);
    for piece in &pieces {
        let span = piece.span;
        let slice = span.slice(text).expect("a piece is a slice of its text");
        assert!(!slice.is_empty(), "an empty piece");
        assert!(begun.is_none_or(|begun| begun < span.start()), "starts do not increase at {span:?}");
        assert!(
            text[reached..span.start().max(reached)].trim().is_empty(),
            "text is left out before {span:?}"
        );
        assert!(sizer.size(slice) <= max || is_one_cluster(slice), "{slice:?} is larger than {max}");
        begun = Some(span.start());
        reached = reached.max(span.end());
    }
    assert!(text[reached..].trim().is_empty(), "text is left out after {reached}");
    if let Some((last, earlier)) = pieces.split_last() {
        let before = earlier.iter().map(|piece| piece.span.end()).max().unwrap_or(0);
        assert!(last.span.end() > before, "the last piece adds nothing");
    }
    assert_eq!(pieces, chunker.chunk(text).expect("a text can be cut twice"), "not the same twice");
    pieces
}

fn is_one_cluster(text: &str) -> bool {
    use unicode_segmentation::UnicodeSegmentation;
    text.graphemes(true).nth(1).is_none()
}

/// A unit by number.
pub fn unit(choice: u8) -> Unit {
    [Unit::Bytes, Unit::Characters, Unit::Words][usize::from(choice) % 3]
}

/// An overlap below `max`, by number.
pub fn overlap(choice: u8, max: usize) -> usize {
    usize::from(choice) % max
}

/// Counts what a subword tokeniser might: a token for every three bytes of a word, and two marks.
#[derive(Clone, Copy)]
pub struct Thirds;

impl ChunkSizer for Thirds {
    fn size(&self, text: &str) -> usize {
        2 + text.split_whitespace().map(|word| word.len().div_ceil(3)).sum::<usize>()
    }
}
