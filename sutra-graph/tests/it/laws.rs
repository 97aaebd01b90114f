//! What the types promise.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};

use sutra_core::{
    Cancel, Candidate, ChunkId, ChunkSet, Corpus, DocId, Error, ErrorKind, Filter, Metadata, Observer,
    Progress, Query, Result, Scale, ScoreKind, Search, Signal, Span, Stamp, TieOrder, Unwatched,
};
use sutra_graph::{CentralitySignal, GraphBuilder, PageRank, UndirectedCentrality};

use crate::support::rank;

fn cycle(nodes: usize) -> GraphBuilder {
    let mut builder = GraphBuilder::new(nodes);
    for node in 0..nodes {
        builder.edge(node, (node + 1) % nodes);
    }
    builder
}

#[test]
fn the_fixtures_of_the_unnormalised_form_hold() {
    let mut builder = GraphBuilder::new(8);
    builder.edge(0, 1).edge(1, 2);
    builder.edge(3, 4).edge(3, 5).edge(6, 3);
    let graph = builder.build_undirected().unwrap();
    let scores = UndirectedCentrality::new().run(&graph, &Unwatched).unwrap().scores;
    let expected = [0.770270, 1.459459, 0.770270, 1.918919, 0.693694, 0.693694, 0.693694, 0.15];
    for (found, expected) in scores.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
    }
}

#[test]
fn an_undirected_pair_is_one_edge_of_its_largest_weight() {
    let mut builder = GraphBuilder::new(3);
    builder.weighted_edge(0, 1, 2.0).weighted_edge(1, 0, 3.0).edge(0, 1).edge(1, 2).edge(2, 2);
    let graph = builder.build_undirected().unwrap();
    assert_eq!(graph.edge_count(), 5);
    assert_eq!([graph.out_weight(0), graph.out_weight(1), graph.out_weight(2)], [3.0, 4.0, 2.0]);
    assert_eq!(graph.incoming(1).collect::<Vec<_>>(), [(0, 1.0), (2, 0.5)]);
    assert_eq!((graph.incoming(3).count(), graph.out_weight(3)), (0, 0.0), "outside the graph");
}

#[test]
fn a_weight_of_zero_is_no_edge() {
    let mut builder = GraphBuilder::new(2);
    builder.weighted_edge(0, 1, 0.0);
    assert_eq!(builder.build_directed().unwrap(), GraphBuilder::new(2).build_directed().unwrap());
}

#[test]
fn a_wrong_edge_is_named() {
    let refuse = |from, to, weight, kind, words: &str| {
        let mut builder = GraphBuilder::new(2);
        builder.edge(0, 1).weighted_edge(from, to, weight).edge(1, 0);
        let error = builder.build_directed().unwrap_err();
        assert_eq!(error.kind(), kind);
        assert!(error.to_string().contains(words), "{error}");
    };
    refuse(0, 2, 1.0, ErrorKind::InvalidInput, "0 -> 2");
    refuse(usize::MAX, 0, 1.0, ErrorKind::InvalidInput, "has 2 nodes");
    refuse(1, 1, -1.0, ErrorKind::InvalidInput, "1 -> 1 has weight -1");
    refuse(1, 0, f64::NAN, ErrorKind::NonFinite, "NaN");
    refuse(1, 0, f64::INFINITY, ErrorKind::NonFinite, "inf");
    let mut builder = GraphBuilder::new(2);
    builder.weighted_edge(0, 1, f64::MAX).weighted_edge(0, 0, f64::MAX);
    assert_eq!(builder.build_directed().unwrap_err().kind(), ErrorKind::NonFinite);
    assert_eq!(GraphBuilder::new(usize::MAX).build_directed().unwrap_err().kind(), ErrorKind::InvalidInput);
}

#[test]
fn extreme_weights_stay_finite() {
    let mut builder = GraphBuilder::new(3);
    builder.weighted_edge(0, 1, 5e-324).weighted_edge(1, 0, 1e308).weighted_edge(1, 2, 5e-324);
    let ranks = rank(
        &PageRank::new().with_personalization(vec![f64::MAX, f64::MAX, 5e-324]),
        &builder.build_directed().unwrap(),
    );
    assert!((ranks.scores.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{ranks:?}");
}

#[test]
fn settings_outside_their_range_are_refused() {
    let graph = cycle(3).build_undirected().unwrap();
    let base = PageRank::new();
    for wrong in [
        base.clone().with_damping(1.0),
        base.clone().with_damping(-0.1),
        base.clone().with_damping(f64::NAN),
        base.clone().with_tolerance(0.0),
        base.clone().with_tolerance(f64::INFINITY),
        base.clone().with_max_iterations(0),
    ] {
        assert_eq!(wrong.run(&graph, &Unwatched).unwrap_err().kind(), ErrorKind::InvalidConfig, "{wrong:?}");
    }
    for (vector, kind) in [
        (vec![1.0; 2], ErrorKind::Dimension),
        (vec![0.0; 3], ErrorKind::InvalidInput),
        (vec![1.0, -1.0, 1.0], ErrorKind::InvalidInput),
        (vec![1.0, f64::NAN, 1.0], ErrorKind::NonFinite),
    ] {
        let error = base.clone().with_personalization(vector.clone()).run(&graph, &Unwatched).unwrap_err();
        assert_eq!(error.kind(), kind);
        assert!(error.to_string().contains("personalisation"), "{error}");
        let error = base.clone().with_start(vector.clone()).run(&graph, &Unwatched).unwrap_err();
        assert_eq!(error.kind(), kind);
        // Any start will do where scores do not share one mass.
        if vector != [0.0; 3] {
            let error = UndirectedCentrality::new().with_start(vector).run(&graph, &Unwatched).unwrap_err();
            assert_eq!(error.kind(), kind);
        }
    }
    let directed = cycle(3).build_directed().unwrap();
    let error = UndirectedCentrality::new().run(&directed, &Unwatched).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    let error = UndirectedCentrality::new().with_damping(2.0).run(&graph, &Unwatched).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidConfig);
}

#[test]
fn empty_graphs_and_graphs_without_edges_have_their_scores() {
    let empty = GraphBuilder::new(0).build_undirected().unwrap();
    assert!(rank(&PageRank::new(), &empty).scores.is_empty());
    assert!(rank(&PageRank::new().with_personalization(vec![]).with_start(vec![]), &empty).converged);
    assert!(UndirectedCentrality::new().run(&empty, &Unwatched).unwrap().converged);
    let lonely = GraphBuilder::new(4).build_undirected().unwrap();
    assert_eq!(rank(&PageRank::new(), &lonely).scores, [0.25; 4]);
    let centrality = UndirectedCentrality::new().with_damping(0.5).run(&lonely, &Unwatched).unwrap();
    assert_eq!(centrality.scores, [0.5; 4]);
}

#[test]
fn a_warm_start_saves_steps_and_changes_nothing() {
    let mut builder = cycle(50);
    builder.edge(0, 25).edge(7, 3);
    let before = rank(&PageRank::new(), &builder.build_directed().unwrap());
    builder.edge(7, 4);
    let graph = builder.build_directed().unwrap();
    let cold = rank(&PageRank::new(), &graph);
    let warm = rank(&PageRank::new().with_start(before.scores), &graph);
    assert!(warm.iterations < cold.iterations, "{} for {}", warm.iterations, cold.iterations);
    for (warm, cold) in warm.scores.iter().zip(&cold.scores) {
        assert!((warm - cold).abs() < 1e-11);
    }
}

#[test]
fn the_limit_of_steps_is_told_by_the_flag() {
    let mut builder = cycle(9);
    builder.edge(0, 4);
    let ranks =
        PageRank::new().with_max_iterations(3).run(&builder.build_directed().unwrap(), &Unwatched).unwrap();
    assert_eq!((ranks.converged, ranks.iterations), (false, 3));
    assert!(ranks.residual > 1e-12);
    assert!((ranks.scores.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

/// Counts what it is told, and stops at the fifth question.
#[derive(Default)]
struct Fifth(AtomicUsize, AtomicUsize);

impl Cancel for Fifth {
    fn check(&self) -> Result<()> {
        if self.0.fetch_add(1, Ordering::Relaxed) < 4 { Ok(()) } else { Err(Error::cancelled()) }
    }
}

impl Observer for Fifth {
    fn progress(&self, progress: Progress<'_>) {
        self.1.fetch_max(progress.done as usize, Ordering::Relaxed);
    }
}

#[test]
fn an_observer_can_stop_the_iteration() {
    let mut builder = cycle(9);
    builder.edge(0, 4);
    let watch = Fifth::default();
    let error =
        PageRank::new().with_max_iterations(100).run(&builder.build_directed().unwrap(), &watch).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    assert_eq!(watch.1.load(Ordering::Relaxed), 4, "told of four steps");
}

/// A corpus of nothing but a stamp.
struct Nothing;

impl TieOrder for Nothing {
    fn tie(&self, a: ChunkId, b: ChunkId) -> std::cmp::Ordering {
        a.cmp(&b)
    }
}

impl Corpus for Nothing {
    fn stamp(&self) -> Stamp {
        Stamp::new(1, 1)
    }
    fn len(&self) -> usize {
        0
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
        Ok(ChunkSet::none(self.stamp(), 0))
    }
    fn matches(&self, _: &Filter, _: &[ChunkId]) -> Result<Vec<bool>> {
        Ok(Vec::new())
    }
}

#[test]
fn the_signal_gives_each_document_its_centrality_and_nothing_to_strangers() {
    let signal = CentralitySignal::new(Stamp::new(1, 1), vec![0.15, 2.0]).unwrap();
    let (query, metadata) = (Query::new("q"), Metadata::new());
    let candidate = |chunk, document| {
        Candidate::new(ChunkId::new(chunk), DocId::new(document), "d", "t", Span::whole("t"), &metadata)
    };
    let candidates = [candidate(4, 1), candidate(9, 0), candidate(5, 2)];
    let mut out = [None; 3];
    let scale = signal.score(&Search::new(&query, &Nothing), &candidates, &mut out).unwrap();
    assert_eq!(out, [Some(2.0), Some(0.15), None]);
    assert_eq!(scale, Scale::with_max(ScoreKind::Centrality, 2.0));
    assert_eq!(signal.unit(scale, 2.0), Some(1.0));
    let other = CentralitySignal::new(Stamp::new(1, 2), vec![1.0]).unwrap();
    let error = other.score(&Search::new(&query, &Nothing), &candidates, &mut out).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignStamp);
}

#[test]
fn the_signal_refuses_what_is_no_centrality() {
    for (score, kind) in [(f32::NAN, ErrorKind::NonFinite), (-0.5, ErrorKind::InvalidInput)] {
        let error = CentralitySignal::new(Stamp::new(1, 1), vec![1.0, score]).unwrap_err();
        assert_eq!(error.kind(), kind);
        assert!(error.to_string().contains("document 1"), "{error}");
    }
    assert_eq!(CentralitySignal::new(Stamp::new(1, 1), vec![]).unwrap().scale().max(), Some(0.0));
}

#[test]
fn the_centrality_signal_keeps_the_laws() {
    use sutra_core::laws::{LawCorpus, Setting, signal};
    use sutra_core::{Corpus, DocId, Query};
    use sutra_graph::CentralitySignal;

    let corpus = LawCorpus::sample().unwrap();
    // The last two documents have no score.
    let scored = corpus.documents().len() - 2;
    let scores = (0..scored).map(|document| (document * 5 % 7) as f32 / 3.0).collect();
    let centrality = CentralitySignal::new(corpus.stamp(), scores).unwrap();
    let without = [scored, scored + 1].map(|document| corpus.chunks_of(DocId::new(document as u32)).unwrap());
    let setting = Setting::new(&corpus, Query::new("any"));
    let subject = signal::Subject::new(&centrality, setting).with_missing(without.concat());
    signal::check(&subject.holding_ids()).unwrap();
}
