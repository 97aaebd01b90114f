//! Faults seen in other software, by case id.

use crate::support::{assert_page_rank, links, rank};
use sutra_graph::PageRank;

#[test]
fn graph_002_link_and_teleport_terms_both_count() {
    let expected = [("A", 0.373608), ("B", 0.376671), ("C", 0.212221), ("D", 0.0375)];
    assert_page_rank("A B, A C, B A, C B, D A, D C", None, &expected);
}

#[test]
fn graph_003_dangling_mass_follows_the_personalisation() {
    assert_page_rank("u v, v w", Some("w"), &[("u", 0.0), ("v", 0.0), ("w", 1.0)]);
}

#[test]
fn graph_006_a_self_loop_counts_once() {
    let with_loop = [("a", 0.206857), ("b", 0.213328), ("c", 0.380572), ("d", 0.199243)];
    assert_page_rank("a b, b c, c d, d a, c c", None, &with_loop);
    let without = [("a", 0.25), ("b", 0.25), ("c", 0.25), ("d", 0.25)];
    assert_page_rank("a b, b c, c d, d a", None, &without);
}

#[test]
fn graph_007_parallel_edges_add_up() {
    let expected = [("A", 0.486486), ("B", 0.325676), ("C", 0.187838)];
    assert_page_rank("A B, A B, A C, B A, C A", None, &expected);
}

#[test]
fn graph_010_sources_count_as_nodes() {
    let expected = [("a", 0.461892), ("b", 0.448108), ("s1", 0.03), ("s2", 0.03), ("s3", 0.03)];
    assert_page_rank("a b, b a, s1 a, s2 a, s3 b", None, &expected);
}

#[test]
fn graph_011_nothing_beyond_reach_has_a_score() {
    let edges = "S T, T U, T V, V W";
    let only_u = [("S", 0.0), ("T", 0.0), ("U", 1.0), ("V", 0.0), ("W", 0.0)];
    assert_page_rank(edges, Some("U"), &only_u);
    let from_s = [("S", 0.347275), ("T", 0.295184), ("U", 0.125453), ("V", 0.125453), ("W", 0.106635)];
    assert_page_rank(edges, Some("S"), &from_s);
}

#[test]
fn graph_013_dangling_mass_is_handed_on_not_normalised_away() {
    let edges = "P Q, P T, Q R, R S, S R, S P";
    let expected = [("P", 0.17513), ("Q", 0.12582), ("R", 0.282077), ("S", 0.291154), ("T", 0.12582)];
    assert_page_rank(edges, None, &expected);
    let ranks = rank(&PageRank::new(), &links(edges).to_builder().build_directed().unwrap());
    assert!((ranks.scores.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}
