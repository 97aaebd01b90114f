//! Names, settings and statistics: what must hold whatever the numbers.

use sutra_core::ErrorKind;
use sutra_eval::{Bootstrap, Measure, Percentiles, Run, compare, holm};

use crate::{by_names, measure, qrels, run};

#[test]
fn names_parse_to_what_they_print() {
    for name in Measure::KNOWN {
        let name = name.replace("@k", "@7");
        assert_eq!(measure(&name).to_string(), name);
    }
    for (alias, name) in [("NDCG@3", "nDCG@3"), ("MRR@10", "RR@10"), ("MAP", "AP"), ("Precision@1", "P@1")] {
        assert_eq!(measure(alias).to_string(), name);
    }
    assert_eq!(measure("Recall@5"), measure("R@5"));
    assert_eq!(measure("AP").cutoff(), None);
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    for name in [
        "", "@", "F1", "nDCG", "P", "nDCG@0", "nDCG@-1", "RR@+1", "RR@", "R@1.5", "ndcg@10", "AP@9@9", "P@ 1",
    ] {
        let error = name.parse::<Measure>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
        let message = error.to_string();
        assert!(message.starts_with(&format!("measure {name:?} ")), "{message}");
        assert!(
            message.ends_with("known: nDCG@k, RR, RR@k, AP, AP@k, P@k, R@k, Success@k, Judged@k"),
            "{message}"
        );
    }
}

#[test]
fn nothing_to_evaluate_gives_no_mean() {
    let evaluation = by_names(&qrels(&[]), &run(&[("q", &["a"])]), &["AP"]);
    assert_eq!(evaluation.mean(measure("AP")), None);
    assert_eq!(evaluation.unjudged(), ["q"]);
    let evaluation = by_names(&qrels(&[("q", "a", 1)]), &Run::new(), &["AP", "AP"]);
    assert_eq!(evaluation.measures().len(), 1);
    assert_eq!(evaluation.mean(measure("RR")), None);
}

#[test]
fn an_empty_ranking_is_an_unanswered_query() {
    let qrels = qrels(&[("q", "a", 1)]);
    let names = ["Judged@5", "P@5", "RR", "nDCG@5"];
    let (empty, missing) =
        (by_names(&qrels, &run(&[("q", &[])]), &names), by_names(&qrels, &Run::new(), &names));
    assert_eq!(empty, missing);
    assert!(empty.measures().all(|measure| empty.mean(measure) == Some(0.0)));
}

#[test]
fn the_interval_of_a_mean_is_the_normal_one_where_there_are_many_queries() {
    // 0, 1/999 ... 1: the standard error of the mean is known.
    let values: Vec<f64> = (0..1000).map(|i| f64::from(i) / 999.0).collect();
    let interval = Bootstrap::new(3).with_resamples(20_000).interval(&values).unwrap();
    let error = (values.iter().map(|v| (v - 0.5) * (v - 0.5)).sum::<f64>() / 1000.0 / 1000.0).sqrt();
    assert!((interval.estimate - 0.5).abs() < 1e-12);
    assert!((interval.low - (0.5 - 1.959964 * error)).abs() < 0.04 * error * 1.96, "{interval:?}");
    assert!((interval.high - (0.5 + 1.959964 * error)).abs() < 0.04 * error * 1.96, "{interval:?}");
}

#[test]
fn the_interval_covers_the_truth_about_as_often_as_it_says() {
    // Means of 30 values of a known distribution (uniform, mean 0.5), by a Weyl sequence.
    let mut covered = 0;
    for trial in 0..400_u32 {
        let value = |i: u32| (f64::from(trial * 30 + i) * 0.754877666).fract();
        let scrambled = |i: u32| (value(i) * 7919.0 + value(i * 7 + 3) * 104.729).fract();
        let values: Vec<f64> = (0..30).map(scrambled).collect();
        let interval = Bootstrap::new(u64::from(trial)).with_resamples(400).interval(&values).unwrap();
        covered += u32::from(interval.low <= 0.5 && 0.5 <= interval.high);
    }
    assert!((360..=396).contains(&covered), "{covered} of 400");
}

#[test]
fn the_bootstrap_repeats_itself_and_heeds_its_seed() {
    let values: Vec<f64> = (0..50).map(|i| f64::from(i % 7) / 7.0).collect();
    let interval = |seed| Bootstrap::new(seed).interval(&values).unwrap();
    assert_eq!(interval(5), interval(5));
    assert_ne!(interval(5), interval(6));
}

#[test]
fn the_sign_follows_the_system_and_p_does_not() {
    let a = [0.1, 0.5, 0.3, 0.9, 0.2, 0.4];
    let b = [0.3, 0.4, 0.6, 0.9, 0.5, 0.3];
    let (there, back) =
        (Bootstrap::new(9).paired(&a, &b).unwrap(), Bootstrap::new(9).paired(&b, &a).unwrap());
    assert!(there.estimate > 0.0 && there.low < there.estimate && there.estimate < there.high);
    assert!((there.estimate + back.estimate).abs() < 1e-12);
    assert!((there.low + back.high).abs() < 1e-12 && (there.high + back.low).abs() < 1e-12);
    assert_eq!(there.p, back.p);
    assert!(there.p > 0.0 && there.p < 1.0);
}

#[test]
fn a_difference_that_cancels_is_0_in_spite_of_rounding() {
    let whole = [1.0, 2.0, -3.0, 0.0, 1.0, -1.0, 3.0];
    let tenths = whole.map(|value| value * 0.1);
    let zeros = [0.0; 7];
    let exact = Bootstrap::new(2).paired(&zeros, &whole).unwrap();
    assert_eq!(Bootstrap::new(2).paired(&zeros, &tenths).unwrap().p, exact.p);
    assert_eq!(Bootstrap::new(2).paired(&whole, &whole).unwrap().p, 1.0);
}

#[test]
fn the_bootstrap_refuses_what_it_cannot_draw() {
    let kind = |bootstrap: Bootstrap, values: &[f64]| bootstrap.interval(values).unwrap_err().kind();
    let good = Bootstrap::new(0);
    assert_eq!(kind(good, &[]), ErrorKind::InvalidInput);
    assert_eq!(kind(good, &[0.5, f64::NAN]), ErrorKind::NonFinite);
    assert_eq!(kind(good, &[f64::MAX, f64::MAX]), ErrorKind::NonFinite);
    assert_eq!(kind(good.with_resamples(0), &[0.5]), ErrorKind::InvalidConfig);
    assert_eq!(kind(good.with_resamples(usize::MAX), &[0.5]), ErrorKind::InvalidConfig);
    for level in [0.0, 1.0, f64::NAN, -0.5] {
        assert_eq!(kind(good.with_level(level), &[0.5]), ErrorKind::InvalidConfig);
    }
    assert_eq!(good.paired(&[0.1], &[0.1, 0.2]).unwrap_err().kind(), ErrorKind::Dimension);
    assert_eq!(good.paired(&[-f64::MAX], &[f64::MAX]).unwrap_err().kind(), ErrorKind::NonFinite);
}

#[test]
fn a_table_is_corrected_as_a_whole() {
    let queries: Vec<String> = (0..40).map(|i| format!("q{i:02}")).collect();
    let judgments: Vec<_> = queries.iter().map(|query| (query.as_str(), "a", 1)).collect();
    let qrels = qrels(&judgments);
    let system = |good: usize| {
        let mut run = Run::new();
        for (i, query) in queries.iter().enumerate() {
            let docs = if i % 4 < good { ["a", "x"] } else { ["x", "a"] };
            run.push(query, crate::ranked(&docs)).unwrap();
        }
        by_names(&qrels, &run, &["AP", "Success@1"])
    };
    let (baseline, better, same) = (system(1), system(2), system(1));
    let measures = [measure("AP"), measure("Success@1")];
    let table = compare(&baseline, &[&better, &same], &measures, &Bootstrap::new(1)).unwrap();
    let cells: Vec<_> = table.iter().map(|cell| (cell.system, cell.measure)).collect();
    assert_eq!(cells, [(0, measures[0]), (0, measures[1]), (1, measures[0]), (1, measures[1])]);
    let alone: Vec<f64> = table.iter().map(|cell| cell.difference.p).collect();
    let adjusted: Vec<f64> = table.iter().map(|cell| cell.adjusted_p).collect();
    assert_eq!(adjusted, holm(&alone).unwrap());
    assert!(adjusted[0] < 0.05 && adjusted[2] == 1.0, "{adjusted:?}");
    let one = compare(&baseline, &[&better], &measures[..1], &Bootstrap::new(1)).unwrap();
    assert_eq!(one[0].adjusted_p, one[0].difference.p);
    assert_eq!(one[0].difference, table[0].difference);
}

#[test]
fn evaluations_of_different_queries_are_not_compared() {
    let names = ["AP"];
    let one = by_names(&qrels(&[("q1", "a", 1)]), &Run::new(), &names);
    let other = by_names(&qrels(&[("q2", "a", 1)]), &Run::new(), &names);
    let error = compare(&one, &[&one, &other], &[measure("AP")], &Bootstrap::new(0)).unwrap_err();
    assert_eq!(error.to_string(), "system 1 was evaluated on other queries than the baseline");
    let error = compare(&one, &[&one], &[measure("RR")], &Bootstrap::new(0)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.to_string(), "system 0 by RR: RR of the baseline was not evaluated");
}

#[test]
fn holm_refuses_what_is_no_p_value() {
    for bad in [-0.1, 1.1, f64::NAN] {
        let error = holm(&[0.5, bad]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        assert!(error.to_string().starts_with("p-value 1 is "), "{error}");
    }
    assert!(holm(&[]).unwrap().is_empty());
}

#[test]
fn percentiles_are_measured_samples() {
    let five = Percentiles::new(vec![50.0, 15.0, 35.0, 20.0, 40.0]).unwrap();
    let at = [0.0, 5.0, 30.0, 40.0, 50.0, 100.0].map(|percent| five.at(percent).unwrap());
    assert_eq!(at, [15.0, 15.0, 20.0, 20.0, 35.0, 50.0]);
    assert_eq!((five.p50(), five.p99()), (35.0, 50.0));
    let even = Percentiles::new(vec![2.0, 1.0]).unwrap();
    assert_eq!((even.p50(), even.p99()), (1.0, 2.0));
    assert_eq!(Percentiles::new((1..=100).map(f64::from).collect()).unwrap().p99(), 99.0);
    for percent in [-1.0, 100.1, f64::NAN] {
        assert_eq!(five.at(percent), None);
    }
    assert_eq!(Percentiles::new(vec![]).unwrap_err().kind(), ErrorKind::InvalidInput);
    assert_eq!(Percentiles::new(vec![1.0, f64::INFINITY]).unwrap_err().kind(), ErrorKind::NonFinite);
}
