//! The commands that run one stage.

use crate::run::{Shell, data};

#[test]
fn chunks_and_sentences_are_exact_spans() {
    let shell = Shell::new();
    let text = "Dr. Smith baked bread. It rose — für alle! Then 3.5 litres of milk boiled.";
    shell.write("a.txt", text);
    let spans = |args: &[&str]| -> Vec<String> {
        let lines = shell.run(args).json_lines();
        let at = |line: &serde_json::Value, end| line[end].as_u64().unwrap() as usize;
        lines.iter().map(|line| text[at(line, "start")..at(line, "end")].to_owned()).collect()
    };
    let sentences = ["Dr. Smith baked bread.", "It rose — für alle!", "Then 3.5 litres of milk boiled."];
    assert_eq!(spans(&["sentences", "--lang", "en", "a.txt", "--json"]), sentences);
    assert_eq!(spans(&["chunk", "a.txt", "--json"]), [text]);
    assert_eq!(spans(&["chunk", "--chunk", "sentence:40b+0", "a.txt", "--json"]).len(), 3);
    let input = shell.run_with(&["chunk", "-", "--json"], text);
    assert_eq!(input.json_lines(), shell.run(&["chunk", "a.txt", "--json"]).json_lines());
}

#[test]
fn encode_prints_a_vector_a_line() {
    let shell = Shell::new();
    let rows = shell
        .run_with(&["encode", "--encoder", "hash", "--json"], "bread rises\n\nbread rises\n")
        .json_lines();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0], rows[2]);
    assert!(
        rows[1].as_array().unwrap().iter().all(|value| value.as_f64() == Some(0.0)),
        "a blank text is zero"
    );
    shell.write("files/a.txt", "Bread rises overnight. Granite walls keep the sea out.");
    let rows =
        shell.run_with(&["encode", "--encoder", "lsa", "--in", "files", "--json"], "bread\n").json_lines();
    let norm: f64 = rows[0].as_array().unwrap().iter().map(|value| value.as_f64().unwrap().powi(2)).sum();
    assert!((norm - 1.0).abs() < 1e-5);
}

#[test]
fn pagerank_equals_the_reference() {
    for (name, file, flags) in [
        ("cora", "pagerank.directed.tsv", &[][..]),
        ("cacm", "pagerank.directed.tsv", &[]),
        ("cacm", "pagerank.undirected.tsv", &["--undirected"]),
    ] {
        let Some(folder) = data("pagerank_equals_the_reference", name) else { return };
        let links = folder.join("links.tsv");
        let ran = Shell::new().run(&[&["pagerank", "--links", links.to_str().unwrap()], flags].concat());
        let parse = |text: &str| -> Vec<(String, f64)> {
            let rows = text.lines().filter_map(|line| line.split_once('\t'));
            rows.filter_map(|(node, score)| Some((node.to_owned(), score.parse().ok()?))).collect()
        };
        let ours = parse(&ran.out);
        assert!(ours.is_sorted_by(|a, b| a.1 >= b.1));
        let reference: std::collections::HashMap<_, _> =
            parse(&std::fs::read_to_string(folder.join(file)).unwrap()).into_iter().collect();
        let common: Vec<_> = ours.iter().filter(|(node, _)| reference.contains_key(node)).collect();
        assert!(common.len() > 1_000, "{name} {file}");
        if ours.len() == reference.len() {
            let worst =
                common.iter().map(|(node, score)| (score - reference[node]).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-9, "{name} {file}: {worst}");
        }
    }
}

#[test]
fn pagerank_prints_seventeen_digits() {
    let shell = Shell::new();
    let ran = shell.run_with(&["pagerank", "--links", "-", "--undirected"], "src\tdst\na\tb\nb\tc\n");
    let first = ran.out.lines().next().unwrap();
    assert!(first.starts_with("b\t0.48648648648"), "{first}");
    let digits = first.split_once("0.").unwrap().1;
    assert_eq!(digits.len(), 17, "{first}");
}

#[test]
fn fuse_makes_one_run_of_two() {
    let shell = Shell::new();
    shell.write("a.run", "q1 Q0 d1 1 9.0 a\nq1 Q0 d2 2 8.0 a\n");
    shell.write("b.run", "q1 Q0 d2 1 0.9 b\nq1 Q0 d3 2 0.8 b\nq2 Q0 d1 1 0.5 b\n");
    let ran = shell.run(&["fuse", "--method", "rrf", "a.run", "b.run"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split_whitespace().collect()).collect();
    let docs: Vec<_> = rows.iter().map(|row| (row[0], row[2], row[3])).collect();
    assert_eq!(docs, [("q1", "d2", "1"), ("q1", "d1", "2"), ("q1", "d3", "3"), ("q2", "d1", "1")]);
    let score: f64 = rows[0][4].parse().unwrap();
    assert!((score - (1.0 / 61.0 + 1.0 / 62.0)).abs() < 1e-6);
    for method in ["minmax", "zscore", "dbsf", "combmnz"] {
        let ran = shell.run(&["fuse", "--method", method, "--weights", "0.7,0.3", "a.run", "b.run"]);
        assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 4), "{method}: {}", ran.err);
    }
    shell
        .run(&["fuse", "--method", "rrf", "--weights", "1", "a.run", "b.run"])
        .fails_saying(&["2", "weight"]);
    shell.run(&["fuse", "--method", "rrf", "--weights", "1,-1", "a.run", "b.run"]).fails_saying(&["-1"]);
}

#[test]
fn pagerank_that_does_not_converge_is_an_error() {
    let shell = Shell::new();
    let links = "a\tb\nb\tc\nc\ta\nd\ta\n";
    let slow = shell.run_with(&["pagerank", "--links", "-", "--damping", "0.999"], links);
    assert_eq!(slow.code, Some(0), "{}", slow.err);
    let scores: Vec<f64> = slow.out.lines().filter_map(|row| row.split_once('\t')?.1.parse().ok()).collect();
    // The ring of three keeps nearly everything, a third each.
    assert!((scores[0] - 0.333_3).abs() < 1e-4, "{scores:?}");
    shell
        .run_with(&["pagerank", "--links", "-", "--damping", "0.999999999999"], links)
        .fails_saying(&["--damping"]);
}

#[test]
fn fuse_reads_standard_input() {
    let shell = Shell::new();
    shell.write("b.run", "q1 Q0 d2 1 0.9 b\n");
    let ran = shell.run_with(&["fuse", "--method", "rrf", "-", "b.run"], "q1 Q0 d1 1 9.0 a\n");
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 2), "{}", ran.err);
}
