//! Scores a run against judgments.

use crate::formulas::Graded;
use crate::{Evaluation, Measure, Qrels, Run};

/// Scores a run with each measure, query by query.
///
/// Every judged query counts: one that the run does not have, or has no documents for, scores 0 (`trec_eval -c`), and
/// so does one that has no relevant document. Queries of the run without judgments are left out and
/// [listed](Evaluation::unjudged). A measure asked for twice is evaluated once.
///
/// Costs O(measures * depth + depth log judgments) a query.
///
/// ```
/// use sutra_eval::{Measure, Qrels, Run, evaluate};
/// let qrels = Qrels::from_trec("q1 0 a 1\nq2 0 a 1\n".as_bytes(), "qrels")?;
/// let mut run = Run::new();
/// run.push("q1", vec![("b", 2.0), ("a", 1.0)])?;
/// run.push("q9", vec![("a", 1.0)])?;
/// let rr: Measure = "RR".parse()?;
/// let evaluation = evaluate(&qrels, &run, &[rr]);
/// assert_eq!(evaluation.mean(rr), Some(0.25));
/// assert_eq!(evaluation.unjudged(), ["q9"]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[must_use]
pub fn evaluate(qrels: &Qrels, run: &Run, measures: &[Measure]) -> Evaluation {
    let mut columns: Vec<(Measure, Vec<f64>)> = Vec::new();
    for measure in measures {
        if !columns.iter().any(|(known, _)| known == measure) {
            columns.push((*measure, Vec::with_capacity(qrels.queries().len())));
        }
    }
    let mut unanswered = Vec::new();
    for query in qrels.queries() {
        let ranking = run.ranking(query).unwrap_or_default();
        if ranking.is_empty() {
            unanswered.push(query.to_owned());
        }
        let graded = grade(qrels, query, ranking);
        for (measure, values) in &mut columns {
            values.push(graded.value(*measure));
        }
    }
    let queries = qrels.queries().map(str::to_owned).collect();
    let unjudged = run.queries().filter(|query| !qrels.is_judged(query)).map(str::to_owned).collect();
    Evaluation { queries, columns, unanswered, unjudged }
}

/// A ranking with the grades of its documents. Negative grades count as 0.
fn grade(qrels: &Qrels, query: &str, ranking: &[(String, f64)]) -> Graded {
    let gain = |grade: i32| u32::try_from(grade).unwrap_or(0);
    let found = ranking.iter().map(|(doc, _)| qrels.grade(query, doc).map(gain)).collect();
    let mut ideal: Vec<u32> =
        qrels.judgments(query).map(|(_, grade)| gain(grade)).filter(|grade| *grade > 0).collect();
    ideal.sort_unstable_by(|a, b| b.cmp(a));
    Graded { found, ideal }
}
