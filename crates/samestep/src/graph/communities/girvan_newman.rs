//! Girvan-Newman: take away the edge that most shortest paths use.

use super::params::Params;
use super::partition::{Partition, labelled_modularity};
use crate::graph::UndirectedGraph;
use crate::{Error, Result};

/// A level must be better by this much to be preferred to an earlier one: less may be rounding.
const LEAST_GAIN: f64 = 1e-12;
/// Stands for the betweenness of an edge that is gone.
const REMOVED: f64 = f64::NEG_INFINITY;

/// Finds communities by edge betweenness (Girvan and Newman 2002).
///
/// The edge of highest betweenness (unweighted shortest paths; Brandes 2008) is removed until none is left; every
/// time a component falls apart, the components are a level. The level of highest modularity on the whole
/// weighted graph is returned, the connected components themselves included; at a tie the one with fewer
/// communities. Ties of betweenness: the first edge in order of ids. Sums are made in the order in which
/// networkx makes them when vertices and edges were added by id, so that rounding decides alike.
///
/// O(m^2 n) at worst; betweenness is computed anew only in the component that lost the edge.
///
/// # Errors
/// If the graph would need more than `params.girvan_newman_limit` steps.
pub(super) fn detect(graph: &UndirectedGraph, params: &Params) -> Result<Partition> {
    let mut removal = Removal::new(graph);
    removal.check_limit(params.girvan_newman_limit)?;
    let level_modularity = |removal: &Removal| {
        labelled_modularity(graph, &removal.labels, removal.components, params.resolution)
    };
    let mut best = (level_modularity(&removal), removal.labels.clone());
    removal.measure_all();
    while let Some(edge) = removal.most_central_edge() {
        if removal.remove(edge) == Outcome::FellApart {
            let modularity = level_modularity(&removal);
            if modularity > best.0 + LEAST_GAIN {
                best = (modularity, removal.labels.clone());
            }
        }
    }
    Ok(Partition::from_labels(&best.1))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    HeldTogether,
    FellApart,
}

/// A graph that loses edges, with its components and the betweenness of what is left.
struct Removal {
    ends: Vec<(u32, u32)>,
    /// Neighbours and the edges that lead to them, by id.
    links: Vec<Vec<(u32, u32)>>,
    labels: Vec<u32>,
    components: usize,
    /// Betweenness by edge, `REMOVED` where the edge is gone.
    betweenness: Vec<f64>,
    search: Search,
}

impl Removal {
    fn new(graph: &UndirectedGraph) -> Self {
        let ends: Vec<(u32, u32)> =
            graph.edges().filter(|(i, j, _)| i != j).map(|(i, j, _)| (i, j)).collect();
        let mut links = vec![Vec::new(); graph.len()];
        for (edge, &(i, j)) in ends.iter().enumerate() {
            links[i as usize].push((j, edge as u32));
            links[j as usize].push((i, edge as u32));
        }
        let betweenness = vec![0.0; ends.len()];
        let unlabelled = vec![u32::MAX; graph.len()];
        let search = Search::new(graph.len());
        let mut removal = Removal { ends, links, labels: unlabelled, components: 0, betweenness, search };
        for vertex in 0..graph.len() as u32 {
            if removal.labels[vertex as usize] == u32::MAX {
                removal.label_component(vertex);
            }
        }
        removal
    }

    /// Gives the component of a vertex the next label.
    fn label_component(&mut self, vertex: u32) {
        self.search.run(&self.links, vertex);
        for &member in &self.search.reached {
            self.labels[member as usize] = self.components as u32;
        }
        self.components += 1;
    }

    fn check_limit(&self, limit: u64) -> Result<()> {
        let mut vertices = vec![0u64; self.components];
        let mut edges = vec![0u64; self.components];
        for &label in &self.labels {
            vertices[label as usize] += 1;
        }
        for &(i, _) in &self.ends {
            edges[self.labels[i as usize] as usize] += 1;
        }
        let steps = vertices.iter().zip(&edges).fold(0u64, |sum, (&vertices, &edges)| {
            sum.saturating_add(vertices.saturating_mul(edges).saturating_mul(edges))
        });
        if steps <= limit {
            return Ok(());
        }
        Err(Error::Limit {
            what: "the work of girvan-newman (vertices x edges x edges)",
            got: steps,
            limit,
            advice: "choose louvain, leiden or greedy-modularity, or raise girvan_newman_limit",
        })
    }

    fn measure_all(&mut self) {
        let mut measured = vec![false; self.components];
        for vertex in 0..self.links.len() as u32 {
            let label = self.labels[vertex as usize] as usize;
            if !std::mem::replace(&mut measured[label], true) {
                self.measure_component(vertex);
            }
        }
    }

    /// Computes the betweenness of every edge in the component of a vertex.
    fn measure_component(&mut self, vertex: u32) {
        self.search.run(&self.links, vertex);
        let mut members = self.search.reached.clone();
        members.sort_unstable();
        for &member in &members {
            for &(_, edge) in &self.links[member as usize] {
                self.betweenness[edge as usize] = 0.0;
            }
        }
        for &source in &members {
            self.search.run(&self.links, source);
            self.search.accumulate(&self.links, &mut self.betweenness);
        }
        let n = self.links.len() as f64;
        let scale = 1.0 / (n * (n - 1.0));
        for &member in &members {
            for &(_, edge) in self.links[member as usize].iter().filter(|link| link.0 > member) {
                self.betweenness[edge as usize] *= scale;
            }
        }
    }

    fn most_central_edge(&self) -> Option<u32> {
        let mut best = (REMOVED, None);
        for (edge, &betweenness) in self.betweenness.iter().enumerate() {
            if betweenness > best.0 {
                best = (betweenness, Some(edge as u32));
            }
        }
        best.1
    }

    /// Removes an edge and brings components and betweenness up to date.
    fn remove(&mut self, edge: u32) -> Outcome {
        let (i, j) = self.ends[edge as usize];
        self.betweenness[edge as usize] = REMOVED;
        self.links[i as usize].retain(|&(_, other)| other != edge);
        self.links[j as usize].retain(|&(_, other)| other != edge);
        self.measure_component(i);
        self.search.run(&self.links, i);
        if self.search.has_reached(j) {
            return Outcome::HeldTogether;
        }
        self.label_component(j);
        self.measure_component(j);
        Outcome::FellApart
    }
}

/// A breadth-first search from one source that counts shortest paths.
struct Search {
    distance: Vec<u32>,
    /// The number of shortest paths from the source.
    paths: Vec<f64>,
    dependency: Vec<f64>,
    /// Vertices in the order in which they were reached.
    reached: Vec<u32>,
}

impl Search {
    fn new(vertices: usize) -> Self {
        Search {
            distance: vec![u32::MAX; vertices],
            paths: vec![0.0; vertices],
            dependency: vec![0.0; vertices],
            reached: Vec::with_capacity(vertices),
        }
    }

    fn has_reached(&self, vertex: u32) -> bool {
        self.distance[vertex as usize] != u32::MAX
    }

    fn run(&mut self, links: &[Vec<(u32, u32)>], source: u32) {
        for vertex in self.reached.drain(..) {
            self.distance[vertex as usize] = u32::MAX;
            self.paths[vertex as usize] = 0.0;
            self.dependency[vertex as usize] = 0.0;
        }
        self.distance[source as usize] = 0;
        self.paths[source as usize] = 1.0;
        self.reached.push(source);
        let mut next = 0;
        while let Some(&vertex) = self.reached.get(next) {
            next += 1;
            let (distance, paths) = (self.distance[vertex as usize] + 1, self.paths[vertex as usize]);
            for &(other, _) in &links[vertex as usize] {
                if self.distance[other as usize] == u32::MAX {
                    self.distance[other as usize] = distance;
                    self.reached.push(other);
                }
                if self.distance[other as usize] == distance {
                    self.paths[other as usize] += paths;
                }
            }
        }
    }

    /// Adds every edge's share of the shortest paths from the source of the last search.
    fn accumulate(&mut self, links: &[Vec<(u32, u32)>], betweenness: &mut [f64]) {
        for &vertex in self.reached.iter().rev() {
            let distance = self.distance[vertex as usize];
            let share = (1.0 + self.dependency[vertex as usize]) / self.paths[vertex as usize];
            for &(other, edge) in &links[vertex as usize] {
                if self.distance[other as usize] + 1 == distance {
                    let flow = self.paths[other as usize] * share;
                    self.dependency[other as usize] += flow;
                    betweenness[edge as usize] += flow;
                }
            }
        }
    }
}
