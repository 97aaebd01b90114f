//! From ranked candidates to hits: rerankers, best chunk per document, neighbours.

use std::collections::HashSet;

use sutra_core::{Candidate, ChunkId, Error, ErrorKind, Result, ResultExt, Scored, Search, StageScore};

use super::run::Ranked;
use super::{Neighbour, OnDeadline, Pipeline, RankedBy, SearchHit};

impl Pipeline {
    /// Rerankers, then the best chunk of each document.
    pub(super) fn reorder(
        &self,
        search: &Search<'_>,
        mut ranked: Vec<Ranked>,
        candidates: &[Candidate<'_>],
        without: &mut Vec<String>,
    ) -> Result<Vec<Ranked>> {
        for (name, reranker) in &self.rerankers {
            let list: Vec<Scored<'_>> = ranked
                .iter()
                .filter_map(|ranked| Some(Scored::new(candidates.get(ranked.candidate)?, ranked.score)))
                .collect();
            let order = search.check().and_then(|()| reranker.rerank(search, &list));
            match order {
                Ok(order) => {
                    ranked = permuted(ranked, &order).with_context(|| format!("reranker {name:?}"))?;
                }
                Err(error)
                    if error.kind() == ErrorKind::Deadline
                        && self.on_deadline == OnDeadline::WithoutSignal =>
                {
                    without.push(format!("{name}: late, the deadline passed"));
                }
                Err(error) => return Err(error.context(format_args!("reranker {name:?}"))),
            }
        }
        if self.best_chunk_per_document {
            let mut seen = HashSet::new();
            ranked.retain(|ranked| seen.insert(candidates[ranked.candidate].document));
        }
        Ok(ranked)
    }

    /// The hits that the query asks for.
    pub(super) fn hits(
        &self,
        search: &Search<'_>,
        ranked: Vec<Ranked>,
        candidates: &[Candidate<'_>],
    ) -> Result<Vec<SearchHit>> {
        let query = search.query();
        let page = (1..).zip(ranked).skip(query.offset).take(query.limit);
        page.map(|(rank, ranked)| self.hit(search, rank, ranked, candidates)).collect()
    }

    fn hit(
        &self,
        search: &Search<'_>,
        rank: usize,
        ranked: Ranked,
        candidates: &[Candidate<'_>],
    ) -> Result<SearchHit> {
        let candidate = candidates.get(ranked.candidate).ok_or_else(|| {
            Error::contract(format!("the final score names candidate {}", ranked.candidate))
        })?;
        let details = match &self.final_score {
            Some(score) if ranked.by == RankedBy::Final => score.explain(search, candidate, &ranked.signals),
            _ => Vec::new(),
        };
        let owned = |stage: &StageScore<'_>| {
            StageScore::new(stage.stage.clone().into_owned(), stage.rank, stage.raw, stage.scale)
        };
        Ok(SearchHit {
            rank,
            chunk: candidate.chunk,
            id: candidate.id.clone().into_owned(),
            title: candidate.title.clone().into_owned(),
            context: candidate.context.clone().into_owned(),
            span: candidate.span,
            text: candidate.text.clone().into_owned(),
            metadata: candidate.metadata.clone().into_owned(),
            score: ranked.score,
            ranked_by: ranked.by,
            signals: ranked.signals,
            details,
            stages: candidate.stages.iter().map(owned).collect(),
            neighbours: self.neighbours_of(search, candidate)?,
        })
    }

    fn neighbours_of(&self, search: &Search<'_>, candidate: &Candidate<'_>) -> Result<Vec<Neighbour>> {
        if self.neighbours == 0 {
            return Ok(Vec::new());
        }
        let chunks = search.corpus().chunks_of(candidate.document)?;
        let Some(at) = chunks.iter().position(|chunk| *chunk == candidate.chunk) else {
            return Ok(Vec::new());
        };
        let last = at.saturating_add(self.neighbours).min(chunks.len() - 1);
        let beside = chunks[at.saturating_sub(self.neighbours)..=last].iter().copied();
        let beside: Vec<ChunkId> = beside.filter(|chunk| *chunk != candidate.chunk).collect();
        let found = search.corpus().candidates(&beside)?;
        Ok(found
            .into_iter()
            .map(|chunk| Neighbour { chunk: chunk.chunk, span: chunk.span, text: chunk.text.into_owned() })
            .collect())
    }
}

/// The list in the order that a reranker gave, which may leave some out.
fn permuted(ranked: Vec<Ranked>, order: &[usize]) -> Result<Vec<Ranked>> {
    let mut places: Vec<Option<Ranked>> = ranked.into_iter().map(Some).collect();
    let length = places.len();
    let mut take = |at: usize| {
        places.get_mut(at).and_then(Option::take).ok_or_else(|| {
            Error::contract(format!("position {at} of {length} is outside the list or stands twice"))
        })
    };
    order.iter().map(|at| take(*at)).collect()
}
