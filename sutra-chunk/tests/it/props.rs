//! Properties over random texts.

use std::time::Instant;

use proptest::prelude::*;
use sutra_chunk::{Language, SentenceChunker, Unit, WindowChunker};
use sutra_core::Chunker;

use crate::laws::{check, check_all, check_sentences};

/// Pieces that texts are put together from: all that the rules look at, and what may break them.
const SNIPPETS: &[&str] = &[
    ".",
    "!",
    "?",
    "…",
    "。",
    "！",
    "．",
    "।",
    "؟",
    "\"",
    "'",
    "”",
    "“",
    "»",
    "(",
    ")",
    "[",
    "]",
    "*",
    "`",
    "```",
    "~~~",
    "#",
    "## ",
    "|",
    "-",
    "- ",
    "• ",
    "1.",
    "2)",
    "b.",
    "U.S",
    "Dr",
    "e.g",
    "Inc",
    "p.m",
    "No",
    "The",
    "the",
    "x",
    "Xy",
    "12",
    "３",
    ":)",
    "://",
    "@",
    "中",
    "と",
    "ก\u{E33}",
    "e\u{301}",
    "\u{301}",
    "👨\u{200D}👩",
    "🇮🇩",
    "\u{200D}",
    "\u{FEFF}",
    " ",
    " ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    "\u{A0}",
    "\u{3000}",
    "\u{85}",
    "\u{2029}",
    "\u{C}",
];

fn nasty() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SNIPPETS), 0..60).prop_map(|snippets| snippets.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn laws_hold_on_nasty_texts(text in nasty()) {
        check_all(&text);
    }

    #[test]
    fn laws_hold_on_any_characters(text in "\\PC{0,80}") {
        check_all(&text);
    }

    #[test]
    fn windows_keep_their_overlap(text in "[a-z]{1,200}", max in 1_usize..40, share in 0.0_f64..1.0) {
        let overlap = ((max as f64 * share) as usize).min(max - 1);
        let spans = check(&WindowChunker::new(max, Unit::Characters, overlap).unwrap(), &text);
        for pair in spans.windows(2) {
            prop_assert_eq!(pair[0].len(), max);
            prop_assert_eq!(pair[0].end() - pair[1].start(), overlap);
        }
    }

    #[test]
    fn a_larger_budget_makes_no_more_pieces(text in nasty(), max in 1_usize..60) {
        let count = |max| SentenceChunker::new(max, Unit::Bytes, 0).unwrap().chunk(&text).unwrap().len();
        prop_assert!(count(1000) <= count(max));
    }
}

/// A megabyte of each, in well under a second: quadratic work would take hours.
#[test]
fn time_is_linear_on_hostile_texts() {
    const SIZE: usize = 1 << 20;
    let repeated = [
        ".",
        "\"",
        "a",
        "?",
        "…",
        ". ",
        "a.",
        "A. ",
        "U.S. ",
        "Aa.The.",
        "(.",
        ".\"",
        "a\n",
        "# \n",
        "```\n",
        "|\n",
        "-\n",
        "1. a ",
        "• ",
        " . .",
        ":) ",
        "。」",
        "\u{A0}",
        "中",
        "e\u{301}",
        "\u{301}",
        "x.          ",
        "# #\n",
    ];
    for unit in repeated {
        let text = unit.repeat(SIZE / unit.len());
        let begun = Instant::now();
        check_sentences(Language::English, &text);
        check(&SentenceChunker::default().with_headings(true), &text);
        check(
            &WindowChunker::new(1000, Unit::Bytes, 999).unwrap(),
            &text[..text.floor_char_boundary(SIZE / 16)],
        );
        assert!(begun.elapsed().as_secs() < 20, "{unit:?} took {:?}", begun.elapsed());
    }
}

#[test]
fn a_long_title_does_not_swell_every_context() {
    let text = format!("# {}\n{}", "long title ".repeat(10_000), "Some text. ".repeat(10_000));
    let pieces = SentenceChunker::default().with_headings(true).chunk(&text).unwrap();
    assert!(pieces.len() > 100);
    assert!(pieces.iter().all(|piece| piece.context.len() <= 203 && piece.context.ends_with('…')));
}
