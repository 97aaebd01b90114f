//! Faults reported against other evaluators, each a test under its own number.

use sutra_core::ErrorKind;
use sutra_eval::{Qrels, Run};

use crate::{assert_values, by_names, measure, qrels, ranked, run};

#[test]
fn eval_004_ideal_is_not_padded_with_the_top_grade() {
    for grade in [2, 1] {
        let evaluation = by_names(&qrels(&[("q", "a", grade)]), &run(&[("q", &["x", "a"])]), &["nDCG@10"]);
        assert_values(&evaluation, "q", &[("nDCG@10", 0.630930)]);
    }
}

#[test]
fn eval_005_ties_of_a_trec_file_go_by_document_id_descending() {
    let lines = ["q Q0 k1 1 1.0 t\n", "q Q0 k2 2 1.0 t\n", "q Q0 k3 3 1.0 t\n"];
    let (a, b) = (qrels(&[("q", "k3", 1)]), qrels(&[("q", "k1", 1)]));
    for turn in 0..100 {
        let mut lines = lines;
        lines.rotate_left(turn % 3);
        let run = Run::from_trec(lines.concat().as_bytes(), "run").unwrap();
        assert_values(&by_names(&a, &run, &["AP", "nDCG@10"]), "q", &[("AP", 1.0), ("nDCG@10", 1.0)]);
        assert_values(&by_names(&b, &run, &["AP", "nDCG@10"]), "q", &[("AP", 1.0 / 3.0), ("nDCG@10", 0.5)]);
    }
}

#[test]
fn eval_005_the_order_of_a_list_is_kept() {
    let mut list = Run::new();
    list.push("q", vec![("k1", 1.0), ("k2", 1.0), ("k3", 1.0)]).unwrap();
    let (a, b) = (qrels(&[("q", "k3", 1)]), qrels(&[("q", "k1", 1)]));
    assert_values(&by_names(&a, &list, &["AP"]), "q", &[("AP", 1.0 / 3.0)]);
    assert_values(&by_names(&b, &list, &["AP"]), "q", &[("AP", 1.0)]);
}

#[test]
fn eval_007_unanswered_queries_count_and_unjudged_ones_do_not() {
    let qrels = qrels(&[("q1", "a", 1), ("q2", "b", 1), ("q3", "c", 1)]);
    let run = run(&[("q1", &["a"]), ("q2", &["x", "y", "b"]), ("zz", &["a"])]);
    let evaluation = by_names(&qrels, &run, &["RR", "nDCG@10"]);
    assert!((evaluation.mean(measure("RR")).unwrap() - 0.444444).abs() < 1e-6);
    assert!((evaluation.mean(measure("nDCG@10")).unwrap() - 0.5).abs() < 1e-12);
    assert_eq!(evaluation.queries(), ["q1", "q2", "q3"]);
    assert_eq!(evaluation.unanswered(), ["q3"]);
    assert_eq!(evaluation.unjudged(), ["zz"]);
    assert_eq!(evaluation.value("zz", measure("RR")), None);
}

#[test]
fn eval_008_a_query_without_relevant_documents_scores_0() {
    let qrels = qrels(&[("q1", "a", 0), ("q2", "b", 1)]);
    let evaluation = by_names(&qrels, &run(&[("q1", &["a"]), ("q2", &["b"])]), &["nDCG@10"]);
    assert_values(&evaluation, "q1", &[("nDCG@10", 0.0)]);
    assert_values(&evaluation, "q2", &[("nDCG@10", 1.0)]);
    assert_eq!(evaluation.mean(measure("nDCG@10")), Some(0.5));
}

#[test]
fn eval_009_a_document_twice_is_an_error_or_dropped_on_request() {
    let mut run = Run::new();
    let error = run.push("q", ranked(&["m", "m", "m"])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
    assert_eq!(error.to_string(), "query \"q\" ranks document \"m\" twice");
    assert!(run.is_empty());

    run.push_best("q", ranked(&["m", "m", "m"])).unwrap();
    let names = ["R@3", "P@3", "nDCG@3", "AP"];
    let evaluation = by_names(&qrels(&[("q", "m", 1), ("q", "n", 1)]), &run, &names);
    assert_values(&evaluation, "q", &[("R@3", 0.5), ("P@3", 1.0 / 3.0), ("nDCG@3", 0.613147), ("AP", 0.5)]);
}

#[test]
fn eval_011_ap_is_divided_by_the_relevant_documents() {
    let qrels = qrels(&[("q", "1", 1), ("q", "2", 1), ("q", "3", 1), ("q", "4", 1)]);
    for (docs, expected) in [(["1", "4", "2"], 0.75), (["9", "4", "2"], 0.291667)] {
        assert_values(&by_names(&qrels, &run(&[("q", &docs)]), &["AP"]), "q", &[("AP", expected)]);
    }
}

#[test]
fn eval_012_ap_with_a_cutoff_is_divided_by_all_relevant_documents() {
    let mut judgments = Qrels::new();
    for doc in 0..10 {
        judgments.insert("q", format!("r{doc}"), 1).unwrap();
    }
    let run = run(&[("q", &["r0", "r1", "r2", "r3", "r4", "x0", "x1", "x2", "x3", "x4"])]);
    assert_values(&by_names(&judgments, &run, &["AP@5"]), "q", &[("AP@5", 0.5)]);
}

#[test]
fn eval_014_precision_is_divided_by_k() {
    let qrels = qrels(&[("q", "a", 1), ("q", "b", 1), ("q", "c", 1)]);
    let expected =
        [("P@10", 0.2), ("R@1", 1.0 / 3.0), ("RR@1", 1.0), ("R@10", 2.0 / 3.0), ("P@3", 2.0 / 3.0)];
    let evaluation = by_names(&qrels, &run(&[("q", &["a", "x", "b"])]), &expected.map(|(name, _)| name));
    assert_values(&evaluation, "q", &expected);
}

#[test]
fn eval_015_negative_grades_count_as_0() {
    let file = "query-id\tcorpus-id\tscore\nq\ta\t2\nq\tb\t-1\nq\tc\t1\n";
    let qrels = Qrels::from_beir(file.as_bytes(), "test.tsv").unwrap();
    let evaluation = by_names(&qrels, &run(&[("q", &["b", "a", "c"])]), &["nDCG@10", "AP", "Judged@3"]);
    assert_values(&evaluation, "q", &[("nDCG@10", 0.669672), ("AP", 0.583333), ("Judged@3", 1.0)]);
}

#[test]
fn eval_016_the_trivial_match_is_removed_on_request() {
    let qrels = qrels(&[("q1", "d2", 1)]);
    let run = run(&[("q1", &["q1", "d9", "d2"])]);
    let names = ["nDCG@10", "RR"];
    assert_values(&by_names(&qrels, &run, &names), "q1", &[("nDCG@10", 0.5), ("RR", 1.0 / 3.0)]);
    let without = run.without_identical_ids();
    assert_values(&by_names(&qrels, &without, &names), "q1", &[("nDCG@10", 0.630930), ("RR", 0.5)]);
}

#[test]
fn eval_021_copies_of_a_neighbour_count_once() {
    let mut judgments = Qrels::new();
    for neighbour in 1..=10 {
        judgments.insert("q", neighbour.to_string(), 1).unwrap();
    }
    let mut run = Run::new();
    assert_eq!(run.push("q", ranked(&["1"; 10])).unwrap_err().kind(), ErrorKind::Duplicate);
    run.push_best("q", ranked(&["1"; 10])).unwrap();
    assert_values(&by_names(&judgments, &run, &["R@10"]), "q", &[("R@10", 0.1)]);
}

#[test]
fn worked_values_of_half_a_ranking() {
    let qrels = qrels(&[("q", "a", 1), ("q", "b", 1)]);
    let evaluation = by_names(&qrels, &run(&[("q", &["a"])]), &["nDCG@10", "R@10", "AP"]);
    assert_values(&evaluation, "q", &[("nDCG@10", 0.613147), ("R@10", 0.5), ("AP", 0.5)]);
}
