//! The final score: a weighted sum of unit scores that explains itself.

mod builder;
mod hit;
mod missing;
mod score;

pub use builder::FinalScoreBuilder;
pub use hit::{FinalHit, SignalScore};
pub use missing::Missing;
pub use score::FinalScore;
