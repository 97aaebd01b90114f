//! From edges to a graph.

use sutra_core::{Error, ErrorKind, Result};

use crate::Graph;

/// Collects edges between nodes `0..nodes` and builds a [`Graph`] of them.
///
/// Edges are checked when the graph is built. Building takes O(nodes + edges) time (two counting sorts) and does
/// not depend on the order of the edges.
///
/// ```
/// use sutra_graph::GraphBuilder;
/// let mut builder = GraphBuilder::new(2);
/// builder.edge(0, 1).edge(0, 1).edge(1, 0);
/// assert_eq!(builder.build_directed()?.out_weight(0), 2.0, "parallel edges add up");
/// assert_eq!(builder.build_undirected()?.out_weight(0), 1.0, "a link is there or not");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphBuilder {
    nodes: usize,
    edges: Vec<(u32, u32)>,
    /// One a edge from the first weighted one on; empty where all weights are 1.
    weights: Vec<f64>,
    /// The first edge that cannot be stored.
    refused: Option<Error>,
}

/// Edges in columns, sorted or not.
#[derive(Clone, Default)]
struct Edges {
    ends: Vec<(u32, u32)>,
    weights: Vec<f64>,
}

impl GraphBuilder {
    /// A graph of `nodes` nodes without edges.
    #[must_use]
    pub fn new(nodes: usize) -> Self {
        let refused = u32::try_from(nodes).err().map(|_| {
            Error::invalid_input(format!("a graph of {nodes} nodes is too large: a node is a 32-bit number"))
        });
        Self { nodes, edges: Vec::new(), weights: Vec::new(), refused }
    }

    /// Adds the edge `from -> to` of weight 1.
    pub fn edge(&mut self, from: usize, to: usize) -> &mut Self {
        if self.admit(from, to) && !self.weights.is_empty() {
            self.weights.push(1.0);
        }
        self
    }

    /// Adds the edge `from -> to` of a weight that is finite and not negative. An edge of weight 0 is no edge.
    pub fn weighted_edge(&mut self, from: usize, to: usize, weight: f64) -> &mut Self {
        if !weight.is_finite() || weight < 0.0 {
            self.refuse(|| {
                let kind = if weight.is_finite() { ErrorKind::InvalidInput } else { ErrorKind::NonFinite };
                let rule = "a weight is finite and not negative";
                Error::new(kind, format!("the edge {from} -> {to} has weight {weight}: {rule}"))
            });
        } else if weight > 0.0 && self.admit(from, to) {
            if self.weights.is_empty() {
                self.weights.resize(self.edges.len() - 1, 1.0);
            }
            self.weights.push(weight);
        }
        self
    }

    /// The directed graph of these edges. The weights of parallel edges add up, as citations of a multigraph do;
    /// `a -> b` and `b -> a` are two edges.
    ///
    /// # Errors
    /// For the first edge that is wrong: [`InvalidInput`](ErrorKind::InvalidInput) for a node outside the graph or
    /// a negative weight, [`NonFinite`](ErrorKind::NonFinite) for a weight that is not finite; `NonFinite` as
    /// well where the weights of a node overflow together.
    pub fn build_directed(&self) -> Result<Graph> {
        self.build(false)
    }

    /// The undirected graph of these edges: parallel and reciprocal edges are *one* edge with the largest of
    /// their weights, so that a pair of pages that link to each other counts as one link. A self-loop is one
    /// edge and adds 1 to its node's degree. With weights 1 this is the simple graph of other libraries.
    ///
    /// # Errors
    /// As for [`build_directed`](Self::build_directed).
    pub fn build_undirected(&self) -> Result<Graph> {
        self.build(true)
    }

    fn admit(&mut self, from: usize, to: usize) -> bool {
        if self.refused.is_some() {
            return false;
        }
        if let (Ok(source), Ok(target), true) =
            (u32::try_from(from), u32::try_from(to), from.max(to) < self.nodes)
        {
            self.edges.push((source, target));
            return true;
        }
        let nodes = self.nodes;
        self.refuse(|| {
            Error::invalid_input(format!("the edge {from} -> {to} leaves the graph, which has {nodes} nodes"))
        });
        false
    }

    fn refuse(&mut self, error: impl FnOnce() -> Error) {
        self.refused.get_or_insert_with(error);
    }

    fn build(&self, undirected: bool) -> Result<Graph> {
        if let Some(error) = &self.refused {
            return Err(error.clone());
        }
        let mut edges = Edges { ends: self.edges.clone(), weights: self.weights.clone() };
        if undirected {
            edges.mirror();
        }
        let mut edges = edges.sorted_by(self.nodes, |ends| ends.0).sorted_by(self.nodes, |ends| ends.1);
        edges.merge(undirected);
        let mut offsets = vec![0; self.nodes + 1];
        for (_, target) in &edges.ends {
            offsets[*target as usize + 1] += 1;
        }
        for node in 0..self.nodes {
            offsets[node + 1] += offsets[node];
        }
        edges.into_graph(offsets, undirected)
    }
}

impl Edges {
    /// Adds the other direction of every edge that is no loop.
    fn mirror(&mut self) {
        for index in 0..self.ends.len() {
            let (from, to) = self.ends[index];
            if from != to {
                self.ends.push((to, from));
                if let Some(weight) = self.weights.get(index).copied() {
                    self.weights.push(weight);
                }
            }
        }
    }

    /// Stably sorted by one of the ends: a counting sort.
    fn sorted_by(&self, nodes: usize, key: impl Fn(&(u32, u32)) -> u32) -> Self {
        let mut places = vec![0; nodes + 1];
        for ends in &self.ends {
            places[key(ends) as usize + 1] += 1;
        }
        for node in 0..nodes {
            places[node + 1] += places[node];
        }
        let mut sorted = Self { ends: vec![(0, 0); self.ends.len()], weights: vec![0.0; self.weights.len()] };
        for (index, ends) in self.ends.iter().enumerate() {
            let place = &mut places[key(ends) as usize];
            sorted.ends[*place] = *ends;
            if let Some(weight) = self.weights.get(index) {
                sorted.weights[*place] = *weight;
            }
            *place += 1;
        }
        sorted
    }

    /// Makes one edge of equal neighbours: the largest weight if `largest`, else their sum, added in ascending
    /// order so that it does not depend on the order they came in.
    fn merge(&mut self, largest: bool) {
        if self.weights.is_empty() {
            if largest {
                self.ends.dedup();
                return;
            }
            if self.ends.windows(2).all(|pair| pair[0] != pair[1]) {
                return;
            }
            self.weights.resize(self.ends.len(), 1.0);
        }
        let (mut kept, mut start) = (0, 0);
        while start < self.ends.len() {
            let ends = self.ends[start];
            let run = self.ends[start..].iter().take_while(|other| **other == ends).count();
            let weights = &mut self.weights[start..start + run];
            weights.sort_unstable_by(f64::total_cmp);
            let weight = if largest { weights[run - 1] } else { weights.iter().sum() };
            (self.ends[kept], self.weights[kept]) = (ends, weight);
            kept += 1;
            start += run;
        }
        self.ends.truncate(kept);
        self.weights.truncate(kept);
    }

    fn into_graph(self, offsets: Vec<usize>, undirected: bool) -> Result<Graph> {
        let nodes = offsets.len() - 1;
        let weighted = self.weights.iter().any(|weight| *weight != 1.0);
        let mut out_weights = vec![0.0; nodes];
        for (index, (source, _)) in self.ends.iter().enumerate() {
            out_weights[*source as usize] += self.weights.get(index).copied().unwrap_or(1.0);
        }
        if let Some(node) = out_weights.iter().position(|weight: &f64| !weight.is_finite()) {
            return Err(Error::new(
                ErrorKind::NonFinite,
                format!("the weights of the edges that leave node {node} are together not finite"),
            ));
        }
        let shares = weighted.then(|| {
            let of = |((source, _), weight): (&(u32, u32), &f64)| weight / out_weights[*source as usize];
            self.ends.iter().zip(&self.weights).map(of).collect()
        });
        let factor = |out: &f64| match *out {
            0.0 => 0.0,
            _ if weighted => 1.0,
            out => 1.0 / out,
        };
        let factors = out_weights.iter().map(factor).collect();
        let sources = self.ends.into_iter().map(|(source, _)| source).collect();
        Ok(Graph { offsets, sources, shares, out_weights, factors, undirected })
    }
}
