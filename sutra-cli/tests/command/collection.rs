//! `sutra search --in` a collection, `sutra verify` and `sutra compact`.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::run::{Ran, Shell};

/// A collection of two generations.
fn made() -> Shell {
    let shell = Shell::new();
    shell.write("files/sea.md", "# The sea\n\nHarbour walls keep the winter sea out.\n");
    shell.write("files/bread.txt", "Bread rises overnight. The oven is lit at four.\n");
    shell.write("files/page.html", "<title>Mill</title><p>The mill grinds &amp; sifts <b>rye</b>.</p>");
    shell.run(&["index", "--out", "made", "files", "--json"]).json();
    shell.write("files/bread.txt", "Bread rises overnight. Nobody bakes it any more.\n");
    shell.run(&["index", "--out", "made", "files", "--json"]).json();
    shell
}

fn search(shell: &Shell, args: &[&str]) -> Ran {
    shell.run(&[&["search", "--in", "made", "--json"], args].concat())
}

/// The files of a collection that hold what was committed.
fn files(shell: &Shell) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(shell.path("made")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| !path.ends_with(".gitignore") && !path.ends_with("sutra.lock")).collect();
    files.sort();
    files
}

#[test]
fn a_search_answers_as_a_search_of_the_files() {
    let shell = made();
    for query in ["what keeps the sea out?", "bread", "mill rye", "xylophone"] {
        let of_files = shell.run(&["search", "--in", "files", query, "--json", "--explain"]).json();
        let of_collection = search(&shell, &[query, "--explain"]).json();
        assert_eq!(of_collection["hits"], of_files["hits"]);
        assert_eq!(of_collection["generation"], 2);
    }
    assert!(search(&shell, &["mill rye"]).json()["hits"][0]["source"].is_object());
}

#[test]
fn a_generation_before_is_searched_by_its_number() {
    let shell = made();
    let texts = |args: &[&str]| {
        let answer = search(&shell, args).json();
        (answer["generation"].as_u64().unwrap(), answer["hits"].to_string())
    };
    let (number, hits) = texts(&["bread oven", "--generation", "1"]);
    assert!(number == 1 && hits.contains("oven is lit"), "{hits}");
    let (number, hits) = texts(&["bread oven", "--generation", "2"]);
    assert!(number == 2 && hits.contains("Nobody bakes") && !hits.contains("oven is lit"), "{hits}");
    search(&shell, &["bread", "--generation", "9"]).fails_saying(&["generation 9"]);
    shell.run(&["search", "--in", "files", "bread", "--generation", "1"]).fails_saying(&["--generation"]);
}

#[test]
fn what_does_not_go_with_a_collection_is_refused() {
    let shell = made();
    search(&shell, &["bread", "--chunk", "whole"]).fails_saying(&["made is a collection", "--chunk"]);
    search(&shell, &["bread", "--links", "links.tsv"]).fails_saying(&["made is a collection", "--links"]);
    search(&shell, &["bread", "--in", "files"]).fails_saying(&["made is a collection", "one --in"]);
}

#[test]
fn verify_finds_the_damaged_block() {
    let shell = made();
    let verify = |args: &[&str]| shell.run(&[&["verify", "made"], args].concat());
    let clean = verify(&["--json"]).json();
    assert_eq!(clean["generation"], 2);
    let rows = clean["files"].as_array().unwrap();
    assert!(rows.len() >= 5 && rows.iter().all(|row| row["damaged"] == json!([])), "{clean}");
    assert!(rows.iter().all(|row| shell.path(row["path"].as_str().unwrap()).is_file()));
    assert!(verify(&[]).out.contains("0 files damaged"));
    assert_eq!(verify(&["--generation", "1"]).code, Some(0));

    for row in rows {
        let path = shell.path(row["path"].as_str().unwrap());
        let bytes = std::fs::read(&path).unwrap();
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 1;
        std::fs::write(&path, flipped).unwrap();
        let ran = verify(&["--json"]);
        assert_eq!(ran.code, Some(1), "{row}: {}{}", ran.out, ran.err);
        let report: Value = serde_json::from_str(&ran.out).unwrap();
        let found = report["files"].as_array().unwrap().iter().filter(|other| other["damaged"] != json!([]));
        let found: Vec<&str> = found.map(|other| other["path"].as_str().unwrap()).collect();
        assert_eq!(found, [row["path"].as_str().unwrap()]);
        assert!(verify(&[]).out.contains(&format!("{}: damaged blocks 0 of", found[0])));
        std::fs::write(&path, bytes).unwrap();
    }
    assert_eq!(verify(&[]).code, Some(0));
}

#[test]
fn what_cannot_be_verified_is_no_damage() {
    let shell = made();
    shell.run(&["verify", "files"]).fails_saying(&["files"]);
    shell.run(&["verify", "nowhere"]).fails_saying(&["nowhere"]);
    shell.run(&["verify", "made", "--generation", "9"]).fails_saying(&["generation 9"]);
}

#[test]
fn damage_is_an_error_that_names_the_file_or_does_not_matter() {
    let shell = made();
    let ask = || search(&shell, &["bread sea", "--pipeline", "full", "--explain"]);
    let right = ask().out;
    let mut named = 0;
    for path in files(&shell) {
        let bytes = std::fs::read(&path).unwrap();
        for cut in [false, true] {
            let mut damaged = bytes.clone();
            if cut {
                damaged.truncate(bytes.len() / 2);
            } else {
                damaged[bytes.len() / 2] ^= 0x10;
            }
            std::fs::write(&path, damaged).unwrap();
            let ran = ask();
            if ran.code != Some(0) {
                ran.fails_saying(&[path.file_name().unwrap().to_str().unwrap()]);
                named += 1;
            } else {
                assert_eq!(ran.out, right, "{}", path.display());
            }
        }
        std::fs::write(&path, bytes).unwrap();
    }
    assert!(named >= 6, "{named}");
}

#[test]
fn the_generation_before_a_damaged_one_opens() {
    let shell = made();
    let args = ["bread", "--generation", "1"];
    let right = search(&shell, &args).out;
    let current = shell.path("made/manifest-00000002");
    std::fs::write(&current, &std::fs::read(&current).unwrap()[1..]).unwrap();
    search(&shell, &["bread"]).fails_saying(&["manifest-00000002"]);
    assert_eq!(search(&shell, &args).out, right);
}

#[test]
fn compacting_keeps_every_answer() {
    let shell = made();
    let ask = || search(&shell, &["bread and the sea", "--pipeline", "full", "--explain"]).json();
    let before = ask();
    let report = shell.run(&["compact", "made", "--json"]).json();
    assert_eq!(
        (&report["generation"], &report["documents"], &report["segments"]),
        (&json!(3), &json!(3), &json!(1))
    );
    let after = ask();
    assert_eq!((&after["hits"], &after["generation"]), (&before["hits"], &json!(3)));
    let again = shell.run(&["compact", "made"]);
    assert!(again.out.starts_with("generation 3: 3 documents"), "{}{}", again.out, again.err);
    assert_eq!(shell.run(&["verify", "made"]).code, Some(0));
    shell.run(&["compact", "files"]).fails_saying(&["files", "no collection"]);
}
