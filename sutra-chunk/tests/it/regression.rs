//! Faults seen in the field, one test each, named after the case.

use std::time::Instant;

use sutra_chunk::{
    Language, MarkdownChunker, RecursiveChunker, SentenceChunker, SentenceSplitter, Unit, WindowChunker,
};
use sutra_core::{Chunker, ErrorKind};

use crate::laws::{check, check_all, check_sentences};
use crate::tokens::{CharacterTokens, PairTokens, PieceTokens};

fn windows(text: &str, max: usize, unit: Unit, overlap: usize) -> Vec<(usize, usize)> {
    let spans = check(&WindowChunker::new(max, unit, overlap).unwrap(), text);
    spans.iter().map(|span| (span.start(), span.end())).collect()
}

fn sentences(language: Language, text: &str) -> Vec<(usize, usize)> {
    check_sentences(language, text).iter().map(|span| (span.start(), span.end())).collect()
}

fn packed(text: &str, max: usize, unit: Unit, overlap: usize) -> Vec<(usize, usize)> {
    let spans = check(&SentenceChunker::new(max, unit, overlap).unwrap(), text);
    spans.iter().map(|span| (span.start(), span.end())).collect()
}

/// Context and start of each piece.
fn sections(text: &str) -> Vec<(String, usize)> {
    let chunker = SentenceChunker::default().with_headings(true);
    check(&chunker, text);
    let pieces = chunker.chunk(text).unwrap();
    pieces.into_iter().map(|piece| (piece.context, piece.span.start())).collect()
}

/// The same by the chunker for Markdown.
fn markdown_sections(text: &str) -> Vec<(String, usize)> {
    let chunker = MarkdownChunker::default();
    check(&chunker, text);
    let pieces = chunker.chunk(text).unwrap();
    pieces.into_iter().map(|piece| (piece.context, piece.span.start())).collect()
}

#[test]
fn chunk_003_overlap_in_words_is_counted_in_words() {
    let text = "alpha beta gamma delta epsilon zeta eta theta iota";
    assert_eq!(windows(text, 4, Unit::Words, 1), [(0, 22), (17, 39), (36, 50)]);
}

#[test]
fn chunk_004_overlap_in_tokens_is_counted_in_tokens() {
    let words = ["the", "unhappiest", "river", "runs", "by", "the", "mill", "and", "the", "river", "sings"];
    let text = words.iter().cycle().take(300).copied().collect::<Vec<_>>().join(" ");
    let windows = check(&WindowChunker::sized_by(16, PieceTokens, 4).unwrap(), &text);
    let recursive = check(&RecursiveChunker::sized_by(16, PieceTokens, 4).unwrap(), &text);
    for spans in [windows, recursive] {
        assert!(spans.len() > 20);
        for pair in spans.windows(2) {
            assert!(pair[1].start() <= pair[0].end() && pair[1].start() > pair[0].start());
        }
    }
}

#[test]
fn chunk_006_overlap_not_below_max() {
    let begun = Instant::now();
    for (max, overlap) in [(512, 512), (100, 101), (2, 2), (0, 0)] {
        for unit in [Unit::Bytes, Unit::Characters, Unit::Words] {
            let error = WindowChunker::new(max, unit, overlap).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidConfig);
            let error = SentenceChunker::new(max, unit, overlap).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidConfig);
            let error = RecursiveChunker::new(max, unit, overlap).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidConfig);
            let error = MarkdownChunker::new(max, unit, overlap).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidConfig);
        }
        let error = WindowChunker::sized_by(max, crate::laws::Thirds, overlap).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
        let error = SentenceChunker::sized_by(max, crate::laws::Thirds, overlap).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
    }
    assert!(begun.elapsed().as_secs() < 1);
}

#[test]
fn chunk_008_the_tail_comes_once() {
    let text = "abcdefghijklmnopqrstuvwxy";
    for unit in [Unit::Bytes, Unit::Characters] {
        assert_eq!(windows(text, 10, unit, 3), [(0, 10), (7, 17), (14, 24), (21, 25)]);
    }
}

#[test]
fn chunk_009_no_tail_of_overlap_alone() {
    // Fourteen bytes hold three of these sentences.
    assert_eq!(packed("One. Two. Six. Ten.", 14, Unit::Bytes, 2), [(0, 14), (5, 19)]);
}

#[test]
fn chunk_010_no_dwindling_tail() {
    assert_eq!(windows("KLMNOPQRST", 4, Unit::Characters, 2), [(0, 4), (2, 6), (4, 8), (6, 10)]);
}

#[test]
fn chunk_011_no_overlap_is_none() {
    assert_eq!(windows(&"z".repeat(30), 10, Unit::Characters, 0), [(0, 10), (10, 20), (20, 30)]);
}

#[test]
fn chunk_012_bytes_are_not_characters() {
    let text = "…".repeat(2000);
    for spans in [windows(&text, 200, Unit::Bytes, 30), packed(&text, 200, Unit::Bytes, 30)] {
        assert!(spans.iter().all(|(start, end)| start % 3 == 0 && end % 3 == 0 && end - start <= 198));
        assert_eq!((spans[0].0, spans[spans.len() - 1].1), (0, 6000));
    }
    for spans in [windows(&text, 200, Unit::Characters, 0), packed(&text, 200, Unit::Characters, 0)] {
        assert_eq!(spans, (0..10).map(|n| (600 * n, 600 * (n + 1))).collect::<Vec<_>>());
    }
}

#[test]
fn chunk_014_characters_of_several_tokens_stay_whole() {
    let text = "Müßiggang 🙂 für alle";
    assert_eq!(text.len(), 26);
    for max in [1, 2, 3] {
        let chunkers: [Box<dyn Chunker>; 3] = [
            Box::new(WindowChunker::sized_by(max, PairTokens, 0).unwrap()),
            Box::new(SentenceChunker::sized_by(max, PairTokens, 0).unwrap()),
            Box::new(RecursiveChunker::sized_by(max, PairTokens, 0).unwrap()),
        ];
        for chunker in chunkers {
            let spans = check(&*chunker, text);
            let mut rebuilt = String::new();
            for span in spans {
                let piece = &text[span.range()];
                assert!(!piece.contains('\u{FFFD}'));
                assert!(PairTokens::count(piece) <= max || piece.chars().count() == 1, "{piece:?} at {max}");
                // Pieces are trimmed: what stands between them is one space.
                rebuilt.push_str(&text[rebuilt.len()..span.start()]);
                rebuilt.push_str(piece);
            }
            assert_eq!(rebuilt, text);
        }
    }
}

#[test]
fn chunk_015_clusters_are_never_cut() {
    let family = "ab\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}cd";
    assert_eq!(windows(family, 3, Unit::Characters, 0), [(0, 2), (2, 20), (20, 22)]);
    assert_eq!(packed(family, 3, Unit::Characters, 0), [(0, 2), (2, 20), (20, 22)]);
    assert_eq!(windows("ab\u{1F1EE}\u{1F1E9}cd", 3, Unit::Characters, 0), [(0, 2), (2, 11), (11, 12)]);
    assert_eq!(windows("abe\u{301}", 3, Unit::Characters, 0), [(0, 2), (2, 5)]);
}

#[test]
fn chunk_017_text_without_any_place_to_cut() {
    let text = "資料檢索".repeat(225);
    let wanted = [(0, 254 * 3), (254 * 3, 508 * 3), (508 * 3, 762 * 3), (762 * 3, 900 * 3)];
    let chunkers: [Box<dyn Chunker>; 4] = [
        Box::new(WindowChunker::sized_by(256, CharacterTokens, 0).unwrap()),
        Box::new(SentenceChunker::sized_by(256, CharacterTokens, 0).unwrap()),
        Box::new(RecursiveChunker::sized_by(256, CharacterTokens, 0).unwrap()),
        Box::new(MarkdownChunker::sized_by(256, CharacterTokens, 0).unwrap()),
    ];
    for chunker in chunkers {
        let spans = check(&*chunker, &text);
        assert_eq!(spans.iter().map(|span| (span.start(), span.end())).collect::<Vec<_>>(), wanted);
    }
}

#[test]
fn chunk_018_terminators_without_spaces() {
    let text = "今天下雨。我们留在家里！你想喝茶吗？好的。";
    assert_eq!(sentences(Language::Neutral, text), [(0, 15), (15, 36), (36, 54), (54, 63)]);
    assert_eq!(packed(text, 12, Unit::Characters, 0), [(0, 36), (36, 63)]);
}

#[test]
fn chunk_019_blank_lines_of_either_kind() {
    let text = "Alpha one.\r\n\r\nBeta two.\r\nstill beta.\r\n\r\n\r\nGamma.";
    let paragraphs = |text: &str| {
        let spans = sentences(Language::Neutral, text);
        spans.iter().map(|(start, end)| text[*start..*end].to_string()).collect::<Vec<_>>()
    };
    let wanted = ["Alpha one.", "Beta two.\r\nstill beta.", "Gamma."];
    assert_eq!(paragraphs(text), wanted);
    assert_eq!(sentences(Language::Neutral, text), [(0, 10), (14, 36), (42, 48)]);
    assert_eq!(paragraphs(&text.replace('\r', "")), wanted.map(|text| text.replace('\r', "")));
    let spans = check(&RecursiveChunker::new(25, Unit::Bytes, 0).unwrap(), text);
    assert_eq!(
        spans.iter().map(|span| (span.start(), span.end())).collect::<Vec<_>>(),
        [(0, 10), (14, 36), (42, 48)]
    );
}

#[test]
fn chunk_022_a_comment_in_a_fence_is_no_heading() {
    let text = "# Setup\n\n```python\n# not a heading\nrun()\n```\n\n# Next\nDone.\n";
    assert_eq!(sections(text), [("Setup".to_string(), 0), ("Next".to_string(), 46)]);
    assert_eq!(markdown_sections(text), sections(text));
}

#[test]
fn chunk_025_only_the_heading_is_dropped() {
    let text = "# One\nIntro words.\n\n```sh\n# comment\nls\n```\nTail words.\n";
    for max in [10, 20, 1200] {
        let sentence = SentenceChunker::new(max, Unit::Bytes, 1).unwrap();
        let markdown = MarkdownChunker::new(max, Unit::Bytes, 1).unwrap();
        let chunkers: [Box<dyn Chunker>; 2] = [
            Box::new(sentence.with_headings(true).without_heading_lines()),
            Box::new(markdown.without_heading_lines()),
        ];
        for chunker in chunkers {
            let mut covered = vec![false; text.len()];
            for piece in chunker.chunk(text).unwrap() {
                assert_eq!(piece.context, "One");
                covered[piece.span.range()].fill(true);
            }
            let left_out: Vec<usize> = (0..text.len())
                .filter(|at| !covered[*at] && !text.as_bytes()[*at].is_ascii_whitespace())
                .collect();
            assert_eq!(left_out, [0, 2, 3, 4], "the bytes of # One");
        }
    }
}

#[test]
fn chunk_023_fences_close_as_in_common_mark() {
    for (text, wanted) in [
        ("# Real\n\n```\n# fake\n````\n\n# Next\n", &["Real", "Next"][..]),
        ("# Real\n\n   ```\n# fake\n   ```\n\n# Next\n", &["Real", "Next"]),
        ("# Real\n\n~~~py\n# fake\nx\n", &["Real"]),
        ("# Real\n\n````\n```\n# fake\n```\n````\n\n# Next\n", &["Real", "Next"]),
    ] {
        let found = sections(text);
        assert_eq!(found.iter().map(|(context, _)| context.as_str()).collect::<Vec<_>>(), wanted, "{text:?}");
        assert_eq!(markdown_sections(text), found);
    }
}

#[test]
fn chunk_026_only_white_space_is_left_out() {
    let text = "alpha  beta\u{A0}gamma. \n\n delta;\tepsilon";
    check_all(text);
    assert_eq!(windows(text, 100, Unit::Bytes, 0), [(0, text.len())]);
}

#[test]
fn chunk_032_rows_of_a_table_stay_whole() {
    let rows: Vec<String> = (0..40).map(|row| format!("| speed{row:02} | m/s |\n")).collect();
    let text = format!("Intro line.\n\n| Name | Unit |\n|---|---|\n{}", rows.concat());
    let plain = MarkdownChunker::new(200, Unit::Characters, 0).unwrap();
    let headed = plain.clone().with_table_heads();
    for chunker in [plain, headed] {
        let spans = check(&chunker, &text);
        assert!(spans.iter().all(|span| span.len() <= 200));
        for row in &rows {
            let holds = spans.iter().filter(|span| text[span.range()].contains(row.trim_end()));
            assert_eq!(holds.count(), 1, "{row:?}");
        }
    }
    let headed = MarkdownChunker::new(200, Unit::Characters, 0).unwrap().with_table_heads();
    let pieces = headed.chunk(&text).unwrap();
    let (head, rest): (Vec<_>, Vec<_>) =
        pieces.iter().partition(|piece| text[piece.span.range()].contains("Name"));
    assert_eq!((head.len(), head[0].context.as_str()), (1, ""));
    assert!(rest.iter().skip(1).all(|piece| piece.context == "| Name | Unit |\n|---|---|"), "{rest:?}");
}

#[test]
fn sent_001_decimals() {
    let text = "The tank holds 3.75m litres at 9.5 bar. Staff check it at 6.30 daily.";
    assert_eq!(sentences(Language::English, text), [(0, 39), (40, 69)]);
}

#[test]
fn sent_005_abbreviations_with_a_space_inside() {
    let text = "Wir kaufen Obst, z. B. Birnen, d. h. frische Ware. Der Preis ist o. k. für uns.";
    assert_eq!(sentences(Language::German, text), [(0, 50), (51, 80)]);
}

#[test]
fn sent_006_amounts_before_nouns() {
    let text = "Der Bau kostet 7 Mio. Euro. Das Land zählt 12 Mrd. Bäume. Genug.";
    assert_eq!(sentences(Language::German, text), [(0, 27), (28, 59), (60, 66)]);
}

#[test]
fn sent_007_a_single_letter_may_end() {
    let text = "We choose plan A. Then we rest. Vitamin C. is not needed.";
    assert_eq!(sentences(Language::English, text), [(0, 17), (18, 31), (32, 57)]);
}

#[test]
fn sent_010_closing_quotes() {
    let text = "She smiled and said, \"This is fine.\" He closed the door. \"Why now?\" asked Ann.";
    assert_eq!(sentences(Language::English, text), [(0, 36), (37, 56), (57, 78)]);
}

#[test]
fn sent_012_repeated_items() {
    let text = "1) Item here. 2) Item here. 3) Item here.";
    assert_eq!(sentences(Language::English, text), [(0, 13), (14, 27), (28, 41)]);
}

#[test]
fn sent_013_nothing_is_lost_around_dots() {
    let text = "Il reste du pain .. Demain on verra .... Bien.";
    for language in Language::ALL {
        let mut rebuilt = String::new();
        for span in SentenceSplitter::new(*language).sentences(text) {
            rebuilt.push_str(&text[rebuilt.len()..span.end()]);
        }
        assert_eq!(rebuilt, text);
        assert!(sentences(*language, text).len() > 1);
    }
}

#[test]
fn sent_015_full_width_decimals() {
    let text = "円周率は３．１４です。次は２．７です。";
    assert_eq!(sentences(Language::Japanese, text), [(0, 33), (33, 57)]);
}

#[test]
fn sent_016_danda() {
    let text = "मौसम साफ है। हम चलेंगे॥ ठीक है?";
    assert_eq!(sentences(Language::Neutral, text), [(0, 32), (33, 61), (62, 79)]);
}

#[test]
fn sent_019_indonesian_abbreviations() {
    let text = "PT. Maju dan CV. Jaya menang. Acara tgl. 7 Juni dibuka pk. 09.15 tepat.";
    assert_eq!(sentences(Language::Indonesian, text), [(0, 29), (30, 71)]);
}

#[test]
fn sent_021_document_numbers_and_hosts() {
    let text = "Baca surat N.QQ-12.ZY.04.02 serta situs x.io, p.q.org, dsb. di sana.";
    assert_eq!(sentences(Language::Indonesian, text), [(0, 68)]);
}

#[test]
fn sent_022_ellipsis_before_a_capital() {
    let text = "Он молчал… Потом ушёл. Да… и всё.";
    assert_eq!(sentences(Language::Neutral, text), [(0, 20), (21, 41), (42, 60)]);
}

#[test]
fn sent_024_marks_and_brackets() {
    let text = "Really?! Yes. (It rained!) We left.";
    assert_eq!(sentences(Language::English, text), [(0, 8), (9, 13), (14, 26), (27, 35)]);
}

#[test]
fn sent_026_sentences_that_begin_with_dots_or_digits() {
    let text = "All was calm. ...and later it rained. 47 boats came home.";
    assert_eq!(sentences(Language::English, text), [(0, 13), (14, 37), (38, 57)]);
}

#[test]
fn sent_028_list_items() {
    let text = "Pick one:\n\n1. Wait a bit\n2. Ask again\n\nThen go on.";
    assert_eq!(sentences(Language::English, text), [(0, 9), (11, 24), (25, 37), (39, 50)]);
}

/// Found by fuzzing: every character that is no white space is in a piece.
#[test]
fn a_byte_order_mark_alone_is_in_a_piece() {
    let chunker = MarkdownChunker::new(10, Unit::Characters, 0).unwrap();
    for text in ["\u{feff}", "\u{feff} \n\n", "\u{feff}\n\nBread."] {
        let pieces = chunker.chunk(text).unwrap();
        assert_eq!(pieces.first().map(|piece| piece.span.start()), Some(0), "{text:?}");
        assert_eq!(pieces.last().map(|piece| piece.span.end()), Some(text.trim_end().len()), "{text:?}");
    }
}
