//! Blocks and what is made of them.

use std::time::Instant;

use sutra_chunk::{MarkdownChunker, Unit};
use sutra_core::Chunker;

use crate::laws::check;

/// Context and text of each piece.
fn chunk(text: &str, max: usize, overlap: usize) -> Vec<(String, &str)> {
    let chunker = MarkdownChunker::new(max, Unit::Bytes, overlap).unwrap();
    check(&chunker, text);
    let pieces = chunker.chunk(text).unwrap();
    pieces.into_iter().map(|piece| (piece.context, &text[piece.span.range()])).collect()
}

fn texts(text: &str, max: usize) -> Vec<&str> {
    chunk(text, max, 0).into_iter().map(|(_, text)| text).collect()
}

/// The headings, found as the contexts of a text.
fn contexts(text: &str) -> Vec<String> {
    chunk(text, 1200, 0).into_iter().map(|(context, _)| context).collect()
}

#[test]
fn a_piece_knows_the_headings_above_it() {
    let text = "Before.\n\n# Guide\nHello.\n\n## Setup\nInstall. Run.\n## Use ##\nAsk.\n\nEnd\n===\nStop.\n\nLow\nline\n---\nx";
    let found = chunk(text, 100, 1);
    let found: Vec<_> = found.iter().map(|(context, text)| (context.as_str(), *text)).collect();
    assert_eq!(
        found,
        [
            ("", "Before."),
            ("Guide", "# Guide\nHello."),
            ("Guide > Setup", "## Setup\nInstall. Run."),
            ("Guide > Use", "## Use ##\nAsk."),
            ("End", "End\n===\nStop."),
            ("End > Low line", "Low\nline\n---\nx"),
        ]
    );
}

#[test]
fn a_heading_without_text_goes_with_the_one_below() {
    let text = "# Guide\n\n## Setup\nInstall it.\n## Empty\n## Use\nAsk.\n# End";
    let found = chunk(text, 100, 1);
    let found: Vec<_> = found.iter().map(|(context, text)| (context.as_str(), *text)).collect();
    assert_eq!(
        found,
        [
            ("Guide > Setup", "# Guide\n\n## Setup\nInstall it."),
            ("Guide > Empty", "## Empty"),
            ("Guide > Use", "## Use\nAsk."),
            ("End", "# End"),
        ]
    );
    assert_eq!(chunk(text, 12, 0)[0], ("Guide".to_string(), "# Guide"));
}

#[test]
fn what_looks_like_a_heading_is_none() {
    for text in [
        "```\n# no\n```\ntext",
        "~~~\n# no",
        "    # no\ntext",
        "<!--\n# no\n\n# no\n-->\ntext",
        "<pre>\n\n# no\n</PRE>\ntext",
        "- item\n\n  ```\n# no\n  # no\n  ```\n",
        "#no\n####### no",
        "---\ntitle: x\n# no\n---\ntext",
        "| a | b |\n| --- | --- |\n| # no | 1 |",
        "> # no\n",
    ] {
        let found = contexts(text);
        assert!(found.iter().all(String::is_empty) || text.starts_with("- item"), "{found:?} in {text:?}");
    }
    // A line that is indented less than its item ends the item, and the code in it.
    assert_eq!(contexts("- item\n\n  ```\n# yes\n"), ["", "yes"]);
}

#[test]
fn code_is_whole_where_it_fits() {
    let code = "```rs\nlet a = 1;\n\nlet b = 2;\n```";
    let text = format!("Some words. More words come here.\n\n{code}\n\nAnd after.");
    assert_eq!(texts(&text, 36), ["Some words. More words come here.", code, "And after."]);
    let cut = texts(&text, 20);
    assert!(cut.contains(&"let b = 2;\n```"), "lines are whole: {cut:?}");
    let indented = "    let a = 1;\n\n    let b = 2;";
    let text = format!("Words.\n\n{indented}\n");
    assert_eq!(texts(&text, 30), ["Words.", indented.trim_start()]);
}

#[test]
fn lists_are_whole_where_they_fit() {
    let list = "- one. And.\n- two\n  - deep\n\n  more of two\n- three";
    let text = format!("Intro words stand here.\n{list}\n\nOutro.");
    assert_eq!(texts(&text, list.len()), ["Intro words stand here.", list, "Outro."]);
    let cut = texts(&text, 24);
    assert_eq!(cut[1..4], ["- one. And.\n- two", "- deep\n\n  more of two", "- three\n\nOutro."]);
}

#[test]
fn code_in_a_list_is_whole_where_it_fits() {
    let text = "1. Run it now please:\n\n   ```sh\n   # a\n   b\n   ```\n2. Then stop and rest.";
    assert_eq!(
        texts(text, 32),
        ["1. Run it now please:", "```sh\n   # a\n   b\n   ```", "2. Then stop and rest."]
    );
}

#[test]
fn rows_are_whole() {
    let text = "Words.\n\nName | Unit\n--- | ---\nspeed | m/s\nmass | kg\n\nMore.";
    assert_eq!(texts(text, 200), [text]);
    assert_eq!(texts(text, 45), ["Words.", "Name | Unit\n--- | ---\nspeed | m/s\nmass | kg", "More."]);
    assert_eq!(texts(text, 35), ["Words.", "Name | Unit\n--- | ---\nspeed | m/s", "mass | kg\n\nMore."]);
    assert_eq!(texts(text, 22)[1..3], ["Name | Unit\n--- | ---", "speed | m/s\nmass | kg"]);
}

#[test]
fn only_running_text_is_repeated() {
    let text = "# A\nOne one. Two two. Six six.\n\n- item one\n- item two\n\nTen ten. Ends.";
    let found = chunk(text, 22, 1);
    let found: Vec<_> = found.iter().map(|(_, text)| *text).collect();
    assert_eq!(
        found,
        ["# A\nOne one. Two two.", "Two two. Six six.", "- item one\n- item two", "Ten ten. Ends."]
    );
}

#[test]
fn a_piece_ends_with_a_paragraph_rather_than_in_the_next() {
    let text = "One one. Two two. Three.\n\nFour. Five. Six. Seven. Eight. Nine.";
    assert_eq!(texts(text, 40), ["One one. Two two. Three.", "Four. Five. Six. Seven. Eight. Nine."]);
}

#[test]
fn front_matter_stands_alone() {
    let yaml = "---\ntitle: A # b\n---";
    let text = format!("{yaml}\nWords.");
    assert_eq!(texts(&text, 100), [yaml, "Words."]);
    let toml = "+++\ntitle = 'A'\n+++";
    assert_eq!(texts(&format!("\u{FEFF}{toml}\n\n# T\nx"), 100)[1], "# T\nx");
    // Without an end it is a rule.
    assert_eq!(texts("---\ntitle: A", 100), ["---\ntitle: A"]);
}

#[test]
fn a_byte_order_mark_hides_no_heading() {
    assert_eq!(contexts("\u{FEFF}# Title\ntext"), ["Title"]);
}

#[test]
fn dropped_headings_are_all_that_is_dropped() {
    let text = "# One\nIntro words.\n\nTwo\n---\n\n```sh\n# comment\nls\n```\nTail words.\n";
    for max in [10, 20, 1200] {
        let chunker = MarkdownChunker::new(max, Unit::Bytes, 1).unwrap().without_heading_lines();
        let mut covered = vec![false; text.len()];
        for piece in chunker.chunk(text).unwrap() {
            covered[piece.span.range()].fill(true);
        }
        let left_out: String = text
            .char_indices()
            .filter(|(at, c)| !covered[*at] && !c.is_whitespace())
            .map(|(_, c)| c)
            .collect();
        assert_eq!(left_out, "#OneTwo---");
    }
}

#[test]
fn table_heads_go_to_the_rows_below() {
    let text = "# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n\nEnd.";
    let chunker = MarkdownChunker::new(32, Unit::Bytes, 0).unwrap();
    let plain = chunker.chunk(text).unwrap();
    let headed = chunker.with_table_heads().chunk(text).unwrap();
    let head = "T\n| a | b |\n|---|---|";
    let found: Vec<_> =
        headed.iter().map(|piece| (&text[piece.span.range()], piece.context.as_str())).collect();
    assert_eq!(
        found,
        [("# T", "T"), ("| a | b |\n|---|---|\n| 1 | 2 |", "T"), ("| 3 | 4 |\n| 5 | 6 |\n\nEnd.", head),]
    );
    assert!(
        plain.iter().zip(&headed).all(|(plain, headed)| plain.span == headed.span && plain.context == "T")
    );
}

/// A megabyte of each, in well under a second: quadratic work would take hours.
#[test]
fn time_is_linear_on_hostile_texts() {
    const SIZE: usize = 1 << 20;
    let repeated = [
        "# a\n",
        "```\n",
        "~~~ x\n",
        "- a\n",
        "- \n\n",
        "1. a\n   b\n",
        "> a\n",
        "| a | b |\n",
        "|-|\n",
        "a|b\n",
        "<!--\n",
        "<div>\n",
        "<pre>",
        "    a\n",
        "a\n===\n",
        "---\n",
        "* * *\n",
        "-\t- ",
        "- ```\n",
        "a  \n",
        "\\|",
        "|",
        "+++\n",
        "\u{FEFF}# ",
        "\t",
        "<",
        "- - - a\n",
    ];
    for unit in repeated {
        let text = unit.repeat(SIZE / unit.len());
        let begun = Instant::now();
        check(&MarkdownChunker::default(), &text);
        check(&MarkdownChunker::new(30, Unit::Words, 2).unwrap().with_table_heads(), &text);
        assert!(begun.elapsed().as_secs() < 20, "{unit:?} took {:?}", begun.elapsed());
    }
}
