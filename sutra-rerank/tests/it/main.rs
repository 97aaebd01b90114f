//! Tests of fusions, signals and the final score.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod doubles;
mod final_score;
mod fusion;
mod golden;
mod laws;
mod lexical;
mod mmr;
mod props;
mod regression;
