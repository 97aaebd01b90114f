//! Retrievers that break a law each.

use std::cmp::Ordering;
use std::sync::Arc;
use std::thread::{self, ThreadId};

use sutra_core::laws::LawCorpus;
use sutra_core::laws::retriever::{RetrieverSubject, laws};
use sutra_core::{
    ChunkId, ChunkSet, Corpus, Error, Filtering, Hit, Ranking, Result, Retriever, Scale, ScoreKind, Search,
    Stamp, TieOrder,
};

const TWINS: [&str; 23] = [
    "answers",
    "k-zero",
    "at-most-k",
    "prefix",
    "ties",
    "ties-cut",
    "insertion-order",
    "scale",
    "huge-k",
    "exhausted",
    "ends",
    "batch",
    "same",
    "cancelled",
    "no-chunks",
    "ids",
    "ranking-stamp",
    "own-stamp",
    "foreign-stamp",
    "filter-holds",
    "filter-fills",
    "filter-complete",
    "filter-all",
];

/// Another collection's.
const OTHER: Stamp = Stamp::new(99, 99);

struct Twin(&'static str);

impl RetrieverSubject for Twin {
    fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
        if self.0 == "no-chunks" && corpus.is_empty() {
            return Err(Error::invalid_input("nothing to count words in"));
        }
        let (stamp, passages) = (corpus.stamp(), corpus.passages()?);
        Ok(Box::new(Count { fault: self.0, stamp, passages, home: thread::current().id() }))
    }
}

/// Counts the words of the query that a chunk holds.
struct Count {
    fault: &'static str,
    stamp: Stamp,
    passages: Vec<String>,
    home: ThreadId,
}

/// Ties the other way round.
struct Backwards<'a>(&'a dyn Corpus);

impl TieOrder for Backwards<'_> {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        self.0.tie(b, a)
    }
}

impl Count {
    /// Every chunk with a word of the query, whatever the filter.
    fn all(&self, search: &Search<'_>) -> Vec<Hit> {
        let words: Vec<&str> = search.query().text.split_whitespace().collect();
        let score =
            |passage: &str| passage.split_whitespace().filter(|word| words.contains(word)).count() as f32;
        let chunks = (0..).map(ChunkId::new).zip(&self.passages);
        let mut hits: Vec<Hit> =
            chunks.map(|(chunk, passage)| Hit { chunk, score: score(passage) }).collect();
        hits.retain(|hit| hit.score > 0.0);
        match self.fault {
            "answers" => hits.clear(),
            "insertion-order" => hits.iter_mut().for_each(|hit| hit.score += hit.chunk.get() as f32 / 1024.0),
            "same" if thread::current().id() != self.home => hits.iter_mut().for_each(|hit| hit.score *= 2.0),
            "ids" if !hits.is_empty() => {
                hits.push(Hit { chunk: ChunkId::new(self.passages.len() as u32 + 5), score: 0.5 });
            }
            _ => {}
        }
        hits
    }

    /// The hits that the filter lets through; `best` are those without it.
    fn filtered(&self, allowed: &ChunkSet, k: usize, best: &Ranking) -> Vec<Hit> {
        let all = best.hits();
        let passing = |hits: &[Hit]| -> Vec<Hit> {
            hits.iter().filter(|hit| allowed.contains(hit.chunk)).copied().collect()
        };
        let passes_all = allowed.len() == allowed.universe();
        match self.fault {
            "ids" => all.to_vec(),
            "filter-holds" if allowed.is_empty() => all.to_vec(),
            "filter-fills" if !passes_all => passing(&all[..k.min(all.len())]),
            "filter-complete" if !passes_all => {
                let mut hits = passing(all);
                hits.pop();
                hits
            }
            "filter-all" if passes_all => {
                all.iter().map(|hit| Hit { score: hit.score / 2.0, ..*hit }).collect()
            }
            _ => passing(all),
        }
    }

    /// Which of the hits, best first, are returned for `k`.
    fn cut(&self, hits: &[Hit], k: usize) -> Vec<Hit> {
        let k = match (self.fault, k) {
            ("k-zero", 0) => 1,
            ("at-most-k", 1..) => k.saturating_add(1),
            _ => k,
        };
        let cuts = k > 0 && k < hits.len() && hits[k - 1].score == hits[k].score;
        match self.fault {
            "prefix" if k > 0 && k < hits.len() && !cuts => hits[1..=k].to_vec(),
            "ties-cut" if cuts => {
                let score = hits[k].score;
                let start = hits.partition_point(|hit| hit.score > score);
                let end = hits.partition_point(|hit| hit.score >= score);
                [&hits[..start], &hits[end - (k - start)..end]].concat()
            }
            _ => hits[..k.min(hits.len())].to_vec(),
        }
    }
}

impl Retriever for Count {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        if self.fault != "foreign-stamp" {
            search.stamp().ensure(self.stamp, "the counter")?;
        }
        if self.fault != "cancelled" {
            search.check()?;
        }
        if self.fault == "huge-k" {
            std::hint::black_box(Vec::<Hit>::with_capacity(k));
        }
        let backwards = Backwards(search.corpus());
        let ties: &dyn TieOrder = if self.fault == "ties" { &backwards } else { search.corpus() };
        let scale = match self.fault {
            "scale" => Scale::with_max(ScoreKind::Custom, 0.5),
            _ => Scale::new(ScoreKind::Custom),
        };
        let rank = |hits, exhausted| Ranking::new(search.stamp(), scale, hits, exhausted, ties);
        let mut best = rank(self.all(search), true)?;
        if let Some(allowed) = search.allowed()? {
            best = rank(self.filtered(allowed, k, &best), true)?;
        }
        let hits = self.cut(best.hits(), k);
        let exhausted = match self.fault {
            "exhausted" => true,
            "ends" => false,
            _ => hits.len() == best.len(),
        };
        let stamp = if self.fault == "ranking-stamp" && !hits.is_empty() { OTHER } else { search.stamp() };
        Ranking::new(stamp, scale, hits, exhausted, ties)
    }

    fn filtering(&self) -> Filtering {
        if ["ids", "filter-complete"].contains(&self.fault) { Filtering::Post } else { Filtering::Pre }
    }

    fn stamp(&self) -> Option<Stamp> {
        Some(if self.fault == "own-stamp" { OTHER } else { self.stamp })
    }

    fn retrieve_batch(&self, searches: &[Search<'_>], k: usize) -> Result<Vec<Ranking>> {
        let mut rankings: Vec<_> =
            searches.iter().map(|search| self.retrieve(search, k)).collect::<Result<_>>()?;
        if self.fault == "batch" {
            rankings.reverse();
        }
        Ok(rankings)
    }
}

#[test]
fn every_law_catches_its_twin() {
    crate::check(&laws(), &TWINS, |fault| Box::new(Twin(fault)));
}
