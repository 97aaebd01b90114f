//! Reference values of whole link collections, where they are present.

use std::fs;
use std::path::PathBuf;

use crate::support::rank;
use sutra_core::Unwatched;
use sutra_graph::{LinkTable, PageRank, UndirectedCentrality};

fn collection(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("SUTRA_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let folder = root.join(name);
    folder.join("links.tsv").is_file().then_some(folder)
}

/// Compares the PageRank of a collection with its reference within 1e-9 a node.
fn check(test: &str, name: &str, directed: bool) {
    let Some(folder) = collection(name) else {
        println!("skipped: {test} needs SUTRA_DATA");
        return;
    };
    let file = if directed { "pagerank.directed.tsv" } else { "pagerank.undirected.tsv" };
    let reference = fs::read_to_string(folder.join(file)).unwrap();
    let reference: Vec<(&str, f64)> = reference
        .lines()
        .skip(1)
        .map(|line| line.split_once('\t').unwrap())
        .map(|(node, score)| (node, score.parse().unwrap()))
        .collect();
    let mut links = LinkTable::parse(&fs::read_to_string(folder.join("links.tsv")).unwrap()).unwrap();
    for (node, _) in &reference {
        links.add_node(node).unwrap();
    }
    assert_eq!(links.names().len(), reference.len(), "the reference holds every node");
    let builder = links.to_builder();
    let graph = if directed { builder.build_directed() } else { builder.build_undirected() }.unwrap();
    let scores = rank(&PageRank::new(), &graph).scores;
    for (node, expected) in reference {
        let found = scores[links.node(node).unwrap()];
        assert!((found - expected).abs() < 1e-9, "{name} node {node}: expected {expected}, found {found}");
    }
}

#[test]
fn cora_directed_equals_the_reference() {
    check("cora_directed_equals_the_reference", "cora", true);
}

#[test]
fn cacm_directed_equals_the_reference() {
    check("cacm_directed_equals_the_reference", "cacm", true);
}

#[test]
fn cacm_undirected_equals_the_reference() {
    check("cacm_undirected_equals_the_reference", "cacm", false);
}

#[test]
fn the_unnormalised_form_is_page_rank_times_the_nodes_where_none_is_isolated() {
    let test = "the_unnormalised_form_is_page_rank_times_the_nodes_where_none_is_isolated";
    let Some(folder) = collection("cora") else {
        println!("skipped: {test} needs SUTRA_DATA");
        return;
    };
    let links = LinkTable::parse(&fs::read_to_string(folder.join("links.tsv")).unwrap()).unwrap();
    let graph = links.to_builder().build_undirected().unwrap();
    let ranks = rank(&PageRank::new(), &graph);
    let centrality = UndirectedCentrality::new().run(&graph, &Unwatched).unwrap();
    let nodes = graph.len() as f64;
    for (rank, centrality) in ranks.scores.iter().zip(&centrality.scores) {
        assert!((rank * nodes - centrality).abs() < 1e-8);
    }
}
