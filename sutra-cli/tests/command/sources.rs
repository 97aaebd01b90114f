//! `sutra index`: which source a file belongs to, and sources that are gone.

use serde_json::{Value, json};

use crate::run::Shell;

fn harbour() -> Shell {
    let shell = Shell::new();
    shell.write("files/sea.md", "# The sea\n\nHarbour walls keep the winter sea out.\n");
    shell.write("files/sub/bread.txt", "Bread rises overnight. The oven is lit at four.\n");
    shell.write("notes/mill.txt", "The mill grinds rye.\n");
    shell
}

fn index(shell: &Shell, args: &[&str]) -> Value {
    shell.run(&[&["index", "--out", "made", "--json"], args].concat()).json()
}

/// The documents in which a word of the query stands.
fn found(shell: &Shell, query: &str) -> Vec<String> {
    let answer = shell.run(&["search", "--in", "made", query, "--pipeline", "bm25", "--json"]).json();
    let docs = answer["hits"].as_array().unwrap().iter().map(|hit| hit["doc"].as_str().unwrap().to_owned());
    docs.collect()
}

fn counts(report: &Value) -> [u64; 3] {
    ["documents", "added", "removed"].map(|name| report[name].as_u64().unwrap())
}

#[test]
fn a_source_that_is_gone_is_forgotten_by_its_path() {
    for spelling in ["files", "./files/", "whole"] {
        let shell = harbour();
        let whole = shell.path("files").display().to_string();
        let path = if spelling == "whole" { whole.as_str() } else { spelling };
        index(&shell, &["files", "notes"]);
        std::fs::remove_dir_all(shell.path("files")).unwrap();
        let ran = shell.run(&["index", "--out", "made", "files", "notes"]);
        ran.fails_saying(&["files", "nothing was changed", "--forget files"]);
        assert_eq!(found(&shell, "oven"), ["files/sub/bread.txt"]);

        let report = index(&shell, &["--forget", path, "notes"]);
        assert_eq!(counts(&report), [1, 0, 2], "{path}");
        assert!(found(&shell, "oven").is_empty());
        assert_eq!(found(&shell, "rye"), ["notes/mill.txt"]);
        shell.run(&["index", "--out", "made", "--forget", path]).fails_saying(&["no such source", "notes"]);

        shell.write("files/sea.md", "Harbour walls keep the winter sea out.\n");
        assert_eq!(counts(&index(&shell, &["files"])), [2, 1, 0], "it may come again");
    }
}

#[test]
fn a_source_that_is_there_is_forgotten_too_and_its_links() {
    let shell = harbour();
    shell.write(
        "beir/corpus.jsonl",
        "{\"_id\": \"a\", \"text\": \"A stone.\"}\n{\"_id\": \"b\", \"text\": \"Stone.\"}\n",
    );
    shell.write("beir/queries.jsonl", "{\"_id\": \"q\", \"text\": \"stone\"}\n");
    shell.write("beir/links.tsv", "a\tb\n");
    index(&shell, &["beir", "notes"]);
    let without = || {
        let args = ["search", "--in", "made", "stone mill", "--pipeline", "full", "--json"];
        shell.run(&args).json()["without"].clone()
    };
    assert_eq!(without(), json!([]));
    let ran = shell.run(&["index", "--out", "made", "--forget", "beir"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(found(&shell, "stone").is_empty());
    assert_eq!(without(), json!(["graph: the corpus has no links"]));
}

#[test]
fn what_cannot_be_forgotten_changes_nothing() {
    let shell = harbour();
    shell.run(&["index", "--out", "made", "--forget", "files"]).fails_saying(&["name a PATH"]);
    index(&shell, &["files"]);
    shell.write("files/kiln.txt", "The kiln is fired on Mondays.\n");
    shell
        .run(&["index", "--out", "made", "files", "--forget", "notes"])
        .fails_saying(&["--forget notes", "files"]);
    shell.run(&["index", "--out", "made", "files", "--forget", "files"]).fails_saying(&["files"]);
    assert!(found(&shell, "kiln").is_empty());
}

#[test]
fn a_file_that_two_paths_reach_counts_once() {
    let shell = harbour();
    let report = index(&shell, &["files", "files/sub", "./files/sea.md"]);
    assert_eq!(counts(&report), [2, 2, 0]);
    let owner = format!("it belongs to the source {}", shell.path("files").canonicalize().unwrap().display());
    let left_out = json!([
        {"path": "files/sub/bread.txt", "reason": owner},
        {"path": "./files/sea.md", "reason": owner},
    ]);
    assert_eq!(report["left_out"], left_out);
    let whole = shell.path("files/sub").display().to_string();
    for path in ["files", "files/sub", &whole] {
        assert_eq!(counts(&index(&shell, &[path])), [2, 0, 0], "{path}");
    }
    assert_eq!(found(&shell, "oven"), ["files/sub/bread.txt"]);

    // Whose source is forgotten goes to the one that still reaches it.
    assert_eq!(counts(&index(&shell, &["--forget", "files", "files/sub"])), [1, 1, 2]);
    assert_eq!(found(&shell, "oven"), ["files/sub/bread.txt"]);
    assert_eq!(counts(&index(&shell, &["files"])), [2, 1, 0]);
}

#[test]
fn a_report_that_cannot_be_written_is_said_before_any_work() {
    let shell = harbour();
    for path in ["nowhere/report.json", "files"] {
        shell.run(&["index", "--out", "made", "files", "--report", path]).fails_saying(&["--report", path]);
        assert!(!shell.path("made").exists());
        shell.run(&["search", "--in", "files", "oven", "--report", path]).fails_saying(&["--report", path]);
        assert!(!shell.path("cache").exists());
    }
    shell.write("report.json", "what was there");
    shell.run(&["index", "--out", "made", "nowhere", "--report", "report.json"]).fails_saying(&["nowhere"]);
    assert_eq!(std::fs::read(shell.path("report.json")).unwrap(), b"what was there");
    shell.run(&["index", "--out", "made", "nowhere", "--report", "other.json"]).fails_saying(&["nowhere"]);
    assert!(!shell.path("other.json").exists());
    index(&shell, &["files", "--report", "report.json"]);
    let report: Value = serde_json::from_slice(&std::fs::read(shell.path("report.json")).unwrap()).unwrap();
    assert_eq!(report["documents"], 2);
}

#[test]
fn what_files_hold_cannot_steer_a_terminal() {
    let shell = Shell::new();
    let record = json!({
        "_id": "red\u{1b}[31m", "title": "clear\u{1b}[2J\u{9b}A", "text": "A bell\u{7} rings.\rTwice\tover. Café 鐘",
    });
    shell.write("files/a.jsonl", format!("{record}\n{}\n", json!({"_id": "bad\u{1b}]0;"})));
    let ran = shell.run(&["search", "--in", "files", "bell", "--explain"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for line in ["red\\u{1b}[31m:", "# clear\\u{1b}[2J\\u{9b}A", "A bell\\u{7} rings.\\rTwice\tover. Café 鐘"]
    {
        assert!(ran.out.contains(line), "{line:?} is not in {:?}", ran.out);
    }
    let acts =
        |text: &str| text.chars().any(|letter| letter.is_control() && letter != '\n' && letter != '\t');
    assert!(!acts(&ran.out) && !acts(&ran.err), "{:?}", ran.err);
    let json = shell.run(&["search", "--in", "files", "bell", "--json"]).json();
    assert_eq!(json["hits"][0]["doc"], "red\u{1b}[31m");
    let missing = shell.run(&["search", "--in", "no\u{1b}[31mwhere", "bell"]);
    missing.fails_saying(&["no\\u{1b}[31mwhere"]);
    assert!(!acts(&missing.err));
}
