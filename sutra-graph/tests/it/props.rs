//! Properties of arbitrary graphs.

use proptest::prelude::*;
use sutra_core::Unwatched;
use sutra_graph::{GraphBuilder, LinkTable, PageRank, UndirectedCentrality};

type Edges = Vec<(usize, usize, f64)>;

fn graphs() -> impl Strategy<Value = (usize, Edges)> {
    (1usize..20).prop_flat_map(|nodes| {
        let weight = prop_oneof![3 => Just(1.0), 1 => 0.001f64..100.0];
        (Just(nodes), prop::collection::vec((0..nodes, 0..nodes, weight), 0..60))
    })
}

fn builder(nodes: usize, edges: &[(usize, usize, f64)]) -> GraphBuilder {
    let mut builder = GraphBuilder::new(nodes);
    for (from, to, weight) in edges {
        builder.weighted_edge(*from, *to, *weight);
    }
    builder
}

proptest! {
    #[test]
    fn page_rank_is_a_distribution((nodes, edges) in graphs(), damping in 0.0f64..0.99) {
        let graph = builder(nodes, &edges).build_directed().unwrap();
        let ranks = PageRank::new().with_damping(damping).with_max_iterations(10_000).run(&graph, &Unwatched).unwrap();
        prop_assert!(ranks.converged);
        prop_assert!((ranks.scores.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let least = (1.0 - damping) / nodes as f64;
        prop_assert!(ranks.scores.iter().all(|score| *score >= least - 1e-12));
    }

    #[test]
    fn page_rank_solves_its_equation((nodes, edges) in graphs()) {
        let graph = builder(nodes, &edges).build_directed().unwrap();
        let x = PageRank::new().run(&graph, &Unwatched).unwrap().scores;
        let out = |node: usize| edges.iter().filter(|edge| edge.0 == node).map(|edge| edge.2).sum::<f64>();
        let dangling: f64 = (0..nodes).filter(|node| out(*node) == 0.0).map(|node| x[node]).sum();
        for node in 0..nodes {
            let inflow: f64 = edges.iter().filter(|edge| edge.1 == node).map(|edge| x[edge.0] * edge.2 / out(edge.0)).sum();
            let expected = 0.15 / nodes as f64 + 0.85 * (inflow + dangling / nodes as f64);
            prop_assert!((x[node] - expected).abs() < 1e-10, "node {} has {} for {}", node, x[node], expected);
        }
    }

    #[test]
    fn the_order_of_the_edges_does_not_matter((nodes, edges) in graphs(), by in 0usize..60) {
        let mut turned = edges.clone();
        turned.rotate_left(by % edges.len().max(1));
        turned.reverse();
        let (one, other) = (builder(nodes, &edges), builder(nodes, &turned));
        prop_assert_eq!(one.build_directed().unwrap(), other.build_directed().unwrap());
        prop_assert_eq!(one.build_undirected().unwrap(), other.build_undirected().unwrap());
    }

    #[test]
    fn the_unnormalised_form_keeps_its_mass((nodes, edges) in graphs()) {
        let graph = builder(nodes, &edges).build_undirected().unwrap();
        let found = UndirectedCentrality::new().run(&graph, &Unwatched).unwrap();
        let isolated = (0..nodes).filter(|node| graph.out_weight(*node) == 0.0).count();
        let mass = (nodes - isolated) as f64 + 0.15 * isolated as f64;
        prop_assert!(found.converged);
        prop_assert!((found.scores.iter().sum::<f64>() - mass).abs() < 1e-9 * nodes as f64);
    }

    #[test]
    fn what_is_parsed_is_what_was_written(pairs in prop::collection::vec(("[a-c]{1,2}", "[a-c]{1,2}"), 0..20)) {
        let text: String = pairs.iter().map(|(a, b)| format!("{a}\t{b}\r\n")).collect();
        let table = LinkTable::parse(&text).unwrap();
        let back: Vec<(String, String)> = table.links().iter()
            .map(|(a, b)| (table.names()[*a as usize].clone(), table.names()[*b as usize].clone())).collect();
        prop_assert_eq!(back, pairs);
    }

    #[test]
    fn any_text_is_links_or_an_error(text in "[\\PC\t\r\n]{0,60}") {
        if let Ok(table) = LinkTable::parse(&text) {
            prop_assert!(table.to_builder().build_undirected().is_ok());
        }
    }
}

/// A small generator for graphs that are too large to be drawn by proptest.
fn preferential(nodes: usize, links: usize) -> Vec<(usize, usize)> {
    let mut state = 7_u64;
    let mut throw = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    // Squaring makes hubs of the first nodes, and the last tenth stays without links.
    let linked = nodes - nodes / 10;
    (0..links).map(|_| (throw(linked), throw(linked) * throw(linked) / linked)).collect()
}

#[test]
fn a_warm_start_from_rounded_scores_ends_where_a_cold_one_does() {
    let (nodes, mut edges) = (2000, preferential(2000, 8000));
    let run = |edges: &[(usize, usize)], start: Option<Vec<f64>>| {
        let mut builder = GraphBuilder::new(nodes);
        for (from, to) in edges.iter().filter(|(from, to)| from != to) {
            builder.edge(*from, *to);
        }
        let mut centrality = UndirectedCentrality::new().with_tolerance(1e-14);
        if let Some(start) = start {
            centrality = centrality.with_start(start);
        }
        centrality.run(&builder.build_undirected().unwrap(), &Unwatched).unwrap()
    };
    let before = run(&edges, None);
    edges.truncate(edges.len() - 3);
    edges.push((nodes - 1, 0));
    let cold = run(&edges, None);
    let warm = run(&edges, Some(before.scores.iter().map(|score| f64::from(*score as f32)).collect()));
    assert!(cold.converged && warm.converged);
    assert!(warm.iterations < cold.iterations, "{} against {}", warm.iterations, cold.iterations);
    for (warm, cold) in warm.scores.iter().zip(&cold.scores) {
        assert!((warm - cold).abs() <= 1e-12 * cold.max(1.0), "{warm} against {cold}");
    }
}
