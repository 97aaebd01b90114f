//! Twins of a fusion.

use std::sync::atomic::{AtomicU8, Ordering};

use sutra::rerank::{Rrf, Weights};
use sutra_core::laws::fusion::{Subject, laws};
use sutra_core::{ById, ChunkId, Fusion, Hit, Named, Ranking, Result, Scale, ScoreKind, Stamp, TieOrder};

use crate::Twin;

type Fuse = fn(&[Named<'_>], &dyn TieOrder, usize) -> Result<Ranking>;

struct Broken(Fuse);

impl Fusion for Broken {
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
        (self.0)(rankings, ties, k)
    }
}

fn honest(rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
    Rrf::new().fuse(rankings, ties, k)
}

/// All that an honest fusion finds, with other hits, cut at `k`.
fn with_hits(
    rankings: &[Named<'_>],
    ties: &dyn TieOrder,
    k: usize,
    change: impl Fn(&mut Vec<Hit>),
) -> Result<Ranking> {
    let all = honest(rankings, ties, usize::MAX)?;
    let mut hits = all.hits().to_vec();
    change(&mut hits);
    Ok(Ranking::new(all.stamp(), all.scale(), hits, all.is_exhausted(), ties)?.truncated(k))
}

fn with_scale(found: &Ranking, max: f32, ties: &dyn TieOrder) -> Result<Ranking> {
    let scale = Scale::with_max(ScoreKind::Fused, max);
    Ranking::new(found.stamp(), scale, found.hits().to_vec(), found.is_exhausted(), ties)
}

/// Whether these are the rankings of several kinds, in which twins of ties are honest.
fn several_kinds(rankings: &[Named<'_>]) -> bool {
    rankings.iter().any(|named| named.ranking.scale().kind() != ScoreKind::Bm25)
}

fn some_empty(rankings: &[Named<'_>]) -> bool {
    rankings.iter().any(|named| named.ranking.is_empty())
}

const TWINS: [(&str, Fuse); 15] = [
    ("only_theirs", |rankings, ties, k| {
        with_hits(rankings, ties, k, |hits| {
            if !hits.is_empty() {
                hits.push(Hit { chunk: ChunkId::new(6), score: 0.0 });
            }
        })
    }),
    ("all_of_them", |rankings, ties, k| {
        with_hits(rankings, ties, k, |hits| {
            hits.pop();
        })
    }),
    ("at_most_k", |rankings, ties, k| honest(rankings, ties, k.saturating_add(1))),
    ("prefix", |rankings, ties, k| {
        let all = honest(rankings, ties, usize::MAX)?;
        match all.hits().get(1) {
            Some(second) if k == 1 && several_kinds(rankings) => {
                Ranking::new(all.stamp(), all.scale(), vec![*second], false, ties)
            }
            _ => honest(rankings, ties, k),
        }
    }),
    ("order_of_rankings", |rankings, ties, k| {
        if rankings.len() < 3 || some_empty(rankings) {
            return honest(rankings, ties, k);
        }
        let first_counts_double = Weights::new([(rankings[0].name, 2.0)])?;
        Rrf::new().with_weights(first_counts_double).fuse(rankings, ties, k)
    }),
    ("ties", |rankings, _, k| honest(rankings, &ById, k)),
    ("ties_at_k", |rankings, ties, k| {
        if several_kinds(rankings) {
            return honest(rankings, ties, k);
        }
        let cut = honest(rankings, &ById, k)?;
        Ranking::new(cut.stamp(), cut.scale(), cut.hits().to_vec(), cut.is_exhausted(), ties)
    }),
    ("stamp", |rankings, ties, k| {
        let found = honest(rankings, ties, k)?;
        Ranking::new(Stamp::new(0, 0), found.scale(), found.hits().to_vec(), found.is_exhausted(), ties)
    }),
    ("foreign_stamp", |rankings, ties, k| {
        let stamp = rankings.first().map_or(Stamp::new(0, 0), |named| named.ranking.stamp());
        let own = |named: &Named<'_>| {
            let list = named.ranking;
            Ranking::new(stamp, list.scale(), list.hits().to_vec(), list.is_exhausted(), ties)
        };
        let lists: Vec<_> = rankings.iter().map(own).collect::<Result<_>>()?;
        let named: Vec<_> =
            rankings.iter().zip(&lists).map(|(named, ranking)| Named { name: named.name, ranking }).collect();
        honest(&named, ties, k)
    }),
    ("no_ranking", |rankings, ties, k| match rankings {
        [] => Ok(Ranking::empty(Stamp::new(0, 0), Scale::new(ScoreKind::Fused))),
        _ => honest(rankings, ties, k),
    }),
    ("nothing_found", |rankings, ties, k| {
        with_hits(rankings, ties, k, |hits| {
            if hits.is_empty() {
                hits.push(Hit { chunk: ChunkId::new(0), score: 0.0 });
            }
        })
    }),
    ("empty_ranking", |rankings, ties, k| {
        with_hits(rankings, ties, k, |hits| {
            if some_empty(rankings) {
                hits.iter_mut().for_each(|hit| hit.score = 1.0 - hit.score);
            }
        })
    }),
    ("maximum", |rankings, ties, k| with_scale(&honest(rankings, ties, k)?, 0.001, ties)),
    ("exhausted", |rankings, ties, k| {
        let found = honest(rankings, ties, k)?;
        Ranking::new(found.stamp(), found.scale(), found.hits().to_vec(), true, ties)
    }),
    ("repeatable", |rankings, ties, k| {
        static CALLS: AtomicU8 = AtomicU8::new(0);
        let max = f32::from(CALLS.fetch_add(1, Ordering::Relaxed) % 2) + 1.0;
        with_scale(&honest(rankings, ties, k)?, max, ties)
    }),
];

#[test]
fn every_law_catches_its_twin() {
    let run = |law, fuse| Twin::new(law, &[], &laws(), &Subject::new(&Broken(fuse)));
    let twins: Vec<_> = TWINS.into_iter().map(|(law, fuse)| run(law, fuse)).collect();
    crate::check("fusion", &crate::names(&laws()), &run("none", honest), &twins);
}
