//! Latent semantic analysis (Deerwester et al. 1990): tf-idf, then a truncated singular value decomposition.
//!
//! A fit goes through [`mod@count`] (terms of every text), [`weights`] (tf-idf rows) and [`mod@svd`] (factors), and
//! leaves a [`model`], which [`mod@format`] writes and reads.

mod count;
mod fit;
mod format;
mod model;
mod orthonormal;
mod panel;
mod random;
mod sparse;
mod svd;
mod weights;

pub use fit::LsaFit;
pub use model::Lsa;
