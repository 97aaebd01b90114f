//! What the twins open: rows with words and vectors.

use std::collections::HashMap;

use sutra_core::{
    Candidate, ChunkId, Fingerprint, Hit, Metric, Ranking, Result, Retriever, Scale, ScoreKind, Search,
    Signal, Stamp, VectorIndex,
};

/// A chunk as a segment holds it.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) chunk: ChunkId,
    pub(super) passage: String,
    pub(super) vector: Vec<f32>,
}

/// How many rows there are, and how many hold each word.
#[derive(Clone, Default)]
pub(super) struct Statistics {
    pub(super) rows: usize,
    holders: HashMap<String, usize>,
}

impl Statistics {
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Self {
        let mut statistics = Self::default();
        for row in rows {
            statistics.rows += 1;
            let mut words = words(&row.passage);
            words.sort_unstable();
            words.dedup();
            for word in words {
                *statistics.holders.entry(word).or_default() += 1;
            }
        }
        statistics
    }
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Live rows, each with the statistics that it is scored by.
pub(super) struct Index {
    pub(super) stamp: Stamp,
    pub(super) any_stamp: bool,
    pub(super) encoder: Fingerprint,
    pub(super) rows: Vec<(Row, Statistics)>,
}

impl Index {
    fn find(&self, chunk: ChunkId) -> Option<&(Row, Statistics)> {
        self.rows.iter().find(|(row, _)| row.chunk == chunk)
    }

    fn check(&self, search: &Search<'_>) -> Result<()> {
        if self.any_stamp { Ok(()) } else { search.stamp().ensure(self.stamp, "the index") }
    }
}

/// The words of the query that the row holds, each weighed by how few hold it.
fn score((row, statistics): &(Row, Statistics), query: &[String]) -> f32 {
    let held = words(&row.passage);
    query
        .iter()
        .map(|word| {
            let count = held.iter().filter(|held| *held == word).count() as f32;
            let holders = statistics.holders.get(word).copied().unwrap_or_default() as f32;
            count * ((statistics.rows as f32 + 1.0) / (holders + 0.5)).ln()
        })
        .sum()
}

impl Retriever for Index {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        self.check(search)?;
        let query = words(&search.query().text);
        let hits = self.rows.iter().map(|row| Hit { chunk: row.0.chunk, score: score(row, &query) });
        let hits = hits.filter(|hit| hit.score != 0.0).collect();
        Ok(Ranking::new(search.stamp(), Scale::new(ScoreKind::Custom), hits, true, search.corpus())?
            .truncated(k))
    }
}

impl Signal for Index {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Custom
    }

    fn score(
        &self,
        search: &Search<'_>,
        candidates: &[Candidate<'_>],
        out: &mut [Option<f32>],
    ) -> Result<Scale> {
        self.check(search)?;
        let query = words(&search.query().text);
        for (candidate, out) in candidates.iter().zip(out) {
            *out = self.find(candidate.chunk).map(|row| score(row, &query));
        }
        Ok(Scale::new(ScoreKind::Custom))
    }
}

impl VectorIndex for Index {
    fn fingerprint(&self) -> &Fingerprint {
        &self.encoder
    }

    fn metric(&self) -> Metric {
        Metric::InnerProduct
    }

    fn dim(&self) -> usize {
        self.rows.first().map_or(1, |(row, _)| row.vector.len())
    }

    fn vectors(&self, ids: &[ChunkId], each: &mut dyn FnMut(usize, &[f32])) -> Result<()> {
        for (at, id) in ids.iter().enumerate() {
            if let Some((row, _)) = self.find(*id) {
                each(at, &row.vector);
            }
        }
        Ok(())
    }
}
