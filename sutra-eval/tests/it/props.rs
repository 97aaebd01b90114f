//! What holds for every input.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sutra_eval::{Bootstrap, Evaluation, Measure, Qrels, Run, evaluate};

use crate::measure;

const NAMES: [&str; 12] = [
    "nDCG@1",
    "nDCG@10",
    "RR",
    "RR@3",
    "AP",
    "AP@5",
    "P@1",
    "P@10",
    "R@5",
    "Success@2",
    "Judged@1",
    "Judged@100",
];

fn all() -> Vec<Measure> {
    NAMES.iter().map(|name| measure(name)).collect()
}

/// Judgments and scores of a few documents for a few queries, so that they meet, tie and miss.
type Judgments = Vec<(u8, u8, i32)>;
type Scores = BTreeMap<(u8, u8), i8>;

fn judgments() -> impl Strategy<Value = Judgments> {
    let grade = prop_oneof![4 => -2..5_i32, 1 => any::<i32>()];
    prop::collection::vec((0..5_u8, 0..15_u8, grade), 0..40)
}

fn scores() -> impl Strategy<Value = Scores> {
    prop::collection::btree_map((0..6_u8, 0..15_u8), -3..4_i8, 0..50)
}

/// The first grade of each document stands.
fn qrels(judgments: &Judgments) -> Qrels {
    let mut qrels = Qrels::new();
    for (query, doc, grade) in judgments {
        let _ = qrels.insert(query.to_string(), doc.to_string(), *grade);
    }
    qrels
}

fn trec(lines: &[((u8, u8), i8)]) -> Run {
    let text: String =
        lines.iter().map(|((query, doc), score)| format!("{query} Q0 {doc} 0 {score} t\n")).collect();
    Run::from_trec(text.as_bytes(), "run").unwrap()
}

fn assert_sound(evaluation: &Evaluation) {
    for measure in evaluation.measures() {
        for value in evaluation.values(measure).unwrap() {
            assert!((0.0..=1.0).contains(value), "{measure}: {value}");
        }
        assert!(evaluation.mean(measure).is_none_or(|mean| (0.0..=1.0).contains(&mean)));
    }
}

proptest! {
    #[test]
    fn every_value_lies_in_0_to_1(judgments in judgments(), scores in scores()) {
        let lines: Vec<_> = scores.into_iter().collect();
        let (qrels, run) = (qrels(&judgments), trec(&lines));
        let evaluation = evaluate(&qrels, &run, &all());
        assert_sound(&evaluation);
        let judged: Vec<&str> = qrels.queries().collect();
        prop_assert_eq!(evaluation.queries(), judged);
    }

    #[test]
    fn repeated_documents_never_count_twice(judgments in judgments(), docs in prop::collection::vec(0..15_u8, 0..60)) {
        let qrels = qrels(&judgments);
        let mut run = Run::new();
        for query in 0..5 {
            run.push_best(query.to_string(), docs.iter().map(|doc| (doc.to_string(), 0.5)).collect()).unwrap();
        }
        assert_sound(&evaluate(&qrels, &run, &all()));
    }

    #[test]
    fn the_order_of_lines_does_not_matter(
        judgments in judgments(),
        (lines, shuffled) in scores().prop_flat_map(|scores| {
            let lines: Vec<_> = scores.into_iter().collect();
            (Just(lines.clone()), Just(lines).prop_shuffle())
        }),
    ) {
        let qrels_of = qrels(&judgments);
        prop_assert_eq!(trec(&lines), trec(&shuffled));
        let unique: Judgments = qrels_of
            .queries()
            .flat_map(|query| qrels_of.judgments(query).map(move |(doc, grade)| (query, doc, grade)))
            .map(|(query, doc, grade)| (query.parse().unwrap(), doc.parse().unwrap(), grade))
            .collect();
        let backwards: Judgments = unique.into_iter().rev().collect();
        prop_assert_eq!(&qrels(&backwards), &qrels_of);
        let mut measures = all();
        let forward = evaluate(&qrels_of, &trec(&lines), &measures);
        measures.reverse();
        let backward = evaluate(&qrels_of, &trec(&shuffled), &measures);
        for measure in measures {
            prop_assert_eq!(forward.values(measure), backward.values(measure));
        }
    }

    #[test]
    fn the_ideal_ranking_scores_1(judgments in judgments()) {
        let qrels = qrels(&judgments);
        let mut run = Run::new();
        for query in qrels.queries() {
            let mut ideal: Vec<(&str, i32)> = qrels.judgments(query).collect();
            ideal.sort_by_key(|(_, grade)| std::cmp::Reverse(*grade));
            run.push(query, ideal.iter().map(|(doc, _)| (*doc, 1.0)).collect()).unwrap();
        }
        let evaluation = evaluate(&qrels, &run, &all());
        for query in qrels.queries() {
            let relevant = qrels.judgments(query).any(|(_, grade)| grade > 0);
            for name in ["nDCG@1", "nDCG@10", "RR", "AP"] {
                let value = evaluation.value(query, measure(name)).unwrap();
                prop_assert!((value - f64::from(u8::from(relevant))).abs() < 1e-12, "{} {}", name, value);
            }
            prop_assert_eq!(evaluation.value(query, measure("Judged@100")), Some(1.0));
        }
    }

    #[test]
    fn a_written_list_is_read_back_in_its_order(scores in prop::collection::vec(
        prop_oneof![(-3..3_i8).prop_map(f64::from), -1.0..1.0_f64, any::<f32>().prop_map(f64::from)],
        0..20,
    )) {
        prop_assume!(scores.iter().all(|score| (*score as f32).is_finite() && *score > -1e38));
        let docs: Vec<(String, f64)> = scores.iter().enumerate().map(|(i, score)| (format!("d{i}"), *score)).collect();
        let mut run = Run::new();
        run.push("q", docs.clone()).unwrap();
        let mut file = Vec::new();
        run.to_trec(&mut file, "t").unwrap();
        let again = Run::from_trec(file.as_slice(), "run").unwrap();
        let order = |docs: &[(String, f64)]| docs.iter().map(|(doc, _)| doc.clone()).collect::<Vec<_>>();
        prop_assert_eq!(order(again.ranking("q").unwrap_or_default()), order(&docs));
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[q0-9 \t\nQ.e-]{0,80}") {
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            let read = [
                Qrels::from_beir(bytes, "x").err(),
                Qrels::from_trec(bytes, "x").err(),
                Run::from_trec(bytes, "x").err(),
                sutra_eval::Queries::from_jsonl(bytes, "x").err(),
            ];
            for error in read.into_iter().flatten() {
                prop_assert!(error.to_string().starts_with("x, line "), "{}", error);
            }
        }
    }

    #[test]
    fn intervals_hold_between_the_extremes(
        values in prop::collection::vec(0.0..=1.0_f64, 1..40),
        seed: u64,
        level in 0.01..0.999_f64,
    ) {
        let bootstrap = Bootstrap::new(seed).with_resamples(100).with_level(level);
        let interval = bootstrap.interval(&values).unwrap();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        prop_assert!(least - 1e-12 <= interval.low && interval.low <= interval.high);
        prop_assert!(interval.high <= most + 1e-12);
        let zeros = vec![0.0; values.len()];
        let p = bootstrap.paired(&zeros, &values).unwrap().p;
        prop_assert!((0.0..=1.0).contains(&p));
    }
}
