//! A query in one generation: filters, encodings, cancellation.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use sutra_core::{
    CancelFlag, Candidate, ChunkId, ChunkSet, Corpus, DocId, Encoding, ErrorKind, Filter, Fingerprint, Query,
    Result, Search, Span, Stamp, TieOrder,
};

/// Four chunks, of which a filter passes those with even ids; counts how often it is asked.
struct Even {
    stamp: Stamp,
    resolved_as: Stamp,
    asked: AtomicUsize,
}

impl Even {
    fn new(resolved_as: Stamp) -> Self {
        Self { stamp: Stamp::new(1, 1), resolved_as, asked: AtomicUsize::new(0) }
    }
}

impl TieOrder for Even {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        a.cmp(&b)
    }
}

impl Corpus for Even {
    fn stamp(&self) -> Stamp {
        self.stamp
    }
    fn len(&self) -> usize {
        4
    }
    fn candidates(&self, _: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        Ok(Vec::new())
    }
    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        Ok(vec![None; ids.len()])
    }
    fn chunks_of(&self, _: DocId) -> Result<Vec<ChunkId>> {
        Ok(Vec::new())
    }
    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        Ok(vec![Cow::Borrowed(""); places.len()])
    }
    fn resolve(&self, _: &Filter) -> Result<ChunkSet> {
        self.asked.fetch_add(1, Relaxed);
        let mut set = ChunkSet::none(self.resolved_as, 4);
        set.insert(ChunkId::new(0));
        set.insert(ChunkId::new(2));
        Ok(set)
    }
    fn matches(&self, _: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        Ok(ids.iter().map(|id| id.get().is_multiple_of(2)).collect())
    }
}

#[test]
fn a_filter_is_resolved_once_and_none_is_not_empty() {
    let corpus = Even::new(Stamp::new(1, 1));
    let open = Query::new("a");
    assert!(Search::new(&open, &corpus).allowed().unwrap().is_none());
    let query = Query::new("a").with_filter(Filter::exists("x"));
    let search = Search::new(&query, &corpus);
    for _ in 0..3 {
        assert_eq!(search.allowed().unwrap().unwrap().len(), 2);
    }
    assert_eq!(corpus.asked.load(Relaxed), 1);
}

#[test]
fn a_filter_resolved_in_another_generation_is_refused() {
    let corpus = Even::new(Stamp::new(1, 2));
    let query = Query::new("a").with_filter(Filter::exists("x"));
    let error = Search::new(&query, &corpus).allowed().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignStamp);
}

#[test]
fn a_missing_encoding_names_the_encoder() {
    let corpus = Even::new(Stamp::new(1, 1));
    let query = Query::new("a");
    let search = Search::new(&query, &corpus)
        .with_encoding(Fingerprint::new("here"), Encoding::Vector(vec![1.0]))
        .unwrap();
    assert_eq!(search.encoding(&Fingerprint::new("here")).unwrap().vector(), Some(&[1.0][..]));
    let error = search.encoding(&Fingerprint::new("elsewhere")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.to_string().contains("elsewhere"), "{error}");
}

#[test]
fn an_encoding_that_is_not_finite_is_refused() {
    let corpus = Even::new(Stamp::new(1, 1));
    let query = Query::new("a");
    let encoding = Encoding::Vector(vec![0.0, f32::NAN]);
    let error = Search::new(&query, &corpus).with_encoding(Fingerprint::new("e"), encoding).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::NonFinite);
    assert!(error.to_string().contains("field 1"), "{error}");
}

#[test]
fn a_thrown_switch_stops_the_search() {
    let corpus = Even::new(Stamp::new(1, 1));
    let flag = CancelFlag::new();
    let query = Query::new("a").with_cancel(Arc::new(flag.clone()));
    let search = Search::new(&query, &corpus);
    assert!(search.check().is_ok());
    flag.cancel();
    assert_eq!(search.check().unwrap_err().kind(), ErrorKind::Cancelled);
}
