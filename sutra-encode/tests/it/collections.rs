//! Real collections, where `SUTRA_DATA` has them.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use sutra_core::{Encoder, Unwatched};
use sutra_encode::{HashEncoder, LsaFit};

type Judged = HashMap<String, HashMap<String, f64>>;

fn data() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
    std::env::var_os("SUTRA_DATA").map_or_else(|| beside.into(), PathBuf::from)
}

/// Ids and passages of a BEIR file.
fn records(path: PathBuf) -> (Vec<String>, Vec<String>) {
    let text = fs::read_to_string(path).unwrap();
    let read = |line| {
        let record: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| record[name].as_str().unwrap_or("").to_owned();
        (field("_id"), sutra_core::passage(&field("title"), "", &field("text")).into_owned())
    };
    text.lines().map(read).unzip()
}

fn judgments(path: PathBuf) -> Judged {
    let mut judged = Judged::new();
    for line in fs::read_to_string(path).unwrap().lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        judged.entry(fields[0].into()).or_default().insert(fields[1].into(), fields[2].parse().unwrap());
    }
    judged
}

fn gain(grades: impl Iterator<Item = f64>) -> f64 {
    grades.take(10).enumerate().map(|(at, grade)| grade / (at as f64 + 2.0).log2()).sum()
}

/// The mean nDCG@10 by cosine, equal ones by document id.
fn ndcg(encoder: &dyn Encoder, name: &str, (ids, texts): &(Vec<String>, Vec<String>)) -> f64 {
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let passages = encoder.encode_passages(&borrowed).unwrap();
    let judged = judgments(data().join(name).join("qrels/test.tsv"));
    let (query_ids, queries) = records(data().join(name).join("queries.jsonl"));
    let (mut sum, mut count) = (0.0, 0.0);
    for (id, query) in query_ids.iter().zip(&queries) {
        let Some(grades) = judged.get(id) else { continue };
        let query = encoder.encode_queries(&[query]).unwrap().into_vec();
        let cosine = |row: &[f32]| row.iter().zip(&query).map(|(a, b)| a * b).sum::<f32>();
        let mut ranked: Vec<(f32, &String)> = passages.rows().map(cosine).zip(ids).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        let mut best: Vec<f64> = grades.values().copied().collect();
        best.sort_by(|a, b| b.total_cmp(a));
        sum += gain(ranked.iter().map(|(_, id)| grades.get(*id).copied().unwrap_or(0.0)))
            / gain(best.into_iter()).max(f64::MIN_POSITIVE);
        count += 1.0;
    }
    sum / count
}

/// Fits on a collection and holds what it finds against the least that it must.
fn check(name: &str, least_lsa: f64, least_hash: f64) {
    let path = data().join(name).join("corpus.jsonl");
    if !path.exists() {
        println!("skipped: {name} needs SUTRA_DATA");
        return;
    }
    let corpus = records(path);
    let lsa = LsaFit::new().fit_lsa(&corpus.1, &Unwatched).unwrap();
    let (lsa, hash) = (ndcg(&lsa, name, &corpus), ndcg(&HashEncoder::new(256).unwrap(), name, &corpus));
    println!("{name}: nDCG@10 {lsa:.4} by LSA of rank 192, {hash:.4} by hashing into 256");
    assert!(lsa > least_lsa && hash > least_hash, "{name}: {lsa} and {hash}");
}

#[test]
fn scifact_is_found() {
    check("scifact", 0.45, 0.35);
}

#[test]
fn cranfield_is_found() {
    check("cranfield", 0.38, 0.22);
}

#[test]
fn cacm_is_found() {
    check("cacm", 0.22, 0.11);
}
