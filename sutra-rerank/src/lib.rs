//! Rank fusion, reranking signals and the explained final score.
//!
//! - **Fusions** make one ranking of several, by rank ([`Rrf`]) or by score ([`WeightedMinMax`], [`ZScore`],
//!   [`Dbsf`], [`CombMnz`]). Rankings are named, and [`Weights`] go by those names.
//! - **[`FinalScore`]** is the weighted sum of the unit scores of named signals. Each of its hits says what every
//!   signal gave it, and those parts add up to its score.
//! - **Signals**: [`LexicalOverlap`] compares words, and [`Mapped`] gives any signal a map to [0, 1] of your own.
//!
//! ```
//! use sutra_core::{ById, ChunkId, Fusion, Hit, Named, Ranking, Scale, ScoreKind, Stamp};
//! use sutra_rerank::{Weights, WeightedMinMax};
//!
//! let rank = |kind, hits: &[(u32, f32)]| {
//!     let hits = hits.iter().map(|(id, score)| Hit { chunk: ChunkId::new(*id), score: *score }).collect();
//!     Ranking::new(Stamp::new(1, 1), Scale::new(kind), hits, true, &ById)
//! };
//! let dense = rank(ScoreKind::Cosine, &[(0, 0.91), (1, 0.85), (2, 0.4)])?;
//! let bm25 = rank(ScoreKind::Bm25, &[(1, 14.2), (2, 9.1), (3, 12.0)])?;
//!
//! let fusion = WeightedMinMax::new().with_weights(Weights::new([("dense", 0.7), ("bm25", 0.3)])?);
//! let named = [Named { name: "dense", ranking: &dense }, Named { name: "bm25", ranking: &bm25 }];
//! let fused = fusion.fuse(&named, &ById, 10)?;
//! assert_eq!(fused.ids().map(|id| id.get()).collect::<Vec<_>>(), [1, 0, 3, 2]);
//! # Ok::<(), sutra_core::Error>(())
//! ```

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod final_score;
mod fuse;
mod lexical_overlap;
mod mapped;
mod mmr;

pub use final_score::{FinalHit, FinalScore, FinalScoreBuilder, Missing, SignalScore};
pub use fuse::{CombMnz, Dbsf, Rrf, WeightedMinMax, Weights, ZScore};
pub use lexical_overlap::LexicalOverlap;
pub use mapped::Mapped;
pub use mmr::Mmr;
