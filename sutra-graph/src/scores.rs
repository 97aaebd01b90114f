//! What an iteration over a graph ends with.

/// A score for every node of a graph, and how the iteration that made them ended.
///
/// An iteration that reaches its limit of steps is no error: the scores are as good as `residual` says, and
/// `converged` is false. Whoever needs the tolerance met looks at the flag.
///
/// ```
/// use sutra_core::Unwatched;
/// use sutra_graph::{GraphBuilder, PageRank};
/// let mut builder = GraphBuilder::new(2);
/// builder.edge(0, 1);
/// let graph = builder.build_directed()?;
/// assert!(PageRank::new().run(&graph, &Unwatched)?.converged);
/// assert!(!PageRank::new().with_max_iterations(2).run(&graph, &Unwatched)?.converged);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NodeScores {
    /// The scores by node, finite and not negative.
    pub scores: Vec<f64>,
    /// How many steps were made.
    pub iterations: usize,
    /// By how much the last step changed the scores: the sum of the absolute changes for PageRank, the
    /// largest change of one score for the unnormalised form.
    pub residual: f64,
    /// Whether the residual is at most the tolerance.
    pub converged: bool,
}
