//! The Borda count.

use std::collections::{BTreeMap, BTreeSet};

use sutra_core::{Error, Fusion, Named, Ranking, Result, Scale, ScoreKind, TieOrder, TopK};

/// Fuses rankings as an election does: with `n` chunks in all, a ranking gives its first `n` points, its second
/// `n - 1`, and so on, and nothing to chunks that it does not hold. Scores of the rankings do not count.
///
/// Borda, "Mémoire sur les élections au scrutin" (1781). O(hits log hits).
///
/// ```
/// use outside::Borda;
/// use sutra_core::{ById, ChunkId, Fusion, Hit, Named, Ranking, Scale, ScoreKind, Stamp};
/// let ranking = |ids: [u32; 2]| {
///     let hits = ids.into_iter().zip([2.0, 1.0]).map(|(id, score)| Hit { chunk: ChunkId::new(id), score });
///     Ranking::new(Stamp::new(1, 1), Scale::new(ScoreKind::Custom), hits.collect(), true, &ById)
/// };
/// let (a, b) = (ranking([7, 8])?, ranking([8, 9])?);
/// let fused = Borda.fuse(&[Named { name: "a", ranking: &a }, Named { name: "b", ranking: &b }], &ById, 10)?;
/// let hits: Vec<_> = fused.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect();
/// assert_eq!(hits, [(8, 5.0), (7, 3.0), (9, 2.0)]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Borda;

impl Fusion for Borda {
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, k: usize) -> Result<Ranking> {
        let Some(first) = rankings.first() else {
            return Err(Error::invalid_input("there is no ranking to fuse, and so no generation to name"));
        };
        let stamp = first.ranking.stamp();
        for Named { name, ranking } in rankings {
            stamp.ensure(ranking.stamp(), &format!("the ranking {name:?}"))?;
        }
        let chunks: BTreeSet<_> = rankings.iter().flat_map(|named| named.ranking.ids()).collect();
        let mut points = BTreeMap::new();
        for Named { ranking, .. } in rankings {
            for (given, chunk) in (1..=chunks.len()).rev().zip(ranking.ids()) {
                *points.entry(chunk).or_insert(0) += given;
            }
        }
        let mut top = TopK::new(k, ties);
        for (chunk, points) in &points {
            top.push(*chunk, *points as f32)?;
        }
        let most = (chunks.len() * rankings.len()) as f32;
        let exhausted = points.len() <= k && rankings.iter().all(|named| named.ranking.is_exhausted());
        top.into_ranking(stamp, Scale::with_max(ScoreKind::Fused, most), exhausted)
    }
}
