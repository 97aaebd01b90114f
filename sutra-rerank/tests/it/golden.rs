//! Fused scores from the textbook formulas, made by `tests/golden/fusion.py`.

use sutra_core::{ById, Fusion, Named, Ranking, ScoreKind};
use sutra_rerank::{CombMnz, Dbsf, Rrf, WeightedMinMax, Weights, ZScore};

use crate::doubles::{assert_ranking, ranking};

fn hits(fields: &[&str]) -> Vec<(u32, f32)> {
    let hit = |field: &&str| {
        let (chunk, score) = field.split_once(':').unwrap();
        (chunk.parse().unwrap(), score.parse().unwrap())
    };
    fields.iter().map(hit).collect()
}

#[test]
fn fused_scores_equal_the_formulas() {
    let mut lists: Vec<(String, f32, Ranking)> = Vec::new();
    let mut compared = 0;
    for line in include_str!("../golden/fusion.txt").lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        if fields[0] == "case" {
            lists.clear();
            continue;
        }
        if fields[0] == "list" {
            let list = ranking(ScoreKind::Bm25, &hits(&fields[3..]));
            lists.push((fields[1].to_owned(), fields[2].parse().unwrap(), list));
            continue;
        }
        let weights = Weights::new(lists.iter().map(|(name, weight, _)| (name.clone(), *weight))).unwrap();
        let fusion: Box<dyn Fusion> = match fields[0] {
            "rrf" => Box::new(Rrf::new().with_weights(weights)),
            "minmax" => Box::new(WeightedMinMax::new().with_weights(weights)),
            "zscore" => Box::new(ZScore::new().with_weights(weights)),
            "dbsf" => Box::new(Dbsf::new().with_weights(weights)),
            "combmnz" => Box::new(CombMnz::new().with_weights(weights)),
            other => panic!("unknown method {other}"),
        };
        let named: Vec<Named<'_>> = lists.iter().map(|(name, _, ranking)| Named { name, ranking }).collect();
        assert_ranking(&fusion.fuse(&named, &ById, 100).unwrap(), &hits(&fields[1..]));
        compared += 1;
    }
    assert_eq!(compared, 50);
}
