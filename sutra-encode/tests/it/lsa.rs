//! What a fit makes of texts.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use sutra_core::{Encoder, ErrorKind, FittedEncoder, Result, Texts, Unwatched};
use sutra_encode::LsaFit;
use sutra_text::Analyzer;

use crate::support::{TEXTS, Watch, dot, encode};

fn neutral() -> LsaFit {
    LsaFit::new().with_analyzer(Analyzer::neutral())
}

#[test]
fn words_that_keep_company_come_close() {
    let lsa = LsaFit::new().with_rank(3).fit_lsa(&TEXTS.to_vec(), &Unwatched).unwrap();
    let cosine = |a, b| dot(&encode(&lsa, a), &encode(&lsa, b));
    // No text holds both words of the first pair.
    assert!(cosine("cider", "plum") > 0.8, "{}", cosine("cider", "plum"));
    assert!(cosine("cider", "compiler") < 0.3, "{}", cosine("cider", "compiler"));
}

#[test]
fn a_fit_of_full_rank_keeps_every_cosine() {
    // tf-idf by hand: two texts, three terms, df 2 for "b" and 1 for the others.
    let (rare, both) = (1.5f64.ln() + 1.0, 1.0);
    let (first, second) = ([(1.0 + 2f64.ln()) * rare, both], [both, rare]);
    let norm = |x: [f64; 2]| (x[0] * x[0] + x[1] * x[1]).sqrt();
    let expected = both * both / (norm(first) * norm(second));
    let lsa = neutral().fit_lsa(&vec!["a a b", "b c"], &Unwatched).unwrap();
    assert_eq!(lsa.dim(), 2);
    let found = dot(&encode(&lsa, "a b a"), &encode(&lsa, "c b"));
    assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    let energy: f32 = lsa.singular_values().iter().map(|value| value * value).sum();
    assert!((energy - 2.0).abs() < 1e-5, "unit rows have as much energy as rows, not {energy}");
}

#[test]
fn repeated_texts_add_no_axis() {
    let texts: Vec<&str> = ["a b", "b c", "c d e"].into_iter().cycle().take(300).collect();
    let lsa = neutral().fit_lsa(&texts, &Unwatched).unwrap();
    assert_eq!(lsa.dim(), 3);
    assert_eq!(encode(&neutral().fit_lsa(&vec!["a"; 5], &Unwatched).unwrap(), "a"), [1.0]);
}

#[test]
fn axes_point_where_their_largest_value_is_positive() {
    let lsa =
        neutral().with_rank(3).fit_lsa(&vec!["a b c", "b c d", "c d a a", "e e f"], &Unwatched).unwrap();
    let vectors: Vec<Vec<f32>> =
        ["a", "b", "c", "d", "e", "f"].iter().map(|term| encode(&lsa, term)).collect();
    // The first axis is that of the connected terms: all on one side, by the theorem of Perron.
    assert!(vectors[..4].iter().all(|vector| vector[0] > 0.0), "{vectors:?}");
}

#[test]
fn a_term_on_no_axis_is_unknown() {
    let mut texts = vec!["a b", "b a", "a b a", "b b a"];
    texts.push("z");
    let lsa = neutral().with_rank(1).with_power_iterations(20).fit_lsa(&texts, &Unwatched).unwrap();
    assert_eq!(lsa.terms(), 2);
    assert_eq!((encode(&lsa, "z"), lsa.unseen("z"), lsa.unseen("z a a a")), (vec![0.0], 1.0, 0.25));
}

#[test]
fn min_df_and_max_terms_choose_the_terms() {
    let texts = vec!["d c b a", "d c b", "d c", "x"];
    let terms = |fit: LsaFit| {
        let lsa = fit.fit_lsa(&texts, &Unwatched).unwrap();
        ["a", "b", "c", "d", "x"].into_iter().filter(|term| lsa.unseen(term) == 0.0).collect::<String>()
    };
    assert_eq!(terms(neutral()), "abcdx");
    assert_eq!(terms(neutral().with_min_df(2)), "bcd");
    assert_eq!(terms(neutral().with_max_terms(4)), "abcd", "a before x, equally frequent");
    assert_eq!(terms(neutral().with_max_terms(1)), "c", "c before d, equally frequent");
}

#[test]
fn nothing_to_fit_on_is_an_error_that_says_so() {
    let fits = [
        (neutral(), vec![], ErrorKind::InvalidInput),
        (neutral(), vec!["", " ", "?"], ErrorKind::InvalidInput),
        (neutral().with_min_df(3), vec!["a", "a"], ErrorKind::InvalidInput),
        (neutral().with_rank(0), vec!["a"], ErrorKind::InvalidConfig),
        (neutral().with_max_terms(0), vec!["a"], ErrorKind::InvalidConfig),
    ];
    for (fit, texts, kind) in fits {
        let error = fit.fit_lsa(&texts, &Unwatched).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
    }
    let error = neutral().with_min_df(3).fit_lsa(&vec!["a", "a"], &Unwatched).unwrap_err();
    assert_eq!(error.to_string(), "nothing to fit LSA on: 2 texts, and no term in 3 or more of them");
}

#[test]
fn extreme_settings_work() {
    let lsa = neutral().with_rank(usize::MAX).with_oversampling(usize::MAX).with_min_df(0);
    assert_eq!(lsa.fit_lsa(&vec!["a b", "b c", "c"], &Unwatched).unwrap().dim(), 3);
}

#[test]
fn unseen_counts_every_occurrence() {
    let lsa = neutral().fit_lsa(&vec!["a b"], &Unwatched).unwrap();
    let shares = ["a", "a x", "x x x a", "x", "", "?"].map(|text| lsa.unseen(text));
    assert_eq!(shares, [0.0, 0.5, 0.75, 1.0, 1.0, 1.0]);
}

#[test]
fn a_fit_stops_at_any_check() {
    let free = Watch::new(usize::MAX);
    neutral().with_rank(4).fit_lsa(&TEXTS.to_vec(), &free).unwrap();
    let checks = free.checks.load(Ordering::Relaxed);
    assert!(checks > TEXTS.len(), "{checks} checks");
    for stop in 0..checks {
        let error = neutral().with_rank(4).fit_lsa(&TEXTS.to_vec(), &Watch::new(stop)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Cancelled, "at check {stop}");
    }
}

#[test]
fn a_fit_tells_how_far_it_has_come() {
    let watch = Watch::new(usize::MAX);
    let texts: Vec<String> = (0..1000).map(|i| format!("word{} word{}", i % 7, i % 11)).collect();
    neutral().with_rank(4).fit_lsa(&texts, &watch).unwrap();
    let reports = watch.stages.into_inner().unwrap();
    let mut stages: Vec<&str> = reports.iter().map(|report| report.0.as_str()).collect();
    assert!(stages.len() < 300, "{} reports", stages.len());
    stages.dedup();
    assert_eq!(stages, ["count terms", "weigh terms", "factorise"]);
    assert!(reports.iter().all(|(_, done, total)| Some(*done) <= *total));
    for stage in stages {
        let last = reports.iter().rfind(|report| report.0 == stage).unwrap();
        assert_eq!(Some(last.1), last.2, "{stage} ends whole");
    }
}

/// Texts that count how often they are read, or fail.
struct Read(Mutex<usize>, bool);

impl Texts for Read {
    fn len(&self) -> usize {
        2
    }

    fn each(&self, visit: &mut dyn FnMut(usize, &str) -> Result<()>) -> Result<()> {
        *self.0.lock().unwrap() += 1;
        visit(0, "a b")?;
        if self.1 {
            return Err(sutra_core::Error::new(ErrorKind::Io, "the disk is gone"));
        }
        visit(1, "b c")
    }
}

#[test]
fn texts_are_read_once_and_their_errors_passed_on() {
    let texts = Read(Mutex::new(0), false);
    neutral().fit_lsa(&texts, &Unwatched).unwrap();
    assert_eq!(*texts.0.lock().unwrap(), 1);
    let error = neutral().fit_lsa(&Read(Mutex::new(0), true), &Unwatched).unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Io, "the disk is gone"));
}
