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
    let both = ["index", "--out", "made", "files", "--forget", "./files/"];
    shell.run(&both).fails_saying(&["--forget ./files/", "PATH to index too"]);
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
fn the_same_relative_path_in_another_folder_is_another_source() {
    let shell = Shell::new();
    for (folder, word) in [("p1", "turbot"), ("p2", "halibut")] {
        shell.write(&format!("{folder}/docs/a.md"), format!("The {word} swims.\n"));
    }
    let other = |folder, path| shell.run_in(folder, &["index", "--out", "../made", path, "--json"]).json();
    assert_eq!(counts(&other("p1", "docs")), [1, 1, 0]);
    let second = other("p2", "docs");
    assert_eq!((counts(&second), &second["left_out"]), ([2, 1, 0], &json!([])));
    for folder in ["p1", "p2"] {
        assert_eq!(counts(&other(folder, "docs")), [2, 0, 0], "{folder}");
    }
    assert_eq!((found(&shell, "turbot").len(), found(&shell, "halibut").len()), (1, 1));
}

/// Two documents with a link, as a corpus with its links beside it.
fn write_linked(shell: &Shell, folder: &str) {
    let record = |id: &str| format!("{}\n", json!({"_id": format!("{folder}-{id}"), "text": "A stone."}));
    shell.write(&format!("{folder}/corpus.jsonl"), record("a") + &record("b"));
    shell.write(&format!("{folder}/queries.jsonl"), "");
    shell.write(&format!("{folder}/links.tsv"), format!("{folder}-a\t{folder}-b\n"));
}

/// How many of the hits have a score of the graph that is not the least.
fn linked(shell: &Shell) -> usize {
    let args = ["search", "--in", "made", "stone", "--pipeline", "full", "--json", "--explain"];
    let answer = shell.run(&args).json();
    let score = |hit: &Value| hit["signals"]["graph"]["raw"].as_f64();
    let scores: Vec<_> = answer["hits"].as_array().unwrap().iter().map(score).collect();
    scores.iter().flatten().filter(|score| **score > 0.0).count()
}

#[test]
fn links_stay_with_the_source_that_they_lie_in() {
    let shell = Shell::new();
    write_linked(&shell, "d/sub");
    shell.write("d/other.md", "A stone wall.\n");
    index(&shell, &["d/sub", "--encoder", "hash"]);
    index(&shell, &["d"]);
    assert_eq!(counts(&index(&shell, &["--forget", "d"])), [2, 0, 1]);
    assert_eq!(linked(&shell), 2);

    // The path as it is typed is that of another source.
    let shell = Shell::new();
    for (parent, folder) in [("p1", "p1/corp"), ("p2", "p2/corp")] {
        write_linked(&shell, folder);
        let ran = shell.run_in(parent, &["index", "--out", "../made", "corp", "--encoder", "hash"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
    }
    assert_eq!(linked(&shell), 4);
}

#[test]
fn what_a_source_gives_up_another_takes_in_the_same_run() {
    let shell = harbour();
    index(&shell, &["files"]);
    shell.write("files/.gitignore", "sea.md\n");
    let report = index(&shell, &["files/sea.md", "files"]);
    assert_eq!((report["documents"].clone(), report["left_out"].clone()), (json!(2), json!([])));
    assert_eq!(found(&shell, "harbour"), ["files/sea.md"]);
}

#[test]
fn a_report_counts_what_was_removed_by_name() {
    let shell = harbour();
    index(&shell, &["files", "notes"]);
    let args =
        ["--forget", "notes", "--forget", "./notes/", "--delete", "files/sea.md", "--report", "r.json"];
    assert_eq!(counts(&index(&shell, &args)), [1, 0, 2]);
    let report: Value = serde_json::from_slice(&std::fs::read(shell.path("r.json")).unwrap()).unwrap();
    assert_eq!(report["removed"], 2);
}

#[test]
fn what_was_left_out_is_told_in_short() {
    let shell = harbour();
    for number in 0..7 {
        shell.write(&format!("files/{number}.txt"), b"\xff\xfe\x00broken");
    }
    let ran = shell.run(&["index", "--out", "made", "files"]);
    let lines: Vec<_> = ran.err.lines().collect();
    assert_eq!((ran.code, lines.len()), (Some(0), 6), "{}", ran.err);
    assert!(lines[0].contains("left out files/0.txt: ") && lines[5].contains("2 more"), "{}", ran.err);
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
