//! How well the defaults rank on judged collections.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sutra_core::{ById, Ranking, TieOrder, passage};
use sutra_index::Bm25Index;
use sutra_text::Analyzer;

use crate::bm25_support::build;

/// Grades of documents by query.
type Qrels = HashMap<String, HashMap<String, f64>>;

pub(crate) fn data() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    std::env::var_os("SUTRA_DATA").map_or(beside, PathBuf::from)
}

pub(crate) fn records(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn field<'a>(record: &'a Value, name: &str) -> &'a str {
    record[name].as_str().unwrap_or_default()
}

fn qrels(path: &Path) -> Qrels {
    let mut qrels = Qrels::new();
    for line in std::fs::read_to_string(path).unwrap().lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let grade: f64 = fields[2].parse().unwrap();
        if grade > 0.0 {
            qrels.entry(fields[0].to_owned()).or_default().insert(fields[1].to_owned(), grade);
        }
    }
    qrels
}

/// Linear gain, discount `log2(rank + 1)`, the ideal from all judgments.
fn ndcg_at_10(ranked: &[&str], grades: &HashMap<String, f64>) -> f64 {
    let gain = |grades: &mut dyn Iterator<Item = f64>| -> f64 {
        grades.take(10).enumerate().map(|(rank, grade)| grade / (rank as f64 + 2.0).log2()).sum()
    };
    let mut ideal: Vec<_> = grades.values().copied().collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    let found = &mut ranked.iter().map(|id| grades.get(*id).copied().unwrap_or(0.0));
    gain(found) / gain(&mut ideal.into_iter())
}

/// What the defaults reach, see [`mean_of`].
pub(crate) fn mean_ndcg(folder: &Path) -> f64 {
    let corpus = records(&folder.join("corpus.jsonl"));
    let passages: Vec<_> =
        corpus.iter().map(|record| passage(field(record, "title"), "", field(record, "text"))).collect();
    let index: Bm25Index = build(Analyzer::english(), &passages);
    mean_of(folder, |text, ties| index.search(text, 10, ties).unwrap())
}

/// The mean over all judged queries; one without hits counts 0.
pub(crate) fn mean_of(folder: &Path, search: impl Fn(&str, &dyn TieOrder) -> Ranking) -> f64 {
    let corpus = records(&folder.join("corpus.jsonl"));
    let ids: Vec<_> = corpus.iter().map(|record| field(record, "_id")).collect();
    let qrels = qrels(&folder.join("qrels/test.tsv"));
    let mut sum = 0.0;
    for query in records(&folder.join("queries.jsonl")) {
        if let Some(grades) = qrels.get(field(&query, "_id")) {
            let ranking = search(field(&query, "text"), &ById);
            let ranked: Vec<_> = ranking.ids().map(|chunk| ids[chunk.index()]).collect();
            sum += ndcg_at_10(&ranked, grades);
        }
    }
    sum / qrels.len() as f64
}

/// One default setting reaches the level of the reference implementation everywhere.
#[test]
fn defaults_reach_the_reference_on_judged_collections() {
    for (name, least) in [("scifact", 0.675), ("cranfield", 0.355), ("cacm", 0.49)] {
        let folder = data().join(name);
        if !folder.is_dir() {
            println!("skipped: defaults_reach_the_reference_on_judged_collections/{name} needs SUTRA_DATA");
            continue;
        }
        let mean = mean_ndcg(&folder);
        println!("{name}: nDCG@10 {mean:.4}");
        assert!(mean >= least, "{name}: nDCG@10 {mean}");
    }
}

#[test]
fn the_measure_is_that_of_a_hand_worked_list() {
    let grades = HashMap::from([("a".to_owned(), 2.0), ("b".to_owned(), 1.0)]);
    assert_eq!(ndcg_at_10(&["a", "b"], &grades), 1.0);
    let swapped = (1.0 + 2.0 / 3_f64.log2()) / (2.0 + 1.0 / 3_f64.log2());
    assert!((ndcg_at_10(&["b", "a", "c"], &grades) - swapped).abs() < 1e-12);
    assert_eq!(ndcg_at_10(&[], &grades), 0.0);
}
