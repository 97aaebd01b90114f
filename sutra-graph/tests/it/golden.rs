//! Exact solutions of small graphs, made by `tests/golden/page_rank.py`.

use sutra_core::Unwatched;
use sutra_graph::{GraphBuilder, PageRank, UndirectedCentrality};

struct Case {
    builder: GraphBuilder,
    directed: bool,
    personalization: Vec<f64>,
    scores: Vec<f64>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in include_str!("../golden/page_rank.txt").lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        if fields[0] == "graph" {
            cases.push(Case {
                builder: GraphBuilder::new(fields[1].parse().unwrap()),
                directed: fields[2] == "directed",
                personalization: Vec::new(),
                scores: Vec::new(),
            });
            continue;
        }
        let case = cases.last_mut().expect("a graph line comes first");
        let number = |field: usize| fields[field].parse::<f64>().unwrap();
        match fields[0] {
            "edge" => {
                case.builder.weighted_edge(number(1) as usize, number(2) as usize, number(3));
            }
            "personalization" => case.personalization = (1..fields.len()).map(number).collect(),
            "score" => case.scores.push(number(2)),
            other => panic!("unknown line {other}"),
        }
    }
    cases
}

#[test]
fn scores_equal_the_exact_solution() {
    let cases = cases();
    assert_eq!(cases.len(), 12);
    for (number, case) in cases.into_iter().enumerate() {
        let found = if case.directed {
            let page_rank = PageRank::new().with_tolerance(1e-15).with_personalization(case.personalization);
            page_rank.run(&case.builder.build_directed().unwrap(), &Unwatched).unwrap()
        } else {
            let centrality = UndirectedCentrality::new().with_tolerance(1e-15);
            centrality.run(&case.builder.build_undirected().unwrap(), &Unwatched).unwrap()
        };
        assert_eq!(found.scores.len(), case.scores.len());
        for (node, (found, expected)) in found.scores.iter().zip(&case.scores).enumerate() {
            assert!((found - expected).abs() < 1e-12, "graph {number} node {node}: {found} for {expected}");
        }
    }
}
