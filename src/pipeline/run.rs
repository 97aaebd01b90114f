//! Running one query.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sutra_core::{
    Candidate, ChunkId, Corpus, Encoder, Encoding, Error, Hit, Named, Query, Ranking, Result, ResultExt,
    Search, StageScore,
};
use sutra_rerank::{FinalHit, SignalScore};

use super::fused_signal::FUSED;
use super::retrieve::filtered;
use super::{OnDeadline, Pipeline, RankedBy, SearchResults};

/// A ranked candidate before it becomes a hit.
pub(super) struct Ranked {
    /// Its place among the candidates.
    pub(super) candidate: usize,
    pub(super) score: f32,
    pub(super) by: RankedBy,
    pub(super) signals: Vec<SignalScore>,
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
        if query.limit == 0 || corpus.is_empty() {
            return Ok(results);
        }
        let search = self.encode(query, &mut results.warnings)?;
        let wanted = query.offset.saturating_add(query.limit);
        let depth = wanted.max(self.depth).min(corpus.len());
        let rankings = self.retrieve(&search, depth)?;
        self.rank(&search, &rankings, &mut results)?;
        Ok(results)
    }

    /// What the generation's encoder makes of the query: once, for every stage.
    fn encode<'a>(&'a self, query: &'a Query, warnings: &mut Vec<String>) -> Result<Search<'a>> {
        let mut search = Search::new(query, self.generation.corpus.as_ref());
        for (encoder, vector) in &query.encodings {
            search = search.with_encoding(encoder.clone(), Encoding::Vector(vector.clone()))?;
        }
        if let Some(dense) = &self.generation.dense {
            let encoder = dense.encoder.as_encoder();
            // A vector that the query brought is checked even where nobody reads it.
            if self.reads_encoding || query.encodings.contains_key(&encoder.fingerprint()) {
                search = encode_with(encoder, search, self.reads_similarity.then_some(&mut *warnings))?;
            }
        }
        for encoder in &self.encoders {
            search = encode_with(encoder, search, Some(&mut *warnings))?;
        }
        Ok(search)
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

    /// From the rankings of the retrievers to the hits.
    fn rank(&self, search: &Search<'_>, rankings: &[Ranking], results: &mut SearchResults) -> Result<()> {
        let named: Vec<Named<'_>> = self
            .retrievers
            .iter()
            .zip(rankings)
            .map(|(stage, ranking)| Named { name: &stage.name, ranking })
            .collect();
        let pool = match (&self.fusion, named.as_slice()) {
            (_, []) => return Ok(()),
            (Some(fusion), _) => {
                let size = rankings.iter().map(Ranking::len).sum();
                let pool = fusion.fuse(&named, search.corpus(), size).context("fusing the rankings")?;
                check_pool(search, rankings, &pool)?;
                pool
            }
            (None, [only, ..]) => only.ranking.clone(),
        };
        let mut candidates = search.corpus().candidates(&pool.ids().collect::<Vec<_>>())?;
        note_stages(&mut candidates, &named);
        if self.fusion.is_some() {
            note_stages(&mut candidates, &[Named { name: FUSED, ranking: &pool }]);
        }
        let ranked = self.final_order(search, &pool, &candidates, &mut results.without)?;
        let ranked = self.reorder(search, ranked, &candidates, &mut results.without)?;
        results.hits = self.hits(search, ranked, &candidates)?;
        Ok(())
    }

    /// The final score for the window, then the fused order.
    fn final_order(
        &self,
        search: &Search<'_>,
        pool: &Ranking,
        candidates: &[Candidate<'_>],
        without: &mut Vec<String>,
    ) -> Result<Vec<Ranked>> {
        let (by, signal) = match (&self.fusion, self.retrievers.first()) {
            (None, Some(stage)) => (RankedBy::Stage(stage.name.clone()), stage.signal.as_str()),
            _ => (RankedBy::Fused, FUSED),
        };
        let own = |(candidate, hit): (usize, &Hit)| Ranked {
            candidate,
            score: hit.score,
            by: by.clone(),
            signals: vec![SignalScore::own(signal, pool.scale(), hit.score)],
        };
        let window = self.window.unwrap_or(candidates.len()).min(candidates.len());
        let Some(scored) = self.final_score(search, &candidates[..window], without)? else {
            return Ok(pool.hits().iter().enumerate().map(own).collect());
        };
        let final_hits = scored.into_iter().map(|hit| Ranked {
            candidate: hit.index,
            score: hit.score,
            by: RankedBy::Final,
            signals: hit.signals,
        });
        Ok(final_hits.chain(pool.hits().iter().enumerate().skip(window).map(own)).collect())
    }

    /// The final scores; `None` where the recipe has none, or where every signal was late.
    fn final_score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        without: &mut Vec<String>,
    ) -> Result<Option<Vec<FinalHit>>> {
        let Some(final_score) = &self.final_score else { return Ok(None) };
        if self.on_deadline == OnDeadline::Error {
            return final_score.score(search, candidates).map(Some);
        }
        let mut late: Vec<Arc<str>> = Vec::new();
        let scored = final_score.score_in_time(search, candidates, &mut late)?;
        without.extend(late.iter().map(|name| format!("{name}: late, the deadline passed")));
        Ok((late.len() < final_score.weights().len()).then_some(scored))
    }
}

/// Adds what `encoder` makes of the query, unless the query brought its own vector for it.
fn encode_with<'a>(
    encoder: &dyn Encoder,
    search: Search<'a>,
    warnings: Option<&mut Vec<String>>,
) -> Result<Search<'a>> {
    let query = search.query();
    let (fingerprint, dim) = (encoder.fingerprint(), encoder.dim());
    if let Some(vector) = query.encodings.get(&fingerprint) {
        if vector.len() != dim {
            let what = format!("the query's encoding by {fingerprint}");
            return Err(Error::dimension(what, dim, vector.len()));
        }
        return Ok(search);
    }
    let embeddings = encoder.encode_queries(&[&query.text]).context("encoding the query")?;
    if (embeddings.len(), embeddings.dim()) != (1, dim) {
        return Err(Error::contract(format!(
            "the encoder {fingerprint} gave {} vectors of dimension {} for one query and its dimension {dim}",
            embeddings.len(),
            embeddings.dim(),
        )));
    }
    if embeddings.as_slice().iter().any(|value| *value != 0.0) {
        return search.with_encoding(fingerprint, Encoding::Vector(embeddings.into_vec()));
    }
    if let Some(warnings) = warnings {
        warnings.push("the encoder knows no word of the query: no dense results".to_owned());
    }
    search.with_encoding(fingerprint, Encoding::Unknown)
}

/// Checks a fused ranking against its contract: chunks of the rankings, which passed the filter, and no others.
fn check_pool(search: &Search<'_>, rankings: &[Ranking], pool: &Ranking) -> Result<()> {
    search.stamp().ensure(pool.stamp(), "the fused ranking")?;
    let found: HashSet<ChunkId> = rankings.iter().flat_map(Ranking::ids).collect();
    match pool.ids().find(|chunk| !found.contains(chunk)) {
        Some(chunk) => {
            Err(Error::contract(format!("the fusion gives chunk {chunk}, which no retriever found")))
        }
        None => Ok(()),
    }
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
