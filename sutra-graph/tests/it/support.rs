//! Graphs from named edges, and assertions on them.

use sutra_core::Unwatched;
use sutra_graph::{Graph, LinkTable, NodeScores, PageRank};

/// The table of links written as `"a b, b c"`.
pub(crate) fn links(edges: &str) -> LinkTable {
    let mut table = LinkTable::new();
    for edge in edges.split(", ") {
        let (source, target) = edge.split_once(' ').expect("an edge is two names");
        table.add_link(source, target).unwrap();
    }
    table
}

pub(crate) fn rank(page_rank: &PageRank, graph: &Graph) -> NodeScores {
    let ranks = page_rank.run(graph, &Unwatched).unwrap();
    assert!(ranks.converged, "not converged after {} steps: {}", ranks.iterations, ranks.residual);
    ranks
}

/// Asserts the score of every node of `table` by name.
pub(crate) fn assert_scores(table: &LinkTable, scores: &[f64], expected: &[(&str, f64)]) {
    assert_eq!(table.names().len(), expected.len());
    for (name, expected) in expected {
        let found = scores[table.node(name).expect("a node of the graph")];
        assert!((found - expected).abs() < 1e-6, "{name}: expected {expected}, found {found}");
    }
}

/// PageRank of the directed graph, personalised to one node where there is one.
pub(crate) fn assert_page_rank(edges: &str, reset: Option<&str>, expected: &[(&str, f64)]) {
    let table = links(edges);
    let mut page_rank = PageRank::new();
    if let Some(reset) = reset {
        let mut weights = vec![0.0; table.names().len()];
        weights[table.node(reset).unwrap()] = 1.0;
        page_rank = page_rank.with_personalization(weights);
    }
    let ranks = rank(&page_rank, &table.to_builder().build_directed().unwrap());
    assert_scores(&table, &ranks.scores, expected);
}
