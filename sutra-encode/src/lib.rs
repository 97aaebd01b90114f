//! Text encoders: latent semantic analysis and feature hashing.
#![allow(dead_code)]
/// x
pub mod lsa { pub(crate) mod panel; pub(crate) mod sparse; /// p
 pub mod proto; }
