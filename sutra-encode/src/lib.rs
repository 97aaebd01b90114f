//! Text encoders that need no model file: latent semantic analysis and feature hashing.
//!
//! - [`LsaFit`] learns from the texts that it will encode which terms keep company (a truncated singular value
//!   decomposition of their tf-idf matrix) and gives an [`Lsa`]: vectors of about 200 values in which texts
//!   about one thing lie close though their words differ.
//! - [`HashEncoder`] needs nothing to learn from: each term falls into one of `dim` buckets. Texts are close
//!   where they share terms, and only there.
//!
//! Both read the terms of a [`sutra_text::Analyzer`], give unit vectors to be compared by cosine, and the zero
//! vector for a text in which they know no term. The vector of a text never depends on its batch.
//!
//! ```
//! use sutra_core::{Encoder, EncoderFit, Unwatched};
//! use sutra_encode::LsaFit;
//!
//! let texts = vec!["the river bank", "a river boat", "the savings bank", "a savings account"];
//! let lsa = LsaFit::new().with_rank(2).fit(&texts, &Unwatched)?;
//! let vectors = lsa.encode_passages(&["boat", "river", "account"])?;
//! let cosine = |a, b| -> f32 {
//!     let (a, b): (&[f32], &[f32]) = (vectors.row(a).unwrap(), vectors.row(b).unwrap());
//!     a.iter().zip(b).map(|(a, b)| a * b).sum()
//! };
//! assert!(cosine(0, 1) > 0.9, "a boat keeps company with rivers");
//! assert!(cosine(0, 2) < 0.5, "and not with accounts");
//! # Ok::<(), sutra_core::Error>(())
//! ```

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod hashing;
mod lsa;
mod normalize;

pub use hashing::HashEncoder;
pub use lsa::{Lsa, LsaFit};
pub use normalize::l2_normalize;
