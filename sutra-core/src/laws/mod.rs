//! Conformance suites: the contracts of the traits as checks that any implementation can run.
//!
//! Each trait has a module with `laws()`, the list of its laws, and `check(subject)`, which runs them all. A law is
//! named, so that a failure says which promise was broken and how.
//!
//! ```
//! use sutra_core::laws::{Law, check};
//! let laws = [Law::new("short", "a name has at most 8 letters", |name: &str| {
//!     if name.len() <= 8 { Ok(()) } else { Err(format!("{name:?} has {}", name.len())) }
//! })];
//! assert!(check(&laws, "sutra").is_ok());
//! let error = check(&laws, "retriever").unwrap_err();
//! assert_eq!(error.to_string(), "short: a name has at most 8 letters, but \"retriever\" has 9");
//! ```

mod attempt;
pub mod chunker;
pub mod corpus;
pub mod encoder;
pub mod encoder_fit;
mod fixture;
pub mod fusion;
mod generated;
pub mod index_part;
mod law;
mod random;
pub mod reranker;
pub mod retriever;
mod setting;
pub mod signal;
pub mod vector_index;
mod word_encoder;

pub use fixture::LawCorpus;
pub use law::{Broken, Law, Outcome, broken, check};
pub use random::LawRandom;
pub use setting::Setting;
pub use word_encoder::WordEncoder;
