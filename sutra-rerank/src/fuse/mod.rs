//! Fusions of named rankings.

mod comb_mnz;
mod combine;
mod dbsf;
mod normalize;
mod rrf;
mod weighted_min_max;
mod weights;
mod z_score;

pub use comb_mnz::CombMnz;
pub use dbsf::Dbsf;
pub use rrf::Rrf;
pub use weighted_min_max::WeightedMinMax;
pub use weights::Weights;
pub(crate) use weights::check as check_weight;
pub use z_score::ZScore;
