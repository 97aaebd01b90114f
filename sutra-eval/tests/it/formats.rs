//! Files: what is read, what is refused and how the error says where.

use std::fs;

use sutra_core::{Error, ErrorKind};
use sutra_eval::{Beir, Qrels, Queries, Run};

use crate::data;

#[track_caller]
fn assert_error(error: &Error, kind: ErrorKind, message: &str) {
    assert_eq!(error.kind(), kind, "{error}");
    assert_eq!(error.to_string(), message);
}

#[test]
fn beir_judgments_refuse_bad_lines_by_number() {
    let bad = |text: &str| Qrels::from_beir(text.as_bytes(), "t.tsv").unwrap_err();
    let header = "query-id\tcorpus-id\tscore\n";
    let fields = "t.tsv, line 2: expected 3 fields between tabs (query-id, corpus-id, score), found 2";
    assert_error(&bad(&format!("{header}q1\ta\n")), ErrorKind::InvalidInput, fields);
    let grade = "t.tsv, line 4: grade \"x\" is no whole number";
    assert_error(&bad(&format!("{header}q1\ta\t1\n\nq1\tb\tx\n")), ErrorKind::InvalidInput, grade);
    assert_error(
        &bad(&format!("{header}\ta\t1\n")),
        ErrorKind::InvalidInput,
        "t.tsv, line 2: an id is empty",
    );
    let twice = "t.tsv, line 3: query \"q1\" judges document \"a\" twice, as 1 and as 2";
    assert_error(&bad(&format!("{header}q1\ta\t1\nq1\ta\t2\n")), ErrorKind::Duplicate, twice);
    // The header is one only on the first line.
    assert_eq!(bad(&format!("q1\ta\t1\n{header}")).kind(), ErrorKind::InvalidInput);
    let bytes = Qrels::from_beir(&b"q1\ta\t1\nq\xff\ta\t1\n"[..], "t.tsv").unwrap_err();
    assert_error(&bytes, ErrorKind::InvalidInput, "t.tsv, line 2: byte 2 is not UTF-8");
}

#[test]
fn trec_judgments_refuse_bad_lines_by_number() {
    let bad = |text: &str| Qrels::from_trec(text.as_bytes(), "qrels").unwrap_err();
    let fields = "qrels, line 2: expected 4 fields (query, iteration, document, grade), found 3";
    assert_error(&bad("q1 0 a 1\nq1 a 1\n"), ErrorKind::InvalidInput, fields);
    assert_error(
        &bad("q1 0 a 1.5\n"),
        ErrorKind::InvalidInput,
        "qrels, line 1: grade \"1.5\" is no whole number",
    );
}

#[test]
fn judgments_of_both_forms_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let mut expected = Qrels::new();
    expected.insert("q1", "a", 1).unwrap();
    expected.insert("q2", "b", -2).unwrap();
    let files = [
        "query-id\tcorpus-id\tscore\nq1\ta\t1\nq2\tb\t-2\n",
        "\u{feff}query-id\tcorpus-id\tscore\r\nq1\ta\t1\r\n\r\nq2\tb\t-2",
        "q1\ta\t1\nq2\tb\t-2\n",
        "q1 0 a 1\nq2 0 b -2\n",
        "q1\t0\ta\t1\r\nq2\t0\tb\t-2\r\nq1\t0\ta\t1\r\n",
    ];
    for text in files {
        let path = folder.path().join("file");
        fs::write(&path, text).unwrap();
        assert_eq!(Qrels::read(&path).unwrap(), expected, "{text:?}");
    }
    assert_eq!(expected.len(), 2);
    assert_eq!(Qrels::read(folder.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn trec_runs_refuse_bad_lines_by_number() {
    let bad = |text: &str| Run::from_trec(text.as_bytes(), "my.run").unwrap_err();
    let fields = "my.run, line 1: expected 6 fields (query, Q0, document, rank, score, tag), found 5";
    assert_error(&bad("q1 Q0 a 1 0.5\n"), ErrorKind::InvalidInput, fields);
    assert_error(
        &bad("q1 Q0 a 1 high t\n"),
        ErrorKind::InvalidInput,
        "my.run, line 1: score \"high\" is no number",
    );
    let twice = "my.run, line 3: query \"q1\" ranks document \"a\" twice";
    assert_error(&bad("q1 Q0 a 1 2 t\nq2 Q0 a 1 2 t\nq1 Q0 a 2 1 t\n"), ErrorKind::Duplicate, twice);
    for score in ["NaN", "inf", "-inf", "1e39"] {
        let error = bad(&format!("q1 Q0 a 1 {score} t\n"));
        let message =
            format!("my.run, line 1: query \"q1\": the score {score} of document \"a\" is no finite f32");
        assert_error(&error, ErrorKind::NonFinite, &message);
    }
}

#[test]
fn scores_tie_as_single_floats_as_in_trec_eval() {
    let order = |scores: [&str; 2]| {
        let text = format!("q Q0 a 1 {} t\nq Q0 b 2 {} t\n", scores[0], scores[1]);
        Run::from_trec(text.as_bytes(), "run").unwrap().ranking("q").unwrap()[0].0.clone()
    };
    assert_eq!(order(["1.0000000001", "1.0"]), "b");
    assert_eq!(order(["1.000001", "1.0"]), "a");
    assert_eq!(order(["0.0", "-0.0"]), "b");
}

#[test]
fn lists_refuse_what_is_no_ranking() {
    let mut run = Run::new();
    run.push("q", vec![("a", 1.0)]).unwrap();
    let again = run.push("q", vec![("b", 1.0)]).unwrap_err();
    assert_error(&again, ErrorKind::Duplicate, "query \"q\" has a ranking already");
    let message = "query \"r\": the score of document \"b\" is NaN, not a finite f32";
    assert_error(
        &run.push("r", vec![("a", 1.0), ("b", f64::NAN)]).unwrap_err(),
        ErrorKind::NonFinite,
        message,
    );
    assert_eq!((run.len(), run.ranking("q").unwrap().len()), (1, 1));
}

#[test]
fn trec_runs_refuse_what_the_form_cannot_carry() {
    for (query, doc, tag) in [("a b", "d", "t"), ("q", "a\tb", "t"), ("q", "", "t"), ("q", "d", "my tag")] {
        let mut run = Run::new();
        run.push(query, vec![(doc, 1.0)]).unwrap();
        assert_eq!(run.to_trec(&mut Vec::new(), tag).unwrap_err().kind(), ErrorKind::InvalidInput);
    }
    let mut lowest = Run::new();
    let score = f64::from(f32::MIN);
    lowest.push("q", vec![("a", score), ("b", score)]).unwrap();
    let message = "query \"q\": no score is left below \"b\"";
    assert_error(&lowest.to_trec(&mut Vec::new(), "t").unwrap_err(), ErrorKind::InvalidInput, message);
}

#[test]
fn queries_refuse_bad_lines_by_number() {
    let bad = |text: &str| Queries::from_jsonl(text.as_bytes(), "queries.jsonl").unwrap_err();
    let good = r#"{"_id": "1", "text": "x"}"#;
    let missing = "queries.jsonl, line 2: column 12: missing field `text`";
    assert_error(&bad(&format!("{good}\n{}", r#"{"_id": "2"}"#)), ErrorKind::InvalidInput, missing);
    let twice = "queries.jsonl, line 3: query \"1\" comes twice";
    assert_error(&bad(&format!("{good}\n\n{good}\n")), ErrorKind::Duplicate, twice);
}

#[test]
fn a_beir_folder_is_read_and_its_splits_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("qrels")).unwrap();
    let queries =
        "{\"_id\":\"b\",\"text\":\"B\"}\n{\"_id\":\"a\",\"text\":\"A\"}\n{\"_id\":\"c\",\"text\":\"C\"}\n";
    fs::write(path.join("queries.jsonl"), queries).unwrap();
    let judgments = "query-id\tcorpus-id\tscore\nb\td1\t1\na\td2\t0\nlost\td2\t1\n";
    fs::write(path.join("qrels/test.tsv"), judgments).unwrap();
    fs::write(path.join("qrels/dev.tsv"), "query-id\tcorpus-id\tscore\n").unwrap();

    let data = Beir::read(path, "test").unwrap();
    assert_eq!(data.judged_queries().collect::<Vec<_>>(), [("b", "B"), ("a", "A")]);
    assert_eq!(data.queries().len(), 3);
    assert_eq!(data.without_text(), ["lost"]);
    assert_eq!(data.corpus(), path.join("corpus.jsonl"));

    let unknown = Beir::read(path, "train").unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::NotFound);
    assert!(unknown.to_string().ends_with("does not exist; known: dev, test"), "{unknown}");
    assert_eq!(Beir::read(path, "dev").unwrap_err().kind(), ErrorKind::InvalidInput);
}

#[test]
fn real_collections_are_read() {
    for (name, judged, judgments) in [("scifact", 300, 339), ("cranfield", 225, 1612), ("cacm", 52, 796)] {
        let Some(folder) = data(name) else { continue };
        let data = Beir::read(folder, "test").unwrap();
        assert_eq!((data.judged_queries().count(), data.qrels().len()), (judged, judgments), "{name}");
        assert!(data.without_text().is_empty());
    }
}
