//! Headings and contexts.

use sutra_chunk::{SentenceChunker, Unit};
use sutra_core::Chunker;

/// Context and text of each piece.
fn chunk(text: &str, max: usize) -> Vec<(String, &str)> {
    let chunker = SentenceChunker::new(max, Unit::Bytes, 1).unwrap().with_headings(true);
    let pieces = chunker.chunk(text).unwrap();
    pieces.into_iter().map(|piece| (piece.context, &text[piece.span.range()])).collect()
}

#[test]
fn a_piece_knows_the_headings_above_it() {
    let text = "Before.\n\n# Guide\nHello.\n\n## Setup\nInstall. Run.\n## Use ##\nAsk.\n# End\n";
    let found = chunk(text, 100);
    let found: Vec<_> = found.iter().map(|(context, text)| (context.as_str(), *text)).collect();
    assert_eq!(
        found,
        [
            ("", "Before."),
            ("Guide", "# Guide\nHello."),
            ("Guide > Setup", "## Setup\nInstall. Run."),
            ("Guide > Use", "## Use ##\nAsk."),
            ("End", "# End"),
        ]
    );
}

#[test]
fn nothing_overlaps_across_a_heading() {
    let text = "# A\nOne one. Two two. Six six.\n# B\nTen ten.";
    let pieces = chunk(text, 20);
    let texts: Vec<_> = pieces.iter().map(|(_, text)| *text).collect();
    assert_eq!(texts, ["# A\nOne one.", "One one. Two two.", "Two two. Six six.", "# B\nTen ten."]);
    assert!(pieces[..3].iter().all(|(context, _)| context == "A"));
}

#[test]
fn levels_may_be_skipped_and_titles_may_be_empty() {
    let text = "### Deep\na\n# Top\nb\n#### Low\nc\n##\nd\n#no heading\n####### nor this";
    let contexts: Vec<_> = chunk(text, 100).into_iter().map(|(context, _)| context).collect();
    assert_eq!(contexts, ["Deep", "Top", "Top > Low", "Top"]);
}

#[test]
fn a_heading_is_one_sentence() {
    let text = "# Vol. 2. The End. Really\r\nText.";
    assert_eq!(chunk(text, 27)[0].1, "# Vol. 2. The End. Really");
}

#[test]
fn headings_are_plain_text_unless_asked_for() {
    let text = "# A\nOne.\n# B\nTwo.";
    let pieces = SentenceChunker::default().chunk(text).unwrap();
    assert_eq!(pieces.len(), 1);
    assert_eq!(pieces[0].context, "");
}
