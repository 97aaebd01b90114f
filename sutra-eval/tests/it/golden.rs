//! Values of other software: see `tests/golden/*.py`.

use serde_json::Value;
use sutra_eval::{Bootstrap, Measure, Qrels, Run, evaluate, holm};

use crate::measure;

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
}

#[track_caller]
fn assert_close(found: f64, expected: &Value, tolerance: f64, what: &str) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, expected {expected}");
}

/// The judgments and the run of a case, by way of the TREC forms.
fn collection(case: &Value) -> (Qrels, Run) {
    let (mut qrels, mut run) = (String::new(), String::new());
    for (query, docs) in case["qrels"].as_object().unwrap() {
        for (doc, grade) in docs.as_object().unwrap() {
            qrels += &format!("{query} 0 {doc} {grade}\n");
        }
    }
    for (query, docs) in case["run"].as_object().unwrap() {
        for (doc, score) in docs.as_object().unwrap() {
            run += &format!("{query} Q0 {doc} 0 {score} golden\n");
        }
    }
    (Qrels::from_trec(qrels.as_bytes(), "qrels").unwrap(), Run::from_trec(run.as_bytes(), "run").unwrap())
}

#[test]
fn measures_equal_ir_measures() {
    let cases: Value = serde_json::from_str(include_str!("../golden/measures.json")).unwrap();
    let mut compared = 0;
    for case in cases.as_array().unwrap() {
        let (qrels, run) = collection(case);
        let expected = case["values"].as_object().unwrap();
        let measures: Vec<Measure> = expected.keys().map(|name| measure(name)).collect();
        let evaluation = evaluate(&qrels, &run, &measures);
        assert_eq!(evaluation.unjudged(), ["q10"]);
        assert_eq!(evaluation.unanswered(), ["q3", "q7"]);
        for (name, expected) in expected {
            assert_close(evaluation.mean(measure(name)).unwrap(), &expected["mean"], 1e-9, name);
            let queries = expected["queries"].as_object().unwrap();
            assert_eq!(queries.len(), evaluation.queries().len());
            for (query, expected) in queries {
                let found = evaluation.value(query, measure(name)).unwrap();
                assert_close(found, expected, 1e-9, &format!("{name} of {query}"));
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 8 * 11 * 21);
}

#[test]
fn a_written_run_scores_the_same() {
    let cases: Value = serde_json::from_str(include_str!("../golden/measures.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let (qrels, run) = collection(case);
        let mut file = Vec::new();
        run.to_trec(&mut file, "golden").unwrap();
        let again = Run::from_trec(file.as_slice(), "golden").unwrap();
        let measures = [measure("AP"), measure("nDCG@10")];
        assert_eq!(evaluate(&qrels, &again, &measures), evaluate(&qrels, &run, &measures));
    }
}

#[test]
fn bootstrap_equals_numpy_and_agrees_with_scipy() {
    let golden: Value = serde_json::from_str(include_str!("../golden/resampling.json")).unwrap();
    for case in golden["bootstrap"].as_array().unwrap() {
        let (baseline, system) = (floats(&case["baseline"]), floats(&case["system"]));
        let bootstrap = Bootstrap::new(case["seed"].as_u64().unwrap())
            .with_resamples(case["resamples"].as_u64().unwrap() as usize)
            .with_level(case["level"].as_f64().unwrap());
        let exact = &case["exact"];

        let interval = bootstrap.interval(&baseline).unwrap();
        assert_close(interval.estimate, &exact["mean"], 1e-12, "mean");
        assert_close(interval.low, &exact["interval"][0], 1e-12, "low");
        assert_close(interval.high, &exact["interval"][1], 1e-12, "high");

        let difference = bootstrap.paired(&baseline, &system).unwrap();
        assert_close(difference.estimate, &exact["difference"], 1e-12, "difference");
        assert_close(difference.low, &exact["difference_interval"][0], 1e-12, "low difference");
        assert_close(difference.high, &exact["difference_interval"][1], 1e-12, "high difference");
        assert_close(difference.p, &exact["p"], 1e-12, "p");

        let many = bootstrap.with_resamples(20_000).interval(&baseline).unwrap();
        let noise = (many.high - many.low) * 0.05;
        assert_close(many.low, &case["scipy"][0], noise, "low of scipy");
        assert_close(many.high, &case["scipy"][1], noise, "high of scipy");
    }
}

#[test]
fn holm_equals_numpy() {
    let golden: Value = serde_json::from_str(include_str!("../golden/resampling.json")).unwrap();
    for case in golden["holm"].as_array().unwrap() {
        let adjusted = holm(&floats(&case["p"])).unwrap();
        let expected = floats(&case["adjusted"]);
        assert_eq!(adjusted.len(), expected.len());
        for (found, expected) in adjusted.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
        }
    }
}
