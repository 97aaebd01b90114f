//! Evaluation of rankings with honest statistics.
//!
//! [`Qrels`] hold the judgments and a [`Run`] the rankings of one system; [`evaluate`] scores the run with any
//! [`Measure`]s, query by query, under the names and rules of `trec_eval` and ir-measures. [`Bootstrap`] puts an
//! interval around every mean, and [`compare`] tests systems against a baseline on the same queries, with
//! Holm's correction for the number of comparisons. [`Beir`] reads a test collection from a folder.
//!
//! Four rules hold everywhere:
//! - **Every judged query counts**: one without results scores 0, one without judgments is left out and listed.
//! - **No document counts twice**: the same document twice in a ranking is an error, or is dropped on request.
//! - **Every value lies in [0, 1]** and is never NaN, whatever the input.
//! - **The same input and seed give the same bytes**, at any number of threads and on any machine.
//!
//! ```
//! use sutra_eval::{Bootstrap, Measure, Qrels, Run, compare, evaluate};
//!
//! let qrels = Qrels::from_trec("q1 0 a 1\nq1 0 b 1\nq2 0 c 2\n".as_bytes(), "example")?;
//! let mut first = Run::new();
//! first.push("q1", vec![("a", 0.9)])?;
//! let mut second = Run::new();
//! second.push("q1", vec![("x", 0.9), ("a", 0.8)])?;
//! second.push("q2", vec![("c", 0.7)])?;
//!
//! let ndcg: Measure = "nDCG@10".parse()?;
//! let first = evaluate(&qrels, &first, &[ndcg]);
//! let second = evaluate(&qrels, &second, &[ndcg]);
//! assert!((first.value("q1", ndcg).unwrap() - 0.613147).abs() < 1e-6);
//! assert!((first.mean(ndcg).unwrap() - 0.613147 / 2.0).abs() < 1e-6); // q2 counts as 0
//!
//! let table = compare(&first, &[&second], &[ndcg], &Bootstrap::new(42))?;
//! assert!(table[0].difference.estimate > 0.0);
//! # Ok::<(), sutra_core::Error>(())
//! ```

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod beir;
mod bootstrap;
mod compare;
mod evaluate;
mod evaluation;
mod formulas;
mod holm;
mod lines;
mod measure;
mod percentiles;
mod qrels;
mod queries;
mod rng;
mod run;
mod trec;

pub use beir::Beir;
pub use bootstrap::{Bootstrap, Difference, Interval};
pub use compare::{Comparison, compare};
pub use evaluate::evaluate;
pub use evaluation::Evaluation;
pub use holm::holm;
pub use measure::Measure;
pub use percentiles::Percentiles;
pub use qrels::Qrels;
pub use queries::Queries;
pub use run::Run;
