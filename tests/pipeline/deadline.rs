//! A deadline that drops a slow signal, or fails the query.

use std::sync::Arc;
use std::time::Duration;

use sutra::core::{Candidate, ErrorKind, Query, Result, Scale, ScoreKind, Search, Signal};
use sutra::{Deadline, OnDeadline, Pipeline, PipelineBuilder, RankedBy};

use crate::documents;

/// A signal that waits until the query's time is up.
struct Slow;

impl Signal for Slow {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Unit
    }
    fn score(&self, search: &Search<'_>, _: &[Candidate<'_>], _: &mut [Option<f32>]) -> Result<Scale> {
        loop {
            search.check()?;
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn builder() -> PipelineBuilder {
    Pipeline::builder().bm25("bm25")
}

/// A query with time enough for everything but waiting.
fn query() -> Query {
    Query::new("bread").with_cancel(Arc::new(Deadline::after(Duration::from_millis(400))))
}

#[test]
fn a_late_signal_is_dropped_for_the_whole_result_and_named() {
    let builder = builder().lexical(1.0).signal("slow", Slow, 1.0).on_deadline(OnDeadline::WithoutSignal);
    let results = builder.build(documents()).unwrap().search(&query()).unwrap();
    assert_eq!(results.without, ["slow: late, the deadline passed"]);
    assert!(!results.hits.is_empty());
    for hit in &results.hits {
        let names: Vec<&str> = hit.signals.iter().map(|signal| &*signal.name).collect();
        assert_eq!(names, ["lexical"]);
        assert_eq!(hit.ranked_by, RankedBy::Final);
    }
}

#[test]
fn where_every_signal_is_late_the_order_before_stands() {
    let builder = builder().signal("slow", Slow, 1.0).lexical(1.0).on_deadline(OnDeadline::WithoutSignal);
    let pipeline = builder.build(documents()).unwrap();
    let results = pipeline.search(&query()).unwrap();
    assert_eq!(results.without.len(), 2);
    let plain = Pipeline::builder().bm25("bm25").bind(pipeline.generation()).unwrap();
    let plain = plain.search(&Query::new("bread")).unwrap();
    let ranking =
        |hits: &[sutra::SearchHit]| hits.iter().map(|hit| (hit.chunk, hit.score)).collect::<Vec<_>>();
    assert_eq!(ranking(&results.hits), ranking(&plain.hits));
    assert!(results.hits.iter().all(|hit| hit.ranked_by == RankedBy::Stage("bm25".into())));
}

#[test]
fn by_default_the_query_fails() {
    let pipeline = builder().signal("slow", Slow, 1.0).build(documents()).unwrap();
    let error = pipeline.search(&query()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert!(error.to_string().contains("slow"), "{error}");
}
