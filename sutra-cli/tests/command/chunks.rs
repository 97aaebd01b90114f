//! `sutra chunk`.

use crate::run::Shell;

const TEXT: &str = "# Bread\n\nDr. Smith bakes bread. It rises — für alle!\n\n```sh\n# no heading\nbake\n```\n\n## Stone\n\nGranite walls keep the sea out. They last.\n";

fn spans(shell: &Shell, args: &[&str]) -> Vec<(usize, usize)> {
    let ran = shell.run(&[&["chunk"], args, &["--json"]].concat());
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
    let at = |line: &serde_json::Value, end| line[end].as_u64().unwrap() as usize;
    ran.json_lines().iter().map(|line| (at(line, "start"), at(line, "end"))).collect()
}

#[test]
fn every_strategy_covers_the_text() {
    let shell = Shell::new();
    shell.write("a.txt", TEXT);
    for strategy in ["sentence", "window", "recursive", "markdown", "semantic"] {
        for size in ["", ":40b", ":40c+2", ":5w+1", ":1c"] {
            let spec = format!("{strategy}{size}");
            let mut reached = 0;
            for (start, end) in spans(&shell, &["--chunk", &spec, "a.txt"]) {
                assert!(TEXT.get(start..end).is_some_and(|piece| !piece.trim().is_empty()), "{spec}");
                assert!(TEXT[reached.min(start)..start].trim().is_empty() || start <= reached, "{spec}");
                reached = reached.max(end);
            }
            assert!(TEXT[reached..].trim().is_empty(), "{spec} ends at {reached}");
        }
    }
    assert_eq!(spans(&shell, &["--chunk", "whole", "a.txt"]), [(0, TEXT.len())]);
}

#[test]
fn markdown_files_are_cut_by_their_blocks() {
    let shell = Shell::new();
    shell.write("a.txt", TEXT);
    shell.write("a.md", TEXT);
    let stone = TEXT.find("## Stone").unwrap();
    assert_eq!(spans(&shell, &["a.txt"]), [(0, TEXT.len() - 1)]);
    let by_blocks = [(0, stone - 2), (stone, TEXT.len() - 1)];
    assert_eq!(spans(&shell, &["a.md"]), by_blocks);
    assert_eq!(spans(&shell, &["--chunk", "markdown:1200b+1", "a.txt"]), by_blocks);
    assert_eq!(spans(&shell, &["--chunk", "sentence:1200b+1", "a.md"]), [(0, TEXT.len() - 1)]);
}

#[test]
fn semantic_chunks_break_where_the_subject_changes() {
    let shell = Shell::new();
    let bread = "Bread rises in the oven. The oven bakes bread. Warm bread leaves the oven.";
    let stone = "Granite walls stand by the sea. The sea beats the granite walls. Old granite walls last.";
    shell.write("a.txt", format!("{bread} {stone}"));
    for encoder in ["lsa", "hash"] {
        let found = spans(&shell, &["--chunk", "semantic:100b+0", "--encoder", encoder, "a.txt"]);
        assert_eq!(found[0], (0, bread.len()), "{encoder}: {found:?}");
    }
    shell.write("dots.txt", "... !!! ... ???");
    assert_eq!(spans(&shell, &["--chunk", "semantic", "dots.txt"]).first().map(|span| span.0), Some(0));
    shell.write("blank.txt", " \n");
    assert_eq!(spans(&shell, &["--chunk", "semantic", "blank.txt"]), []);
}

#[test]
fn specs_that_cannot_be_are_errors_that_say_why() {
    let shell = Shell::new();
    shell.write("a.txt", TEXT);
    for (spec, wanted) in [
        ("sentence:40t", &["character 12", "tokens", "tokenizer"][..]),
        ("paragraph", &["recursive", "markdown", "semantic"]),
        ("window:5b+5", &["overlap of 5", "at most 5"]),
        ("markdown:0b", &["at least 1"]),
        ("whole+1", &["no size"]),
    ] {
        shell.run(&["chunk", "--chunk", spec, "a.txt"]).fails_saying(wanted);
    }
    shell.run(&["chunk", "--chunk", "semantic", "--encoder", "x", "a.txt"]).fails_saying(&["lsa and hash"]);
}
