//! The laws of `sutra_core::Chunker`, checked on a chunker and a text.

use sutra_chunk::{
    ChunkSizer, Language, MarkdownChunker, RecursiveChunker, SemanticChunker, SentenceChunker,
    SentenceSplitter, Unit, WholeChunker, WindowChunker,
};
use sutra_core::{Chunker, Embeddings, Encoder, Fingerprint, Result, Span};
use unicode_segmentation::UnicodeSegmentation;

/// Panics, naming the law, if `chunker` breaks one on `text`. Gives the spans.
pub(crate) fn check(chunker: &dyn Chunker, text: &str) -> Vec<Span> {
    let pieces = chunker.chunk(text).expect("chunking plain text does not fail");
    let spans: Vec<_> = pieces.iter().map(|piece| piece.span).collect();
    for span in &spans {
        assert!(span.slice(text).is_ok(), "{span:?} is no slice of {text:?}");
        assert!(!span.is_empty(), "an empty span in {text:?}");
    }
    for pair in spans.windows(2) {
        assert!(pair[0].start() < pair[1].start(), "starts do not increase: {pair:?} in {text:?}");
    }
    assert_covered(text, &spans);
    if let Some((last, earlier)) = spans.split_last() {
        let reached = earlier.iter().map(|span| span.end()).max().unwrap_or(0);
        assert!(last.end() > reached, "the last piece adds nothing: {spans:?} in {text:?}");
    }
    assert_eq!(spans.is_empty(), text.trim().is_empty(), "only a blank text has no pieces: {text:?}");
    assert_eq!(pieces, chunker.chunk(text).expect("as before"), "not the same twice: {text:?}");
    spans
}

/// Checks that every byte outside the spans is white space.
fn assert_covered(text: &str, spans: &[Span]) {
    let mut reached = 0;
    for span in spans {
        assert!(
            text[reached..span.start().max(reached)].trim().is_empty(),
            "text is left out before {span:?} in {text:?}"
        );
        reached = reached.max(span.end());
    }
    assert!(text[reached..].trim().is_empty(), "text is left out at the end of {text:?}");
}

/// Panics if the sentences of `text` break a law. Gives their spans.
pub(crate) fn check_sentences(language: Language, text: &str) -> Vec<Span> {
    let spans: Vec<_> = SentenceSplitter::new(language).sentences(text).collect();
    for span in &spans {
        let sentence = span.slice(text).expect("a sentence is a slice of its text");
        assert!(!sentence.is_empty(), "an empty sentence in {text:?}");
        assert_eq!(sentence, sentence.trim(), "white space around a sentence of {text:?}");
    }
    for pair in spans.windows(2) {
        assert!(pair[0].end() <= pair[1].start(), "sentences overlap: {pair:?} in {text:?}");
    }
    assert_covered(text, &spans);
    spans
}

/// Counts what a subword tokeniser might: a token for every three bytes of a word.
pub(crate) struct Thirds;

impl ChunkSizer for Thirds {
    fn size(&self, text: &str) -> usize {
        text.split_whitespace().map(|word| word.len().div_ceil(3)).sum()
    }
}

/// Counts the letters of a text, modulo eight.
#[derive(Clone)]
pub(crate) struct Letters;

impl Encoder for Letters {
    fn dim(&self) -> usize {
        8
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("letters")
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let count = |text: &str, rest| text.chars().filter(|c| *c as u32 % 8 == rest).count() as f32;
        Embeddings::new(8, texts.iter().flat_map(|text| (0..8).map(|rest| count(text, rest))).collect())
    }
}

/// A chunker of the crate with the budget that its pieces must keep.
pub(crate) struct Subject {
    pub(crate) chunker: Box<dyn Chunker>,
    pub(crate) budget: Option<(usize, Box<dyn ChunkSizer>)>,
}

/// Every chunker of the crate, with small budgets and large ones.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = vec![
        Subject { chunker: Box::new(WholeChunker), budget: None },
        Subject {
            chunker: Box::new(SentenceChunker::default().with_headings(true)),
            budget: Some((1200, Box::new(Unit::Bytes))),
        },
        Subject {
            chunker: Box::new(MarkdownChunker::default()),
            budget: Some((1200, Box::new(Unit::Bytes))),
        },
    ];
    for (max, overlap) in [(1, 0), (2, 1), (7, 3), (20, 1), (40, 39)] {
        for unit in [Unit::Bytes, Unit::Characters, Unit::Words] {
            subjects.extend(
                counted(max, unit, overlap)
                    .map(|chunker| Subject { chunker, budget: Some((max, Box::new(unit) as Box<_>)) }),
            );
        }
        subjects.extend(
            sized(max, overlap).map(|chunker| Subject { chunker, budget: Some((max, Box::new(Thirds))) }),
        );
    }
    subjects
}

fn counted(max: usize, unit: Unit, overlap: usize) -> [Box<dyn Chunker>; 6] {
    let sentence = SentenceChunker::new(max, unit, overlap).unwrap();
    let english = sentence.clone().with_language(Language::English).with_headings(true);
    [
        Box::new(WindowChunker::new(max, unit, overlap).unwrap()),
        Box::new(sentence),
        Box::new(english),
        Box::new(RecursiveChunker::new(max, unit, overlap).unwrap()),
        Box::new(MarkdownChunker::new(max, unit, overlap).unwrap().with_table_heads()),
        Box::new(SemanticChunker::new(Letters, max, unit, overlap).unwrap()),
    ]
}

fn sized(max: usize, overlap: usize) -> [Box<dyn Chunker>; 5] {
    [
        Box::new(WindowChunker::sized_by(max, Thirds, overlap).unwrap()),
        Box::new(SentenceChunker::sized_by(max, Thirds, overlap).unwrap()),
        Box::new(RecursiveChunker::sized_by(max, Thirds, overlap).unwrap()),
        Box::new(MarkdownChunker::sized_by(max, Thirds, overlap).unwrap()),
        Box::new(SemanticChunker::sized_by(Letters, max, Thirds, overlap).unwrap()),
    ]
}

/// Checks the laws and the budget of every chunker on a text.
pub(crate) fn check_all(text: &str) {
    for subject in subjects() {
        let spans = check(&*subject.chunker, text);
        let Some((max, sizer)) = &subject.budget else { continue };
        for span in spans {
            let piece = &text[span.range()];
            assert!(
                sizer.size(piece) <= *max || piece.graphemes(true).count() == 1,
                "{piece:?} is larger than {max} in {text:?}"
            );
        }
    }
    for language in Language::ALL {
        check_sentences(*language, text);
    }
}

#[test]
fn every_chunker_keeps_the_laws() {
    for subject in subjects() {
        sutra_core::laws::chunker::check(&*subject.chunker).unwrap();
    }
}

#[test]
fn laws_hold_on_awkward_texts() {
    for text in [
        "",
        " \n\t\u{3000}",
        "a",
        ".",
        "\u{FEFF}Hello.\u{200B} World\u{A0}.",
        "One. Two! Three?  Four…\r\n\r\nFive",
        "# A\n## B\nText. More text.\n\n```\n# no\n```\n- item\n- item 2\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "ab👨\u{200D}👩\u{200D}👧cd 🇮🇩🇮🇩 e\u{301}. \u{301}x",
        "今天下雨。我们留在家里！你想喝茶吗？好的。",
        "मौसम साफ है। हम चलेंगे॥ ठीक है?",
        "1. a 2. b 3. c\n4) d",
        "a\u{85}b\u{2028}c\u{2029}d\u{B}e\u{C}f\rg",
        "x                                                                      y",
        "Wait . . . . What. . . . Then . . .”  :) ! ? )",
        "alpha  beta\u{A0}gamma. \n\n delta;\tepsilon",
    ] {
        check_all(text);
    }
}
