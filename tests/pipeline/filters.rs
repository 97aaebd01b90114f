//! A filter is a hard condition, whatever a retriever does with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sutra::Pipeline;
use sutra::core::{
    ChunkId, ErrorKind, Filter, Filtering, Hit, Query, Ranking, Result, Retriever, Scale, ScoreKind, Search,
};

use crate::documents;

/// Finds every chunk in the order of its id, and knows nothing of filters.
struct Everything {
    filtering: Filtering,
    calls: Arc<AtomicUsize>,
}

impl Retriever for Everything {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let found = search.corpus().len().min(k) as u32;
        let hits = (0..found).map(|id| Hit { chunk: ChunkId::new(id), score: -(id as f32) }).collect();
        let exhausted = k >= search.corpus().len();
        Ranking::new(search.stamp(), Scale::new(ScoreKind::Custom), hits, exhausted, search.corpus())
    }
    fn filtering(&self) -> Filtering {
        self.filtering
    }
}

fn pipeline(filtering: Filtering) -> (Pipeline, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let retriever = Everything { filtering, calls: calls.clone() };
    let builder = Pipeline::builder().retriever("everything", retriever).depth(1);
    (builder.build(documents()).unwrap(), calls)
}

#[test]
fn a_retriever_that_filters_afterwards_is_asked_for_more() {
    let (pipeline, calls) = pipeline(Filtering::Post);
    let query = Query::new("any").with_limit(2).with_filter(Filter::eq("kind", "works"));
    let hits = pipeline.search(&query).unwrap().hits;
    let ids: Vec<&str> = hits.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!(ids, ["harbour", "mill"]);
    assert!(calls.load(Ordering::Relaxed) > 1);
}

#[test]
fn a_retriever_that_claims_to_filter_and_does_not_is_found_out() {
    let (pipeline, _) = pipeline(Filtering::Pre);
    let query = Query::new("any").with_filter(Filter::eq("kind", "works"));
    let error = pipeline.search(&query).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Contract);
    assert!(error.to_string().contains("everything"), "{error}");
}

#[test]
fn none_all_and_nothing_are_three_things() {
    let pipeline = Pipeline::builder().build(documents()).unwrap();
    let count = |query: Query| pipeline.search(&query).unwrap().hits.len();
    let open = count(Query::new("bread"));
    assert!(open > 0);
    assert_eq!(count(Query::new("bread").with_filter(Filter::And(vec![]))), open);
    assert_eq!(count(Query::new("bread").with_filter(Filter::Or(vec![]))), 0);
}
