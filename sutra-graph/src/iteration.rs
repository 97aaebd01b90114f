//! The power iteration that PageRank and the unnormalised centrality share.

use sutra_core::{Error, ErrorKind, Observer, Progress, Result};

use crate::{Graph, NodeScores};

/// How far and how long to iterate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Iteration {
    pub(crate) damping: f64,
    pub(crate) tolerance: f64,
    pub(crate) max_iterations: usize,
    pub(crate) start: Option<Vec<f64>>,
}

/// Where the mass that follows no edge comes from and goes to.
pub(crate) enum Base<'a> {
    /// Each node receives its share of `1 - damping`, and the same share of what dangling nodes hold.
    Teleport(&'a [f64]),
    /// Each node receives `1 - damping`; what dangling nodes hold is not handed on.
    Constant,
}

impl Default for Iteration {
    fn default() -> Self {
        Self { damping: 0.85, tolerance: 1e-12, max_iterations: 1000, start: None }
    }
}

impl Iteration {
    pub(crate) fn validate(&self) -> Result<()> {
        let (damping, tolerance) = (self.damping, self.tolerance);
        if !(0.0..1.0).contains(&damping) {
            return Err(Error::invalid_config(format!("damping is {damping}: it lies in 0 <= damping < 1")));
        }
        if !(tolerance.is_finite() && tolerance > 0.0) {
            return Err(Error::invalid_config(format!("tolerance is {tolerance}: it is finite and above 0")));
        }
        if self.max_iterations == 0 {
            return Err(Error::invalid_config("max_iterations is 0: at least one step is made"));
        }
        Ok(())
    }

    /// Iterates `x = base + damping * A x` from `x` until the residual is small enough. With teleports it is the sum of
    /// all changes; without, where nodes do not share one mass, the largest change of one node against its score (if
    /// above 1): a change in one corner of a large graph is not lost in the sum.
    pub(crate) fn run(
        &self,
        graph: &Graph,
        base: &Base<'_>,
        mut x: Vec<f64>,
        watch: &dyn Observer,
    ) -> Result<NodeScores> {
        let mut next = vec![0.0; x.len()];
        let mut given = vec![0.0; x.len()];
        let stride = (self.max_iterations / 200).max(1);
        let (mut iterations, mut residual) = (0, 0.0);
        let mut converged = x.is_empty();
        while !converged && iterations < self.max_iterations {
            watch.check()?;
            residual = self.step(graph, base, &x, &mut given, &mut next);
            std::mem::swap(&mut x, &mut next);
            iterations += 1;
            converged = residual <= self.tolerance;
            if iterations % stride == 0 {
                watch.progress(Progress::new("rank", iterations as u64, None));
            }
        }
        Ok(NodeScores { scores: x, iterations, residual, converged })
    }

    /// One step from `x` to `next`; returns the residual.
    fn step(&self, graph: &Graph, base: &Base<'_>, x: &[f64], given: &mut [f64], next: &mut [f64]) -> f64 {
        let mut dangling = 0.0;
        for ((given, x), factor) in given.iter_mut().zip(x).zip(&graph.factors) {
            *given = x * factor;
            if *factor == 0.0 {
                dangling += x;
            }
        }
        let rest = 1.0 - self.damping;
        let jump = rest + self.damping * dangling;
        let mut change = 0.0;
        for (node, next) in next.iter_mut().enumerate() {
            let own = match base {
                Base::Teleport(shares) => jump * shares[node],
                Base::Constant => rest,
            };
            *next = own + self.damping * received(graph, node, given);
            let by = (*next - x[node]).abs();
            change = match base {
                Base::Teleport(_) => change + by,
                Base::Constant => f64::max(change, by / next.max(1.0)),
            };
        }
        change
    }
}

/// What the edges into `node` bring.
fn received(graph: &Graph, node: usize, given: &[f64]) -> f64 {
    let row = graph.row(node);
    let sources = &graph.sources[row.clone()];
    match &graph.shares {
        None => sources.iter().map(|source| given[*source as usize]).sum(),
        Some(shares) => {
            sources.iter().zip(&shares[row]).map(|(source, share)| given[*source as usize] * share).sum()
        }
    }
}

/// Checks a vector of one number a node, finite and not negative.
pub(crate) fn check_values(what: &str, values: &[f64], nodes: usize) -> Result<()> {
    if values.len() != nodes {
        return Err(Error::dimension(format_args!("the {what} vector"), nodes, values.len()));
    }
    let wrong = |value: &f64| !(value.is_finite() && *value >= 0.0);
    if let Some((node, value)) = values.iter().enumerate().find(|(_, value)| wrong(value)) {
        let kind = if value.is_finite() { ErrorKind::InvalidInput } else { ErrorKind::NonFinite };
        let rule = "it is finite and not negative";
        return Err(Error::new(kind, format!("the {what} value of node {node} is {value}: {rule}")));
    }
    Ok(())
}

/// A vector of one number a node, finite and not negative, not all 0, scaled to sum to 1.
pub(crate) fn distribution(what: &str, values: &[f64], nodes: usize) -> Result<Vec<f64>> {
    check_values(what, values, nodes)?;
    // Scaled by the largest first: neither the sum nor the quotients can overflow.
    let largest = values.iter().copied().fold(0.0, f64::max);
    if nodes > 0 && largest == 0.0 {
        return Err(Error::invalid_input(format!("the {what} vector is 0 everywhere")));
    }
    let sum: f64 = values.iter().map(|value| value / largest).sum();
    Ok(values.iter().map(|value| value / largest / sum).collect())
}
