//! What bad input gets from the command.

use crate::run::Shell;

fn one_file() -> Shell {
    let shell = Shell::new();
    shell.write("files/a.txt", "Bread rises overnight.\n");
    shell
}

#[test]
fn k_outside_its_range_states_the_range() {
    let shell = one_file();
    for k in ["-1", "1.5", "1000001", "99999999999999999999", "five", ""] {
        shell.run(&["search", "--in", "files", "bread", "-k", k]).fails_saying(&["0 to 1000000"]);
    }
    for (k, hits) in [("0", 0), ("1000000", 1)] {
        let answer = shell.run(&["search", "--in", "files", "bread", "-k", k, "--json"]).json();
        assert_eq!(answer["hits"].as_array().unwrap().len(), hits);
    }
}

#[test]
fn an_empty_query_gets_an_empty_answer_and_a_warning() {
    let answer = one_file().run(&["search", "--in", "files", "  ", "--json"]).json();
    assert_eq!(answer["hits"], serde_json::json!([]));
    assert_eq!(answer["warnings"], serde_json::json!(["the query is empty"]));
}

#[test]
fn an_unknown_word_gets_no_arbitrary_hits() {
    let answer = one_file().run(&["search", "--in", "files", "xylophone", "--json"]).json();
    assert_eq!(answer["hits"], serde_json::json!([]));
    assert_eq!(answer["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn an_empty_folder_gets_an_empty_answer() {
    let answer = Shell::new().run(&["search", "--in", "files", "bread", "--json"]).json();
    assert_eq!(answer["hits"], serde_json::json!([]));
}

#[test]
fn a_missing_path_is_named() {
    one_file().run(&["search", "--in", "nowhere", "bread"]).fails_saying(&["nowhere"]);
}

#[test]
fn files_that_cannot_be_read_are_listed_and_the_rest_goes_on() {
    let shell = one_file();
    shell.write("files/latin1.txt", b"caf\xe9");
    shell.write("files/binary.dat", b"\x00\x01\x02");
    shell.write("files/empty.txt", b"  \n");
    let args = ["search", "--in", "files", "bread", "--json", "--report", "report.json"];
    assert_eq!(shell.run(&args).json()["hits"].as_array().unwrap().len(), 1);
    let report: serde_json::Value =
        serde_json::from_slice(&std::fs::read(shell.path("report.json")).unwrap()).unwrap();
    let reasons: Vec<(&str, &str)> = report["left_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["path"].as_str().unwrap(), row["reason"].as_str().unwrap()))
        .collect();
    assert_eq!(
        reasons,
        [
            ("files/binary.dat", "a binary file"),
            ("files/empty.txt", "empty"),
            ("files/latin1.txt", "not UTF-8 from byte 3 on"),
        ]
    );
}

#[test]
fn specs_point_at_the_character() {
    let shell = one_file();
    shell.run(&["chunk", "--chunk", "sentence:10q", "files/a.txt"]).fails_saying(&["character 12"]);
    shell.run(&["chunk", "--chunk", "window:10b+10", "files/a.txt"]).fails_saying(&["10"]);
    shell.run(&["encode", "--encoder", "magic"]).fails_saying(&["lsa", "hash"]);
    shell.run(&["search", "--in", "files", "a", "--pipeline", "magic"]).fails_saying(&["hybrid+lexical"]);
    shell.run(&["sentences", "--lang", "xx", "files/a.txt"]).fails_saying(&["en"]);
    shell.run(&["fuse", "--method", "magic", "a.run"]).fails_saying(&["rrf", "combmnz"]);
}

#[test]
fn a_fitted_encoder_says_what_it_needs() {
    one_file().run(&["encode", "--encoder", "lsa"]).fails_saying(&["--in"]);
}

#[test]
fn a_damaged_link_file_is_named_with_its_line() {
    let shell = one_file();
    shell.write("links.tsv", "src\tdst\na\tb\nbroken\n");
    shell.run(&["pagerank", "--links", "links.tsv"]).fails_saying(&["links.tsv", "line 3"]);
    shell.run(&["pagerank", "--links", "gone.tsv"]).fails_saying(&["gone.tsv"]);
    shell.write("links.tsv", "a\tb\n");
    for damping in ["1", "-0.1", "NaN"] {
        shell.run(&["pagerank", "--links", "links.tsv", "--damping", damping]).fails_saying(&["damping"]);
    }
    shell.run(&["pagerank", "--links", "links.tsv", "--personalize", "zz"]).fails_saying(&["zz"]);
}

#[test]
fn text_that_is_not_utf8_names_the_byte() {
    let shell = one_file();
    shell.write("files/latin1.txt", b"caf\xe9");
    shell.run(&["chunk", "files/latin1.txt"]).fails_saying(&["byte 3", "latin1.txt"]);
}
