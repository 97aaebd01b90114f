//! `sutra search --filter`: what a document is chosen by.

use crate::run::Shell;

/// Files and records that all speak of bread.
fn shelf() -> Shell {
    let shell = Shell::new();
    shell.write(
        "files/front.md",
        "---\nlang: de\nyear: 2021\ndraft: true\ntags: [oven, rye]\n\"odd name\": x\n---\n# Bread\n\nBread in the oven.\n",
    );
    shell.write("files/plain.MD", "# Bread\n\nBread without fields.\n");
    shell.write("files/sub/notes.txt", "Bread in notes.\n");
    shell.write(
        "files/records.jsonl",
        concat!(
            "{\"_id\": \"r1\", \"text\": \"Bread one.\", \"metadata\": {\"lang\": \"de\", \"year\": 2019, \"kind\": \"a\"}}\n",
            "{\"_id\": \"r2\", \"text\": \"Bread two.\", \"metadata\": {\"lang\": \"en\", \"year\": 2022, \"kind\": \"b\"}}\n",
            "{\"_id\": \"r3\", \"text\": \"Bread three.\", \"metadata\": {\"year\": \"2022\", \"draft\": false}}\n",
        ),
    );
    shell
}

/// The documents found with a filter, sorted.
fn found(shell: &Shell, filter: &str) -> Vec<String> {
    let args = ["search", "--in", "files", "bread", "--pipeline", "bm25", "--filter", filter, "--json"];
    let answer = shell.run(&args).json();
    let doc = |hit: &serde_json::Value| hit["doc"].as_str().unwrap().to_owned();
    let mut docs: Vec<String> = answer["hits"].as_array().unwrap().iter().map(doc).collect();
    docs.sort_unstable();
    docs.dedup();
    docs
}

#[test]
fn metadata_of_records_and_front_matter_is_filtered() {
    let shell = shelf();
    for (filter, docs) in [
        ("lang = \"de\"", vec!["files/front.md", "r1"]),
        ("lang = 'de' and year >= 2020", vec!["files/front.md"]),
        ("year >= 2020 and (kind in (\"a\", \"b\") or exists(draft))", vec!["files/front.md", "r2"]),
        ("draft = false", vec!["r3"]),
        ("tags = 'rye'", vec!["files/front.md"]),
        ("`odd name` = \"x\"", vec!["files/front.md"]),
        ("exists(kind)", vec!["r1", "r2"]),
        ("lang != 'de' and exists(year)", vec!["r2", "r3"]),
        ("kind not in ('a') and not exists(path)", vec!["r2", "r3"]),
        ("lang = 'fr'", vec![]),
    ] {
        assert_eq!(found(&shell, filter), docs, "{filter}");
    }
}

#[test]
fn fields_of_files_are_filtered() {
    let shell = shelf();
    let all = ["files/front.md", "files/plain.MD", "files/sub/notes.txt"];
    assert_eq!(found(&shell, "path = 'files/sub/notes.txt'"), all[2..]);
    assert_eq!(found(&shell, "name in ('notes.txt', 'front.md')"), [all[0], all[2]]);
    assert_eq!(found(&shell, "extension = 'md'"), all[..2], "in lower case");
    assert_eq!(found(&shell, "modified > '2020-01-01T00:00:00Z'"), all);
    assert_eq!(found(&shell, "modified < '2020'"), [""; 0]);
}

#[test]
fn a_filter_holds_for_every_pipeline() {
    let shell = shelf();
    for pipeline in ["bm25", "dense", "hybrid", "hybrid+lexical", "full"] {
        let args =
            ["search", "--in", "files", "bread", "--pipeline", pipeline, "--filter", "kind = 'b'", "--json"];
        let answer = shell.run(&args).json();
        let docs: Vec<_> = answer["hits"].as_array().unwrap().iter().map(|hit| hit["doc"].as_str()).collect();
        assert_eq!(docs, [Some("r2")], "{pipeline}");
    }
}

#[test]
fn a_fault_points_at_the_character() {
    let shell = shelf();
    let deep = "(".repeat(100_000);
    for (filter, words) in [
        ("", ["character 1:", "field"]),
        ("lang = de", ["character 8:", "string in quotes"]),
        ("größe = 1 &", ["character 11:", "'&'"]),
        ("lang = \"de", ["character 8:", "closing"]),
        (deep.as_str(), ["character 101:", "100 deep"]),
    ] {
        shell.run(&["search", "--in", "files", "bread", "--filter", filter]).fails_saying(&words);
    }
}
