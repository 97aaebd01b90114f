//! `sutra index`: what a collection holds after each run.

use serde_json::{Value, json};

use crate::run::Shell;

fn harbour() -> Shell {
    let shell = Shell::new();
    shell.write("files/sea.md", "# The sea\n\nHarbour walls keep the winter sea out.\n");
    shell.write("files/bread.txt", "Bread rises overnight. The oven is lit at four.\n");
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

/// Some of a report's numbers.
fn counts(report: &Value) -> [u64; 5] {
    ["documents", "added", "updated", "removed", "unchanged"].map(|name| report[name].as_u64().unwrap())
}

#[test]
fn a_second_run_changes_what_changed() {
    let shell = harbour();
    let first = index(&shell, &["files"]);
    assert_eq!((counts(&first), &first["generation"]), ([2, 2, 0, 0, 0], &json!(1)));
    assert_eq!(found(&shell, "oven"), ["files/bread.txt"]);
    assert_eq!(counts(&index(&shell, &["files"])), [2, 0, 0, 0, 2]);

    shell.write("files/bread.txt", "Bread rises overnight. Nobody bakes it any more.\n");
    shell.write("files/kiln.txt", "The kiln is fired on Mondays.\n");
    std::fs::remove_file(shell.path("files/sea.md")).unwrap();
    assert_eq!(counts(&index(&shell, &["files"])), [2, 1, 1, 1, 0]);
    assert_eq!(found(&shell, "kiln"), ["files/kiln.txt"]);
    assert!(found(&shell, "oven").is_empty() && found(&shell, "harbour").is_empty());
}

#[test]
fn sources_are_apart() {
    let shell = harbour();
    assert_eq!(counts(&index(&shell, &["files", "notes", "files"])), [3, 3, 0, 0, 0]);
    std::fs::remove_file(shell.path("notes/mill.txt")).unwrap();
    std::fs::remove_file(shell.path("files/sea.md")).unwrap();
    assert_eq!(counts(&index(&shell, &["notes"])), [2, 0, 0, 1, 0], "files was not looked at");
    assert_eq!(found(&shell, "harbour"), ["files/sea.md"]);
    assert_eq!(counts(&index(&shell, &["files"]))[..1], [1]);
}

#[test]
fn a_source_is_the_same_however_it_is_spelt() {
    let shell = harbour();
    index(&shell, &["files"]);
    for spelling in ["files/", "./files", shell.path("files").to_str().unwrap()] {
        assert_eq!(index(&shell, &[spelling])["documents"], json!(2), "{spelling}");
    }
    assert_eq!(counts(&index(&shell, &["files", "./files"]))[..1], [2]);
}

#[test]
fn a_document_is_deleted_by_its_id() {
    let shell = harbour();
    shell.write("files/records.jsonl", "{\"_id\": \"r1\", \"text\": \"Granite is hard.\"}\n{\"_id\": \"r2\", \"text\": \"Slate is soft.\"}\n");
    index(&shell, &["files"]);
    let ran = shell.run(&["index", "--out", "made", "--delete", "r1", "--delete", "none"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("none: there is no such document"), "{}", ran.err);
    assert!(ran.out.starts_with("generation 2: 3 documents (0 added, 0 updated, 1 removed"), "{}", ran.out);
    assert!(found(&shell, "granite").is_empty());
    assert_eq!(found(&shell, "slate"), ["r2"]);
    assert_eq!(index(&shell, &["--delete", "none"])["unknown"], json!(["none"]));
}

#[test]
fn another_chunk_spec_cuts_anew_and_is_kept() {
    let shell = harbour();
    let chunks = |report: &Value| report["chunks"].as_u64().unwrap();
    assert_eq!(chunks(&index(&shell, &["files"])), 2);
    let cut = index(&shell, &["files", "--chunk", "window:2w"]);
    assert_eq!((chunks(&cut), &cut["updated"]), (10, &json!(2)), "{cut}");
    shell.write("files/kiln.txt", "One two three four.\n");
    assert_eq!(chunks(&index(&shell, &["files"])), 12);
    assert_eq!(chunks(&index(&shell, &["files", "--chunk", "whole"])), 3);
}

#[test]
fn links_stay_until_others_come() {
    let shell = harbour();
    let without = || {
        let args = ["search", "--in", "made", "bread sea", "--pipeline", "full", "--json"];
        shell.run(&args).json()["without"].as_array().unwrap().len()
    };
    index(&shell, &["files"]);
    assert_eq!(without(), 1);
    shell.write("links.tsv", "src\tdst\nfiles/sea.md\tfiles/bread.txt\n");
    assert_eq!(index(&shell, &["--links", "links.tsv"])["generation"], 2);
    assert_eq!(without(), 0);
    std::fs::remove_file(shell.path("links.tsv")).unwrap();
    shell.write("files/kiln.txt", "The kiln is fired on Mondays.\n");
    index(&shell, &["files"]);
    assert_eq!(without(), 0, "the collection keeps them");
}

#[test]
fn links_beside_a_corpus_are_those_of_its_source() {
    let shell = harbour();
    let full = || {
        let args = ["search", "--in", "made", "stone mill", "--pipeline", "full", "--json"];
        shell.run(&args).json()
    };
    shell.write(
        "beir/corpus.jsonl",
        "{\"_id\": \"a\", \"text\": \"A stone.\"}\n{\"_id\": \"b\", \"text\": \"More stone.\"}\n",
    );
    shell.write("beir/queries.jsonl", "{\"_id\": \"q\", \"text\": \"stone\"}\n");
    shell.write("beir/links.tsv", "a\tb\n");
    assert_eq!(counts(&index(&shell, &["beir"]))[0], 2);
    assert_eq!(full()["without"], json!([]));
    index(&shell, &["notes"]);
    assert_eq!(full()["without"], json!([]), "another source does not touch them");
    std::fs::remove_file(shell.path("beir/links.tsv")).unwrap();
    index(&shell, &["beir"]);
    assert_eq!(full()["without"], json!(["graph: the corpus has no links"]));
}

#[test]
fn what_it_was_made_with_is_kept_and_not_contradicted() {
    let shell = harbour();
    index(&shell, &["files", "--encoder", "hash", "--seed", "7"]);
    assert_eq!(counts(&index(&shell, &["files"])), [2, 0, 0, 0, 2]);
    let run = |args: &[&str]| shell.run(&[&["index", "--out", "made", "files"], args].concat());
    run(&["--encoder", "lsa"]).fails_saying(&["--encoder lsa", "made with --encoder hash"]);
    run(&["--seed", "8"]).fails_saying(&["--seed 8", "made with --seed 7"]);
    run(&["--encoder", "magic"]).fails_saying(&["lsa and hash"]);
    run(&["--dense", "HNSW32"]).fails_saying(&["HNSW32", "Flat"]);
    run(&["--chunk", "paragraph"]).fails_saying(&["character 1", "sentence"]);
    assert_eq!(run(&["--encoder", "hash", "--dense", "Flat", "--seed", "7"]).code, Some(0));
    let search = |args: &[&str]| shell.run(&[&["search", "--in", "made", "bread"], args].concat());
    search(&["--encoder", "lsa"]).fails_saying(&["made with --encoder hash"]);
    search(&["--pipeline", "lsa"]).fails_saying(&["pipeline lsa", "hash"]);
    assert_eq!(search(&["--pipeline", "bm25"]).code, Some(0));
}

#[test]
fn a_folder_of_somebody_else_is_left_alone() {
    let shell = harbour();
    shell
        .run(&["index", "--out", "files", "notes"])
        .fails_saying(&["files", "neither empty nor a collection"]);
    shell.run(&["index", "--out", "files/sea.md", "notes"]).fails_saying(&["files/sea.md"]);
    shell.run(&["index", "--out", "made", "nowhere"]).fails_saying(&["nowhere"]);
    shell.run(&["index", "--out", "made"]).fails_saying(&["name a PATH"]);
    shell.run(&["index", "--out", "made", "--delete", "x"]).fails_saying(&["name a PATH"]);
    assert!(!shell.path("made").exists(), "an error before the first commit leaves nothing");
    std::fs::create_dir(shell.path("made")).unwrap();
    index(&shell, &["files"]);
    shell.run(&["index", "--out", "made", "made"]).fails_saying(&["lies in the collection"]);
}

#[test]
fn a_second_writer_is_told_who_writes() {
    let shell = harbour();
    index(&shell, &["files"]);
    let path = shell.path("made/sutra.lock");
    std::fs::write(&path, "process 4242\n").unwrap();
    let lock = std::fs::File::open(path).unwrap();
    lock.lock().unwrap();
    for args in [&["index", "--out", "made", "files"][..], &["compact", "made"]] {
        let ran = shell.run(args);
        ran.fails_saying(&["sutra.lock is held by"]);
        assert!(cfg!(windows) || ran.err.contains("process 4242"), "{}", ran.err);
    }
    assert_eq!(found(&shell, "oven"), ["files/bread.txt"], "reading goes on");
    lock.unlock().unwrap();
    assert_eq!(counts(&index(&shell, &["files"]))[0], 2);
}

#[test]
fn its_own_files_are_not_read() {
    let shell = harbour();
    for round in 0..3 {
        let report =
            shell.run(&["index", "--out", "files/made", "files", "--json", "--report", "report.json"]).json();
        assert_eq!((&report["documents"], &report["left_out"]), (&json!(2), &json!([])), "round {round}");
    }
    let answer = shell.run(&["search", "--in", "files", "bread", "--json", "--report", "report.json"]);
    assert_eq!(answer.code, Some(0));
    let report: Value = serde_json::from_slice(&std::fs::read(shell.path("report.json")).unwrap()).unwrap();
    assert_eq!((&report["documents"], &report["left_out"]), (&json!(2), &json!([])));
}

#[test]
fn what_was_left_out_is_reported() {
    let shell = harbour();
    shell.write("files/logo.dat", b"\x00\x01");
    let args = ["index", "--out", "made", "files", "notes", "--report", "report.json"];
    let ran = shell.run(&args);
    assert!(ran.out.contains("1 left out"), "{}{}", ran.out, ran.err);
    let report: Value = serde_json::from_slice(&std::fs::read(shell.path("report.json")).unwrap()).unwrap();
    assert_eq!(
        (&report["documents"], &report["changed"], &report["removed"]),
        (&json!(3), &json!(4), &json!(0))
    );
    assert_eq!(report["left_out"], json!([{"path": "files/logo.dat", "reason": "a binary file"}]));
}
