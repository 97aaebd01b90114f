//! Asking one retriever, with the query's filter as a hard condition.

use sutra_core::{ChunkId, Error, Filtering, Ranking, Result, Search};

use super::Stage;

/// What a retriever finds, with the query's filter as a hard condition.
pub(super) fn filtered(stage: &Stage, search: &Search<'_>, k: usize) -> Result<Ranking> {
    let Some(filter) = &search.query().filter else { return checked(stage, search, k) };
    let mut depth = k;
    loop {
        let ranking = checked(stage, search, depth)?;
        let ids: Vec<ChunkId> = ranking.ids().collect();
        let passes = search.corpus().matches(filter, &ids)?;
        let passed = passes.iter().filter(|passes| **passes).count();
        if stage.retriever.filtering() == Filtering::Pre {
            if let Some(at) = passes.iter().position(|passes| !passes) {
                return Err(Error::contract(format!("chunk {} does not pass the filter", ids[at])));
            }
            return Ok(ranking);
        }
        if passed >= k || ranking.is_exhausted() || depth >= search.corpus().len() {
            let kept = ranking.hits().iter().zip(passes).filter_map(|(hit, passes)| passes.then_some(*hit));
            let exhausted = ranking.is_exhausted() && passed <= k;
            let hits = kept.take(k).collect();
            return Ranking::new(ranking.stamp(), ranking.scale(), hits, exhausted, search.corpus());
        }
        depth = depth.saturating_mul(2).min(search.corpus().len());
    }
}

/// What a retriever finds, checked against its contract.
fn checked(stage: &Stage, search: &Search<'_>, k: usize) -> Result<Ranking> {
    let ranking = stage.retriever.retrieve(search, k)?;
    search.stamp().ensure(ranking.stamp(), "the ranking")?;
    if ranking.len() > k {
        return Err(Error::contract(format!("{} hits, where {k} were asked for", ranking.len())));
    }
    Ok(ranking)
}
