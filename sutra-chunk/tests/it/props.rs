//! Properties over random texts.

use std::io::Read;
use std::ops::Range;
use std::time::Instant;

use proptest::prelude::*;
use sutra_chunk::{
    ChunkSizer, Language, RecursiveChunker, SentenceChunker, SentenceSplitter, Unit, WindowChunker,
};
use sutra_core::{Chunker, Span};

use crate::laws::{Thirds, check, check_all, check_sentences};

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

pub(crate) fn nasty() -> impl Strategy<Value = String> {
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
    fn packing_is_plain_packing(
        text in prop::collection::vec(prop::sample::select(SNIPPETS), 0..500),
        max in 64_usize..200,
        unit in prop::sample::select(&[Unit::Bytes, Unit::Characters][..]),
        overlap in 0_usize..4,
    ) {
        let text = text.concat();
        let sentences: Vec<Span> = SentenceSplitter::default().sentences(&text).collect();
        prop_assume!(sentences.iter().all(|span| unit.size(&text[span.range()]) <= max));
        let spans = check(&SentenceChunker::new(max, unit, overlap).unwrap(), &text);
        let found: Vec<_> = spans.iter().map(|span| span.range()).collect();
        prop_assert_eq!(found, packed_plainly(&text, &sentences, max, unit, overlap));
    }

    #[test]
    fn a_stream_gives_the_pieces_of_the_whole_text(
        text in prop::collection::vec(prop::sample::select(SNIPPETS), 0..200),
        max in 1_usize..200,
        unit in prop::sample::select(&[Unit::Bytes, Unit::Characters, Unit::Words][..]),
        step in 1_usize..50,
    ) {
        let text = text.concat();
        let chunkers = [
            SentenceChunker::new(max, unit, 2.min(max - 1)).unwrap(),
            SentenceChunker::sized_by(max, Thirds, 2.min(max - 1)).unwrap(),
        ];
        for chunker in chunkers {
            let mut stream = chunker.pieces_of(Slowly(text.as_bytes(), step)).unwrap();
            let mut found = Vec::new();
            while let Some((piece, slice)) = stream.next_piece().unwrap() {
                prop_assert_eq!(slice, &text[piece.span.range()]);
                found.push(piece);
            }
            prop_assert_eq!(found, chunker.chunk(&text).unwrap());
        }
    }

    #[test]
    fn recursion_looks_at_every_place(
        text in prop::collection::vec(prop::sample::select(SNIPPETS), 0..300),
        max in 64_usize..200,
    ) {
        // Under a sizer nothing is skipped.
        let text = text.concat();
        let cut = |sizer: RecursiveChunker| {
            check(&sizer, &text).iter().map(|span| span.range()).collect::<Vec<_>>()
        };
        struct Bytes;
        impl ChunkSizer for Bytes {
            fn size(&self, text: &str) -> usize {
                text.len()
            }
        }
        let counted = cut(RecursiveChunker::new(max, Unit::Bytes, 0).unwrap());
        prop_assert_eq!(counted, cut(RecursiveChunker::sized_by(max, Bytes, 0).unwrap()));
    }

    #[test]
    fn a_larger_budget_makes_no_more_pieces(text in nasty(), max in 1_usize..60) {
        let count = |max| SentenceChunker::new(max, Unit::Bytes, 0).unwrap().chunk(&text).unwrap().len();
        prop_assert!(count(1000) <= count(max));
    }
}

/// Reads a few bytes at once.
struct Slowly<'a>(&'a [u8], usize);

impl Read for Slowly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        self.0.read(&mut buffer[..count])
    }
}

/// Sentences packed one by one, none larger than `max`.
fn packed_plainly(
    text: &str,
    sentences: &[Span],
    max: usize,
    unit: Unit,
    overlap: usize,
) -> Vec<Range<usize>> {
    let fits = |from: usize, to: usize| unit.size(&text[sentences[from].start()..sentences[to].end()]) <= max;
    let (mut found, mut from) = (Vec::new(), 0);
    while from < sentences.len() {
        let mut last = from;
        while last + 1 < sentences.len() && fits(from, last + 1) {
            last += 1;
        }
        found.push(sentences[from].start()..sentences[last].end());
        if last + 1 == sentences.len() {
            break;
        }
        let earliest = (last + 1).saturating_sub(overlap).max(from + 1);
        from = (earliest..=last).find(|from| fits(*from, last + 1)).unwrap_or(last + 1);
    }
    found
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

/// What was skipped is told apart where an overlap needs it: as it stands in the text, not as a text of its own.
#[test]
fn what_was_skipped_is_read_as_it_stands() {
    let line = "Xy.```.- .U.S- …- U.SU.S```.…。## …- .```• ..U.S```.👨\u{200D}👩..U.S\u{85}\u{A0}```";
    let text = format!("{}\n\n{line}\n\n{}", "..........x ".repeat(7), ".x".repeat(40));
    let text = text.replace("\n\nXy", " Xy");
    let sentences: Vec<Span> = SentenceSplitter::default().sentences(&text).collect();
    // A line that is a list item because of the line break behind it.
    let item = format!("U.S.. x\u{85}-\n\n{}", "x".repeat(95));
    let spans = check(&SentenceChunker::new(97, Unit::Bytes, 1).unwrap(), &item);
    let parts: Vec<Span> = SentenceSplitter::default().sentences(&item).collect();
    let found: Vec<_> = spans.iter().map(|span| span.range()).collect();
    assert_eq!(found, packed_plainly(&item, &parts, 97, Unit::Bytes, 1));
    let largest = sentences.iter().map(|span| span.len()).max().unwrap();
    for overlap in 0..4 {
        for max in largest..largest + 100 {
            let spans = check(&SentenceChunker::new(max, Unit::Bytes, overlap).unwrap(), &text);
            let found: Vec<_> = spans.iter().map(|span| span.range()).collect();
            assert_eq!(
                found,
                packed_plainly(&text, &sentences, max, Unit::Bytes, overlap),
                "{max}+{overlap}"
            );
        }
    }
}

#[test]
fn a_stream_holds_little_of_a_long_text() {
    let text = "Some words make a sentence. ".repeat(200_000);
    let mut stream = SentenceChunker::default().pieces_of(text.as_bytes()).unwrap();
    let pieces = SentenceChunker::default().chunk(&text).unwrap();
    for piece in &pieces {
        assert_eq!(&stream.next().unwrap().unwrap(), piece);
    }
    assert!(stream.next().is_none() && stream.next().is_none());
    let broken = [text.as_bytes(), &[0xFF]].concat();
    let mut stream = SentenceChunker::default().pieces_of(&*broken).unwrap();
    let error = stream.find_map(Result::err).unwrap();
    assert!(error.to_string().contains(&format!("byte {}", text.len())), "{error}");
    assert!(stream.next().is_none());
}

#[test]
fn a_long_title_does_not_swell_every_context() {
    let text = format!("# {}\n{}", "long title ".repeat(10_000), "Some text. ".repeat(10_000));
    let pieces = SentenceChunker::default().with_headings(true).chunk(&text).unwrap();
    assert!(pieces.len() > 100);
    assert!(pieces.iter().all(|piece| piece.context.len() <= 203 && piece.context.ends_with('…')));
}
