//! A ranked list of chunks.

use std::collections::HashSet;

use crate::top_k::order;
use crate::{ChunkId, Error, ErrorKind, Result, Scale, Stamp, TieOrder};

/// A chunk and its score in one ranking.
///
/// ```
/// use sutra_core::{ChunkId, Hit};
/// assert_eq!(Hit { chunk: ChunkId::new(1), score: 0.5 }.score, 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The chunk.
    pub chunk: ChunkId,
    /// Its score; higher is better.
    pub score: f32,
}

impl Hit {
    /// A chunk with a score.
    #[must_use]
    pub fn new(chunk: ChunkId, score: f32) -> Self {
        Self { chunk, score }
    }
}

/// Chunks of one generation, best first: finite scores, each chunk once, ties settled, `-0.0` made `0.0`.
/// Its constructor guarantees all of that.
///
/// ```
/// use sutra_core::{ById, ChunkId, Hit, Ranking, Scale, ScoreKind, Stamp};
/// let hits = vec![Hit { chunk: ChunkId::new(1), score: 0.1 }, Hit { chunk: ChunkId::new(0), score: 0.9 }];
/// let ranking = Ranking::new(Stamp::new(1, 1), Scale::new(ScoreKind::Cosine), hits, true, &ById)?;
/// assert_eq!(ranking.hits()[0].chunk, ChunkId::new(0));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    stamp: Stamp,
    scale: Scale,
    hits: Vec<Hit>,
    exhausted: bool,
}

impl Ranking {
    /// Ranks `hits`, whatever order they come in.
    ///
    /// # Errors
    /// [`NonFinite`](ErrorKind::NonFinite) and [`Duplicate`](ErrorKind::Duplicate), naming the chunk.
    pub fn new(
        stamp: Stamp,
        scale: Scale,
        mut hits: Vec<Hit>,
        exhausted: bool,
        ties: &dyn TieOrder,
    ) -> Result<Self> {
        let mut seen = HashSet::with_capacity(hits.len());
        for hit in &mut hits {
            if !hit.score.is_finite() {
                return Err(Error::non_finite(format_args!("the score of chunk {}", hit.chunk), hit.score));
            }
            hit.score += 0.0;
            if !seen.insert(hit.chunk) {
                return Err(Error::new(
                    ErrorKind::Duplicate,
                    format!("chunk {} stands twice in one ranking", hit.chunk),
                ));
            }
        }
        hits.sort_unstable_by(|a, b| order(*a, *b, ties));
        Ok(Self { stamp, scale, hits, exhausted })
    }

    /// Nothing found, and nothing else to find.
    #[must_use]
    pub fn empty(stamp: Stamp, scale: Scale) -> Self {
        Self { stamp, scale, hits: Vec::new(), exhausted: true }
    }

    /// Whose chunks these are.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// What the scores are.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The chunks and their scores, best first.
    #[must_use]
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// The chunks, best first.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ChunkId> {
        self.hits.iter().map(|hit| hit.chunk)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hits.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// Whether a larger `k` would find nothing more.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// The `k` best of it.
    #[must_use]
    pub fn truncated(mut self, k: usize) -> Self {
        if k < self.hits.len() {
            self.hits.truncate(k);
            self.exhausted = false;
        }
        self
    }
}
