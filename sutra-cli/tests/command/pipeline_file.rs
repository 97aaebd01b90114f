//! `--pipeline FILE.toml`.

use std::path::Path;

use crate::run::{Shell, data};

/// The sample that lies with the examples of the library.
fn sample() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/hybrid.toml")).unwrap()
}

fn shelf() -> Shell {
    let shell = Shell::new();
    shell.write("files/bread.txt", "Bread rises overnight. The oven is lit at four.\n");
    shell.write("files/sea.txt", "Harbour walls keep the winter sea out.\n");
    shell
}

#[test]
fn a_file_searches_as_it_says() {
    let shell = shelf();
    shell.write("mine.toml", sample());
    let args = ["search", "--in", "files", "bread oven", "--pipeline", "mine.toml", "--explain", "--json"];
    let answer = shell.run(&args).json();
    assert_eq!(answer["pipeline"], "hybrid-tuned");
    let hit = &answer["hits"][0];
    let signals = hit["signals"].as_object().unwrap();
    assert_eq!(signals.keys().collect::<Vec<_>>(), ["fused", "rerank", "similarity"]);
    let sum: f64 = signals.values().map(|signal| signal["contribution"].as_f64().unwrap()).sum();
    assert!((sum - hit["score"].as_f64().unwrap()).abs() < 1e-6);
}

#[test]
fn a_file_without_vectors_needs_no_encoder() {
    let shell = shelf();
    shell.write("words.toml", "version = 1\nname = \"words\"\n[[retriever]]\ntype = \"bm25\"\nk1 = 2\n");
    let args = ["search", "--in", "files", "oven", "--pipeline", "words.toml", "--json"];
    let answer = shell.run(&args).json();
    assert_eq!((&answer["pipeline"], &answer["hits"][0]["ranked_by"]), (&"words".into(), &"bm25".into()));
}

#[test]
fn faults_name_file_line_and_column() {
    let shell = shelf();
    let search = |file: &str| shell.run(&["search", "--in", "files", "oven", "--pipeline", file]);
    shell.write("bad.toml", "version = 1\npreset = \"full\"\ndepht = 9\n");
    search("bad.toml").fails_saying(&["bad.toml", "line 3, column 1", "`depth`"]);
    shell.write("new.toml", "version = 7\n");
    search("new.toml").fails_saying(&["new.toml", "line 1, column 11", "version 7"]);
    shell.write("latin1.toml", b"# caf\xe9\n");
    search("latin1.toml").fails_saying(&["latin1.toml", "byte 5"]);
    search("gone.toml").fails_saying(&["gone.toml"]);
}

#[test]
fn eval_scores_files_beside_presets() {
    let shell = Shell::new();
    shell.write("mine.toml", sample());
    shell.write("same.toml", "version = 1\npreset = \"bm25\"\n");
    let Some(folder) = data("eval_scores_files_beside_presets", "cranfield") else { return };
    let folder = folder.to_str().unwrap();
    let args = ["eval", "--data", folder, "--pipeline", "bm25", "--pipeline", "mine.toml"];
    let report = shell.run(&[&args[..], &["--runs", "runs", "--json"]].concat()).json();
    let rows = report["pipelines"].as_array().unwrap();
    assert_eq!((&rows[0]["name"], &rows[1]["name"]), (&"bm25".into(), &"hybrid-tuned".into()));
    assert!(rows[1]["metrics"]["nDCG@10"].as_f64().unwrap() >= 0.3, "{}", rows[1]["metrics"]);
    assert!(shell.path("runs/hybrid-tuned.run").exists());
    shell
        .run(&["eval", "--data", folder, "--pipeline", "bm25", "--pipeline", "same.toml"])
        .fails_saying(&["two pipelines are called \"bm25\""]);
}
