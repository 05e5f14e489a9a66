//! The graph as Louvain and Leiden see it: a level of aggregation in compressed rows.

use crate::graph::UndirectedGraph;

/// A weighted graph without self-loops in its rows; their weight stays in the degrees.
#[derive(Debug, Clone)]
pub(super) struct Network {
    offsets: Vec<usize>,
    links: Vec<(u32, f64)>,
    degrees: Vec<f64>,
    total_degree: f64,
}

impl Network {
    /// The lowest level: the graph itself.
    pub(super) fn new(graph: &UndirectedGraph) -> Self {
        let mut offsets = vec![0];
        let mut links = Vec::new();
        let mut degrees = Vec::with_capacity(graph.len());
        for vertex in 0..graph.len() as u32 {
            links.extend(graph.neighbours(vertex).filter(|&(other, _)| other != vertex));
            offsets.push(links.len());
            degrees.push(graph.degree(vertex));
        }
        let total_degree = degrees.iter().sum();
        Network { offsets, links, degrees, total_degree }
    }

    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        self.degrees.len()
    }

    /// The number of stored links, two an edge.
    pub(super) fn link_count(&self) -> usize {
        self.links.len()
    }

    /// The neighbours of a vertex, itself excluded, with weights.
    pub(super) fn links(&self, vertex: u32) -> &[(u32, f64)] {
        &self.links[self.offsets[vertex as usize]..self.offsets[vertex as usize + 1]]
    }

    /// The sum of the weights at a vertex, self-loops twice.
    pub(super) fn degree(&self, vertex: u32) -> f64 {
        self.degrees[vertex as usize]
    }

    /// The sum of all degrees: twice the weight of all edges.
    pub(super) fn total_degree(&self) -> f64 {
        self.total_degree
    }

    /// The network whose vertices are the communities of this one; labels are dense, below `communities`.
    pub(super) fn aggregate(&self, labels: &[u32], communities: usize) -> Network {
        let members = Members::new(labels, communities);
        let mut collector = Collector::new(communities);
        let mut offsets = vec![0];
        let mut links = Vec::with_capacity(self.links.len() / 2);
        let mut degrees = Vec::with_capacity(communities);
        for community in 0..communities as u32 {
            let mut degree = 0.0;
            for &vertex in members.of(community) {
                degree += self.degree(vertex);
                for &(other, weight) in self.links(vertex) {
                    collector.add(labels[other as usize], weight);
                }
            }
            degrees.push(degree);
            links.extend(collector.drain().filter(|&(other, _)| other != community));
            offsets.push(links.len());
        }
        Network { offsets, links, degrees, total_degree: self.total_degree }
    }
}

/// The members of every community, in one array.
#[derive(Debug)]
pub(super) struct Members {
    offsets: Vec<usize>,
    vertices: Vec<u32>,
}

impl Members {
    /// Sorts vertices by dense label.
    pub(super) fn new(labels: &[u32], communities: usize) -> Self {
        let mut offsets = vec![0usize; communities + 1];
        for &label in labels {
            offsets[label as usize + 1] += 1;
        }
        for community in 0..communities {
            offsets[community + 1] += offsets[community];
        }
        let mut cursor = offsets.clone();
        let mut vertices = vec![0; labels.len()];
        for (vertex, &label) in labels.iter().enumerate() {
            vertices[cursor[label as usize]] = vertex as u32;
            cursor[label as usize] += 1;
        }
        Members { offsets, vertices }
    }

    /// The vertices of a community, by id.
    pub(super) fn of(&self, community: u32) -> &[u32] {
        &self.vertices[self.offsets[community as usize]..self.offsets[community as usize + 1]]
    }
}

/// Adds up weights by community without clearing an array each time.
#[derive(Debug)]
pub(super) struct Collector {
    sums: Vec<f64>,
    touched: Vec<u32>,
}

impl Collector {
    /// A collector for labels below `communities`.
    pub(super) fn new(communities: usize) -> Self {
        Collector { sums: vec![0.0; communities], touched: Vec::new() }
    }

    /// Adds a positive weight.
    pub(super) fn add(&mut self, label: u32, weight: f64) {
        let sum = &mut self.sums[label as usize];
        if *sum == 0.0 {
            self.touched.push(label);
        }
        *sum += weight;
    }

    /// The sum so far.
    pub(super) fn sum(&self, label: u32) -> f64 {
        self.sums[label as usize]
    }

    /// Labels with their sums in the order in which they came; the collector is empty afterwards.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (u32, f64)> + '_ {
        let sums = &mut self.sums;
        self.touched.drain(..).map(move |label| (label, std::mem::take(&mut sums[label as usize])))
    }
}

/// Renumbers labels densely in order of first appearance and returns how many there are.
pub(super) fn make_dense(labels: &mut [u32]) -> usize {
    let mut dense = vec![u32::MAX; labels.iter().max().map_or(0, |&label| label as usize + 1)];
    let mut count = 0;
    for label in labels {
        let slot = &mut dense[*label as usize];
        if *slot == u32::MAX {
            *slot = count;
            count += 1;
        }
        *label = *slot;
    }
    count as usize
}
