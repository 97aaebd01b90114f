//! Text encoders: latent semantic analysis and feature hashing.
