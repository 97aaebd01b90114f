//! PageRank, uniform and personalised.

use sutra_core::{Observer, Result};

use crate::iteration::{Base, Iteration, distribution};
use crate::{Graph, NodeScores};

/// PageRank by power iteration over a [`Graph`], with edge weights.
///
/// The scores `x` are the fixed point of `x = (1 - d) v + d (A x + m v)`: `d` is the damping, `A` hands each
/// node's score on in proportion to the weights of its edges, `v` is the personalisation (uniform by default),
/// and `m` is what dangling nodes hold: it follows `v`, so nothing that the personalisation cannot reach has a
/// score. (Page, Brin, Motwani and Winograd 1999; the dangling rule as in networkx.) On an undirected graph the
/// formula is the same, over the edges of both directions.
///
/// The defaults are damping 0.85, tolerance 1e-12, at most 1000 steps. A step costs O(nodes + edges).
///
/// ```
/// use sutra_core::Unwatched;
/// use sutra_graph::{GraphBuilder, PageRank};
/// let mut builder = GraphBuilder::new(3);
/// builder.edge(0, 1).edge(1, 2);
/// let graph = builder.build_directed()?;
/// let ranks = PageRank::new().run(&graph, &Unwatched)?;
/// assert!(ranks.scores[2] > ranks.scores[1] && ranks.scores[1] > ranks.scores[0]);
/// let near_two = PageRank::new().with_personalization(vec![0.0, 0.0, 1.0]).run(&graph, &Unwatched)?;
/// assert_eq!(near_two.scores[0], 0.0);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageRank {
    iteration: Iteration,
    personalization: Option<Vec<f64>>,
}

impl PageRank {
    /// PageRank with the defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with the probability of following an edge, in `0 <= damping < 1`.
    #[must_use]
    pub fn with_damping(mut self, damping: f64) -> Self {
        self.iteration.damping = damping;
        self
    }

    /// The same with the largest sum of absolute changes in one step (the L1 residual) that counts as
    /// converged; above 0.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: f64) -> Self {
        self.iteration.tolerance = tolerance;
        self
    }

    /// The same with at most so many steps, at least 1.
    #[must_use]
    pub fn with_max_iterations(mut self, max: usize) -> Self {
        self.iteration.max_iterations = max;
        self
    }

    /// The same with where the walk starts afresh: a weight a node, finite, not negative, not all 0. It is
    /// scaled to sum to 1.
    #[must_use]
    pub fn with_personalization(mut self, weights: Vec<f64>) -> Self {
        self.personalization = Some(weights);
        self
    }

    /// The same from these scores instead of the personalisation: those of an earlier, similar graph save
    /// steps. A value a node, finite, not negative, not all 0. The result is the same within the tolerance.
    #[must_use]
    pub fn with_start(mut self, scores: Vec<f64>) -> Self {
        self.iteration.start = Some(scores);
        self
    }

    /// The scores of the nodes of `graph`: they sum to 1. An empty graph has none.
    ///
    /// `watch` is asked before every step and told of progress at most a few hundred times.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a setting outside its range;
    /// [`Dimension`](sutra_core::ErrorKind::Dimension), [`NonFinite`](sutra_core::ErrorKind::NonFinite) and
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) for a wrong vector; and the reason of `watch` to
    /// stop. Not to converge is no error: see [`NodeScores`].
    pub fn run(&self, graph: &Graph, watch: &dyn Observer) -> Result<NodeScores> {
        self.iteration.validate()?;
        let nodes = graph.len();
        let teleport = match &self.personalization {
            Some(weights) => distribution("personalisation", weights, nodes)?,
            None => vec![1.0 / nodes as f64; nodes],
        };
        let start = match &self.iteration.start {
            Some(scores) => distribution("start", scores, nodes)?,
            None => teleport.clone(),
        };
        self.iteration.run(graph, &Base::Teleport(&teleport), start, watch)
    }
}
