//! PageRank and graph signals over document links.
//!
//! Links come in as pairs of names ([`LinkTable`]) or of node numbers ([`GraphBuilder`]) and become a [`Graph`] in
//! compressed sparse rows. [`PageRank`] scores its nodes so that they sum to 1;
//! [`UndirectedCentrality`] gives the unnormalised form in which an isolated node has `1 - damping` and the
//! average linked node 1, so that a score does not shrink as the collection grows. [`CentralitySignal`] brings
//! either of them into a final score.
//!
//! The crate knows no text and no vectors. Everything runs on one thread in a fixed order: the same edges give
//! the same bits, in whatever order they came in.
//!
//! ```
//! use sutra_core::Unwatched;
//! use sutra_graph::{LinkTable, PageRank, UndirectedCentrality};
//!
//! let links = LinkTable::parse("src\tdst\nguide\tindex\nfaq\tindex\nindex\tguide\n")?;
//! let ranks = PageRank::new().run(&links.to_builder().build_directed()?, &Unwatched)?;
//! let best = (0..links.names().len()).max_by(|a, b| ranks.scores[*a].total_cmp(&ranks.scores[*b]));
//! assert_eq!(best.map(|node| links.names()[node].as_str()), Some("index"));
//!
//! let graph = links.to_builder().build_undirected()?;
//! let centrality = UndirectedCentrality::new().run(&graph, &Unwatched)?;
//! assert!((centrality.scores[1] - 1.459459).abs() < 1e-6, "the middle of a path of three");
//! # Ok::<(), sutra_core::Error>(())
//! ```

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod builder;
mod graph;
mod iteration;
mod link_table;
mod page_rank;
mod scores;
mod signal;
mod undirected_centrality;

pub use builder::GraphBuilder;
pub use graph::Graph;
pub use link_table::LinkTable;
pub use page_rank::PageRank;
pub use scores::NodeScores;
pub use signal::CentralitySignal;
pub use undirected_centrality::UndirectedCentrality;
