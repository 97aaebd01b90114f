//! The tests of the crate, in one binary.

#![allow(clippy::unwrap_used, reason = "helpers of tests stop where a test would")]

mod formats;
mod golden;
mod laws;
mod props;
mod regression;

use std::path::PathBuf;

use sutra_eval::{Evaluation, Measure, Qrels, Run, evaluate};

/// A measure by its name.
fn measure(name: &str) -> Measure {
    name.parse().unwrap()
}

/// Judgments from `"query document grade"` triples.
fn qrels(judgments: &[(&str, &str, i32)]) -> Qrels {
    let mut qrels = Qrels::new();
    for (query, doc, grade) in judgments {
        qrels.insert(*query, *doc, *grade).unwrap();
    }
    qrels
}

/// A run whose lists stand in this order, with falling scores.
fn run(rankings: &[(&str, &[&str])]) -> Run {
    let mut run = Run::new();
    for (query, docs) in rankings {
        run.push(*query, ranked(docs)).unwrap();
    }
    run
}

/// Documents with falling scores.
fn ranked<'a>(docs: &[&'a str]) -> Vec<(&'a str, f64)> {
    docs.iter().enumerate().map(|(rank, doc)| (*doc, -(rank as f64))).collect()
}

/// Evaluates by the names of the measures.
fn by_names(qrels: &Qrels, run: &Run, names: &[&str]) -> Evaluation {
    let measures: Vec<Measure> = names.iter().map(|name| measure(name)).collect();
    evaluate(qrels, run, &measures)
}

/// Asserts the values of one query to six decimals.
#[track_caller]
fn assert_values(evaluation: &Evaluation, query: &str, expected: &[(&str, f64)]) {
    for (name, expected) in expected {
        let found = evaluation.value(query, measure(name)).unwrap();
        assert!((found - expected).abs() < 1e-6, "{name} of {query}: {found}, expected {expected}");
    }
}

/// A folder of the real data, or none, said aloud.
fn data(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("SUTRA_DATA").map(PathBuf::from);
    let root =
        root.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")));
    let folder = root.join(name);
    if !folder.is_dir() {
        println!("skipped: {name} needs SUTRA_DATA");
        return None;
    }
    Some(folder)
}
