//! The unnormalised centrality of an undirected graph.

use sutra_core::{Error, Observer, Result};

use crate::iteration::{Base, Iteration, check_values};
use crate::{Graph, NodeScores};

/// The unnormalised PageRank of an undirected graph: `S(v) = (1 - d) + d * sum of S(u) / deg(u)` over the
/// neighbours `u` of `v`.
///
/// Where no node is isolated it is the number of nodes times [`PageRank`](crate::PageRank). An isolated node has
/// `1 - d`, and its mass goes nowhere, so a document without links neither gains nor gives. The scores do not
/// shrink as the graph grows, which is what a score inside a final score needs.
///
/// The defaults are damping 0.85, tolerance 1e-12 (of the largest change of one score, against the
/// score where that is above 1), at most 1000 steps. A step costs O(nodes + edges).
///
/// ```
/// use sutra_core::Unwatched;
/// use sutra_graph::{GraphBuilder, UndirectedCentrality};
/// let mut builder = GraphBuilder::new(5);
/// builder.edge(0, 1).edge(0, 2).edge(0, 3);
/// let star = UndirectedCentrality::new().run(&builder.build_undirected()?, &Unwatched)?;
/// for (score, expected) in star.scores.iter().zip([1.918919, 0.693694, 0.693694, 0.693694, 0.15]) {
///     assert!((score - expected).abs() < 1e-6);
/// }
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UndirectedCentrality {
    iteration: Iteration,
}

impl UndirectedCentrality {
    /// The centrality with the defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with the share of a score that comes over edges, in `0 <= damping < 1`.
    #[must_use]
    pub fn with_damping(mut self, damping: f64) -> Self {
        self.iteration.damping = damping;
        self
    }

    /// The same with the largest change of one score in one step that counts as converged, against the score where
    /// that is above 1; above 0.
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

    /// The same from these scores instead of 1 everywhere: those of an earlier, similar graph save steps. A
    /// value a node, finite, not negative. They are scaled so that the nodes of each connected part have a mean
    /// of 1, as in the result. The result is the same within the tolerance.
    #[must_use]
    pub fn with_start(mut self, scores: Vec<f64>) -> Self {
        self.iteration.start = Some(scores);
        self
    }

    /// The scores of the nodes of `graph`, each at least `1 - damping`. An empty graph has none.
    ///
    /// `watch` is asked before every step and told of progress at most a few hundred times.
    ///
    /// # Errors
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) for a directed graph; the others as in
    /// [`PageRank::run`](crate::PageRank::run).
    pub fn run(&self, graph: &Graph, watch: &dyn Observer) -> Result<NodeScores> {
        self.iteration.validate()?;
        if !graph.is_undirected() {
            return Err(Error::invalid_input(
                "this centrality is defined on undirected graphs: build the graph with build_undirected",
            ));
        }
        let nodes = graph.len();
        let start = match &self.iteration.start {
            Some(scores) => {
                check_values("start", scores, nodes)?;
                balanced(graph, scores.clone())
            }
            None => vec![1.0; nodes],
        };
        self.iteration.run(graph, &Base::Constant, start, watch)
    }
}

/// The scores with a mean of 1 in each connected part, which the iteration keeps: an error of a part's sum is the
/// slowest to go away. O(nodes + edges).
fn balanced(graph: &Graph, mut scores: Vec<f64>) -> Vec<f64> {
    let mut seen = vec![false; scores.len()];
    let mut part = Vec::new();
    for first in 0..scores.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        part.clear();
        part.push(first);
        let mut next = 0;
        while let Some(&node) = part.get(next) {
            next += 1;
            for &source in &graph.sources[graph.row(node)] {
                if !std::mem::replace(&mut seen[source as usize], true) {
                    part.push(source as usize);
                }
            }
        }
        let largest = part.iter().map(|node| scores[*node]).fold(0.0, f64::max);
        // Scaled by the largest first, so that no sum overflows.
        let sum: f64 = part.iter().map(|node| scores[*node] / largest).sum();
        for &node in &part {
            scores[node] = if largest > 0.0 { scores[node] / largest / sum * part.len() as f64 } else { 1.0 };
        }
    }
    scores
}
