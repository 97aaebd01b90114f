//! The fused score as a signal.

use sutra_core::{Candidate, Result, Scale, ScoreKind, Search, Signal};

/// The name of the stage that fusion makes.
pub(crate) const FUSED: &str = "fused";

/// What the fused ranking said of each candidate.
pub(super) struct FusedSignal;

impl Signal for FusedSignal {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Fused
    }

    fn score(&self, _: &Search<'_>, candidates: &[Candidate<'_>], out: &mut [Option<f32>]) -> Result<Scale> {
        let mut scale = Scale::new(ScoreKind::Fused);
        for (candidate, out) in candidates.iter().zip(out) {
            if let Some(stage) = candidate.stages.iter().find(|stage| stage.stage == FUSED) {
                *out = Some(stage.raw);
                scale = stage.scale;
            }
        }
        Ok(scale)
    }
}
