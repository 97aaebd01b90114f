//! `sutra eval` on a real collection.

use crate::run::{Shell, data};

#[test]
fn it_scores_pipelines_side_by_side() {
    let Some(folder) = data("it_scores_pipelines_side_by_side", "cranfield") else { return };
    let shell = Shell::new();
    let folder = folder.to_str().unwrap();
    let args = ["eval", "--data", folder, "--pipeline", "bm25", "--pipeline", "lsa", "--pipeline", "full"];
    let report = shell.run(&[&args[..], &["--runs", "runs", "--json"]].concat()).json();
    assert_eq!((report["split"].as_str(), report["queries"].as_u64()), (Some("test"), Some(225)));
    let rows = report["pipelines"].as_array().unwrap();
    let metric = |row: usize, name: &str| rows[row]["metrics"][name].as_f64().unwrap();
    assert!(metric(0, "nDCG@10") >= 0.34, "BM25 {}", metric(0, "nDCG@10"));
    assert!(metric(1, "nDCG@10") >= 0.33, "LSA {}", metric(1, "nDCG@10"));
    assert!(rows[0].get("against_first").is_none());
    for row in &rows[1..] {
        let against = &row["against_first"]["nDCG@10"];
        let difference = row["metrics"]["nDCG@10"].as_f64().unwrap() - metric(0, "nDCG@10");
        assert!((against["difference"].as_f64().unwrap() - difference).abs() < 1e-9);
        let interval = row["interval95"]["nDCG@10"].as_array().unwrap();
        assert!(interval[0].as_f64() < row["metrics"]["nDCG@10"].as_f64());
        assert!(row["latency_ms"]["p50"].as_f64() <= row["latency_ms"]["p99"].as_f64());
    }
    assert_eq!(rows[2]["without"], serde_json::json!(["graph: the corpus has no links"]));
    let run = std::fs::read_to_string(shell.path("runs/bm25.run")).unwrap();
    let fields: Vec<&str> = run.lines().next().unwrap().split_whitespace().collect();
    assert_eq!((fields.len(), fields[1], fields[3]), (6, "Q0", "1"));
}

#[test]
fn what_is_missing_is_named() {
    let shell = Shell::new();
    shell.run(&["eval", "--data", "files", "--pipeline", "bm25"]).fails_saying(&["queries.jsonl"]);
    shell
        .run(&["eval", "--data", "files", "--pipeline", "bm25", "--measure", "magic@3"])
        .fails_saying(&["nDCG@"]);
}
