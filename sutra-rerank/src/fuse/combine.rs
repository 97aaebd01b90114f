//! What every fusion shares: checking its rankings and adding up their parts.

use std::collections::HashMap;

use sutra_core::{
    ChunkId, Error, ErrorKind, Named, Ranking, Result, Scale, ScoreKind, Stamp, TieOrder, TopK,
};

use super::Weights;

/// Rankings of one generation with their weights, ordered by name: sums come out the same in whatever order the
/// rankings are handed in.
pub(super) struct Weighted<'a> {
    stamp: Stamp,
    lists: Vec<(&'a Ranking, f64)>,
    total: f64,
}

/// The sum of one chunk's parts and how many lists hold it with a weight above 0.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) score: f64,
    pub(super) lists: usize,
}

impl<'a> Weighted<'a> {
    pub(super) fn new(rankings: &[Named<'a>], weights: &Weights) -> Result<Self> {
        let mut named = rankings.to_vec();
        named.sort_by_key(|named| named.name);
        let Some(first) = named.first() else {
            return Err(Error::invalid_input("there is no ranking to fuse"));
        };
        let stamp = first.ranking.stamp();
        for pair in named.windows(2) {
            if pair[0].name == pair[1].name {
                let message = format!("two rankings are called {:?}", pair[0].name);
                return Err(Error::new(ErrorKind::Duplicate, message));
            }
        }
        for Named { name, ranking } in &named {
            stamp.ensure(ranking.stamp(), &format!("the ranking {name:?}"))?;
        }
        let weigh = |named: &Named<'a>| (named.ranking, f64::from(weights.of(named.name)));
        let lists: Vec<_> = named.iter().map(weigh).collect();
        let total = lists.iter().map(|(_, weight)| weight).sum();
        if total <= 0.0 {
            return Err(Error::invalid_config("all rankings to fuse have weight 0"));
        }
        Ok(Self { stamp, lists, total })
    }

    /// The sum of all weights.
    pub(super) fn total(&self) -> f64 {
        self.total
    }

    /// How many rankings have a weight above 0.
    pub(super) fn counted(&self) -> usize {
        self.lists.iter().filter(|(_, weight)| *weight > 0.0).count()
    }

    /// The weighted sum of one number a ranking.
    pub(super) fn sum_over(&self, value: impl Fn(&Ranking) -> f64) -> f64 {
        self.lists.iter().map(|(ranking, weight)| weight * value(ranking)).sum()
    }

    /// The `k` best by `score` of the sums of `weight * part`, where `parts` gives one part a hit, in the order
    /// of the hits. `max` is the largest score that could be.
    pub(super) fn fuse(
        &self,
        (ties, k, max): (&dyn TieOrder, usize, f64),
        parts: impl Fn(&Ranking) -> Vec<f64>,
        score: impl Fn(Sum) -> f64,
    ) -> Result<Ranking> {
        let mut sums: HashMap<ChunkId, Sum> = HashMap::new();
        for (ranking, weight) in &self.lists {
            for (chunk, part) in ranking.ids().zip(parts(ranking)) {
                let sum = sums.entry(chunk).or_default();
                sum.score += weight * part;
                sum.lists += usize::from(*weight > 0.0);
            }
        }
        let exhausted = sums.len() <= k && self.lists.iter().all(|(ranking, _)| ranking.is_exhausted());
        let mut top = TopK::new(k, ties);
        for (chunk, sum) in sums {
            top.push(chunk, score(sum) as f32)?;
        }
        top.into_ranking(self.stamp, Scale::with_max(ScoreKind::Fused, max as f32), exhausted)
    }
}
