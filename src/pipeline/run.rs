//! Running one query.

use std::collections::HashMap;

use sutra_core::{
    Candidate, ChunkId, Corpus, Encoding, Error, Filtering, Hit, Named, Query, Ranking, Result, ResultExt,
    Search, StageScore,
};
use sutra_rerank::SignalScore;

use super::fused_signal::FUSED;
use super::{Pipeline, RankedBy, SearchHit, SearchResults, Stage};

/// A ranked candidate before it becomes a hit.
struct Ranked {
    candidate: usize,
    score: f32,
    by: RankedBy,
    signals: Vec<SignalScore>,
}

impl Pipeline {
    /// Answers a query.
    ///
    /// Every retriever gives at least 100 candidates (or `offset + limit`, if more), fusion makes one pool of
    /// them, every signal is computed for every candidate of the pool, and their weighted sum ranks it.
    ///
    /// # Errors
    /// The query's own cancellation; a vector of the query's that does not fit; whatever a stage of your own
    /// refuses, named.
    pub fn search(&self, query: &Query) -> Result<SearchResults> {
        let mut results = SearchResults {
            query: query.text.clone(),
            pipeline: self.name.clone(),
            generation: self.generation.stamp().generation(),
            without: self.without.clone(),
            warnings: Vec::new(),
            hits: Vec::new(),
        };
        query.cancel.check()?;
        if query.text.trim().is_empty() && query.encodings.is_empty() {
            results.warnings.push("the query is empty".to_owned());
            return Ok(results);
        }
        let corpus = self.generation.corpus.as_ref();
        let wanted = query.offset.saturating_add(query.limit);
        if query.limit == 0 || corpus.is_empty() {
            return Ok(results);
        }
        let search = self.encode(query, &mut results.warnings)?;
        let depth = wanted.max(self.depth).min(corpus.len());
        let rankings = self.retrieve(&search, depth)?;
        let ranked = self.rank(&search, &rankings, wanted)?;
        results.hits = ranked.into_iter().skip(query.offset).collect();
        Ok(results)
    }

    /// What the generation's encoder makes of the query: once, for every stage.
    fn encode<'a>(&'a self, query: &'a Query, warnings: &mut Vec<String>) -> Result<Search<'a>> {
        let search = Search::new(query, self.generation.corpus.as_ref());
        let Some(dense) = &self.generation.dense else { return Ok(search) };
        let encoder = dense.encoder.as_encoder();
        let fingerprint = encoder.fingerprint();
        if let Some(vector) = query.encodings.get(&fingerprint) {
            if vector.len() != encoder.dim() {
                return Err(Error::dimension(
                    format_args!("the query's encoding by {fingerprint}"),
                    encoder.dim(),
                    vector.len(),
                ));
            }
            return search.with_encoding(fingerprint, Encoding::Vector(vector.clone()));
        }
        let embeddings = encoder.encode_queries(&[&query.text]).context("encoding the query")?;
        let row = embeddings.row(0).unwrap_or_default();
        if row.iter().any(|value| *value != 0.0) {
            return search.with_encoding(fingerprint, Encoding::Vector(row.to_vec()));
        }
        if self.uses_vectors() {
            warnings.push("the encoder knows no word of the query: no dense results".to_owned());
        }
        search.with_encoding(fingerprint, Encoding::Unknown)
    }

    fn uses_vectors(&self) -> bool {
        self.retrievers.iter().any(|stage| stage.signal == "similarity") || self.final_score.is_some()
    }

    fn retrieve(&self, search: &Search<'_>, depth: usize) -> Result<Vec<Ranking>> {
        let stages = self.retrievers.iter();
        stages
            .map(|stage| {
                search.check()?;
                filtered(stage, search, depth).with_context(|| format!("retriever {:?}", stage.name))
            })
            .collect()
    }

    fn rank(&self, search: &Search<'_>, rankings: &[Ranking], wanted: usize) -> Result<Vec<SearchHit>> {
        let named: Vec<Named<'_>> = self
            .retrievers
            .iter()
            .zip(rankings)
            .map(|(stage, ranking)| Named { name: &stage.name, ranking })
            .collect();
        let pool = match (&self.fusion, named.as_slice()) {
            (_, []) => return Ok(Vec::new()),
            (Some(fusion), _) => {
                let size = rankings.iter().map(Ranking::len).sum();
                fusion.fuse(&named, search.corpus(), size).context("fusing the rankings")?
            }
            (None, [only, ..]) => only.ranking.clone(),
        };
        let kept = if self.final_score.is_some() { pool } else { pool.truncated(wanted) };
        let mut candidates = search.corpus().candidates(&kept.ids().collect::<Vec<_>>())?;
        note_stages(&mut candidates, &named);
        if self.fusion.is_some() {
            note_stages(&mut candidates, &[Named { name: FUSED, ranking: &kept }]);
        }
        let ranked = self.final_order(search, &kept, &candidates)?;
        let hits = ranked.into_iter().take(wanted).zip(1..);
        Ok(hits.filter_map(|(ranked, rank)| to_hit(rank, ranked, &candidates)).collect())
    }

    /// The final score for the window, then the fused order.
    fn final_order(
        &self,
        search: &Search<'_>,
        pool: &Ranking,
        candidates: &[Candidate<'_>],
    ) -> Result<Vec<Ranked>> {
        let (by, signal) = match (&self.fusion, self.retrievers.first()) {
            (None, Some(stage)) => (RankedBy::Stage(stage.name.clone()), stage.signal.as_str()),
            _ => (RankedBy::Fused, FUSED),
        };
        let own = |candidate: usize, hit: &Hit| Ranked {
            candidate,
            score: hit.score,
            by: by.clone(),
            signals: vec![SignalScore::own(signal, pool.scale(), hit.score)],
        };
        let Some(final_score) = &self.final_score else {
            return Ok(pool.hits().iter().enumerate().map(|(at, hit)| own(at, hit)).collect());
        };
        let window = self.window.unwrap_or(candidates.len()).min(candidates.len());
        let scored = final_score.score(search, &candidates[..window])?;
        let final_hits = scored.into_iter().map(|hit| Ranked {
            candidate: hit.index,
            score: hit.score,
            by: RankedBy::Final,
            signals: hit.signals,
        });
        let below = pool.hits().iter().enumerate().skip(window).map(|(at, hit)| own(at, hit));
        Ok(final_hits.chain(below).collect())
    }
}

/// What a retriever finds, with the query's filter as a hard condition.
fn filtered(stage: &Stage, search: &Search<'_>, k: usize) -> Result<Ranking> {
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

/// Notes rank and raw score of each ranking at the candidates that it holds.
fn note_stages(candidates: &mut [Candidate<'_>], rankings: &[Named<'_>]) {
    for Named { name, ranking } in rankings {
        let places: HashMap<ChunkId, (usize, f32)> =
            ranking.hits().iter().zip(1..).map(|(hit, rank)| (hit.chunk, (rank, hit.score))).collect();
        for candidate in candidates.iter_mut() {
            if let Some(&(rank, raw)) = places.get(&candidate.chunk) {
                candidate.stages.push(StageScore::new((*name).to_owned(), rank, raw, ranking.scale()));
            }
        }
    }
}

fn to_hit(rank: usize, ranked: Ranked, candidates: &[Candidate<'_>]) -> Option<SearchHit> {
    let candidate = candidates.get(ranked.candidate)?;
    Some(SearchHit {
        rank,
        chunk: candidate.chunk,
        id: candidate.id.clone().into_owned(),
        title: candidate.title.clone().into_owned(),
        context: candidate.context.clone().into_owned(),
        span: candidate.span,
        text: candidate.text.clone().into_owned(),
        metadata: candidate.metadata.clone(),
        score: ranked.score,
        ranked_by: ranked.by,
        signals: ranked.signals,
        stages: candidate
            .stages
            .iter()
            .map(|stage| {
                StageScore::new(stage.stage.clone().into_owned(), stage.rank, stage.raw, stage.scale)
            })
            .collect(),
    })
}
