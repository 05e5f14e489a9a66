//! Leiden: Louvain with a refinement that keeps communities connected.

use super::moving::{Moving, tolerance};
use super::network::{Collector, Members, Network, make_dense};
use super::params::Params;
use super::partition::Partition;
use super::restarts::best_of_restarts;
use crate::graph::UndirectedGraph;
use crate::graph::random::Random;

/// Links that restarts may visit a pass: keeps them affordable on graphs of some thousand edges.
const RESTART_LINKS: usize = 10_000;

/// Finds communities by the Leiden algorithm.
///
/// As Louvain, but what is aggregated is a refinement of the communities found by local moving, so that parts of
/// a community may part again on a higher level (Traag, Waltman and van Eck 2019). Our deviations: refinement
/// takes the best merge instead of drawing one; a community that fell apart is split at the end, so that every
/// community is connected; the whole is repeated from its own result while that gains, and on small graphs from
/// several random orders, of which the best counts.
///
/// Near linear in the number of edges; O(n + m) memory.
pub(super) fn detect(graph: &UndirectedGraph, params: &Params) -> Partition {
    best_of_restarts(graph, params, RESTART_LINKS, |network, labels, random| {
        let labels = climb(network, params.resolution, labels, random);
        split_disconnected(network, &labels)
    })
}

/// Moves vertices, refines, and goes on with the refined communities as vertices; returns dense labels.
fn climb(network: &Network, resolution: f64, labels: Vec<u32>, random: &mut Random) -> Vec<u32> {
    let mut labels = Moving::new(network, resolution, labels).run(random.order(network.len()));
    let communities = make_dense(&mut labels);
    if communities == network.len() {
        return labels;
    }
    let mut refined = Refinement::new(network, resolution, &labels, communities).run(random);
    let parts = make_dense(&mut refined);
    if parts == network.len() {
        return labels;
    }
    let coarse = network.aggregate(&refined, parts);
    let mut above = vec![0; parts];
    for (&part, &label) in refined.iter().zip(&labels) {
        above[part as usize] = label;
    }
    let above = climb(&coarse, resolution, above, random);
    let mut labels: Vec<u32> = refined.iter().map(|&part| above[part as usize]).collect();
    make_dense(&mut labels);
    labels
}

/// Merges singletons inside each community with well connected parts of it.
struct Refinement<'n> {
    network: &'n Network,
    resolution: f64,
    communities: &'n [u32],
    community_degrees: Vec<f64>,
    parts: Vec<u32>,
    part_degrees: Vec<f64>,
    part_sizes: Vec<u32>,
    /// The weight between a part and the rest of its community.
    part_cuts: Vec<f64>,
}

impl<'n> Refinement<'n> {
    fn new(network: &'n Network, resolution: f64, communities: &'n [u32], count: usize) -> Self {
        let mut community_degrees = vec![0.0; count];
        let mut part_cuts = vec![0.0; network.len()];
        for (vertex, &community) in communities.iter().enumerate() {
            community_degrees[community as usize] += network.degree(vertex as u32);
            part_cuts[vertex] = network
                .links(vertex as u32)
                .iter()
                .filter(|(other, _)| communities[*other as usize] == community)
                .map(|(_, weight)| weight)
                .sum();
        }
        Refinement {
            network,
            resolution,
            communities,
            community_degrees,
            parts: (0..network.len() as u32).collect(),
            part_degrees: (0..network.len() as u32).map(|vertex| network.degree(vertex)).collect(),
            part_sizes: vec![1; network.len()],
            part_cuts,
        }
    }

    fn run(mut self, random: &mut Random) -> Vec<u32> {
        let mut collector = Collector::new(self.network.len());
        for vertex in random.order(self.network.len()) {
            let alone = self.part_sizes[self.parts[vertex as usize] as usize] == 1;
            if alone && self.is_well_connected(vertex, self.parts[vertex as usize]) {
                self.merge(vertex, &mut collector);
            }
        }
        self.parts
    }

    /// Whether a part hangs together with the rest of its community at least as chance would have it.
    fn is_well_connected(&self, vertex: u32, part: u32) -> bool {
        let community = self.communities[vertex as usize];
        let degree = self.part_degrees[part as usize];
        let rest = self.community_degrees[community as usize] - degree;
        let expected = self.resolution * degree / self.network.total_degree() * rest;
        self.part_cuts[part as usize] >= expected - tolerance(self.network, self.resolution)
    }

    /// Joins a lone vertex to the well connected part where it gains most, if it loses nowhere.
    fn merge(&mut self, vertex: u32, collector: &mut Collector) {
        let community = self.communities[vertex as usize];
        for &(other, weight) in self.network.links(vertex) {
            if self.communities[other as usize] == community {
                collector.add(self.parts[other as usize], weight);
            }
        }
        let expected = self.resolution * self.network.degree(vertex) / self.network.total_degree();
        let mut best: Option<(u32, f64, f64)> = None;
        for (part, weight) in collector.drain() {
            let gain = weight - expected * self.part_degrees[part as usize];
            let better = best.map_or(gain >= 0.0, |(_, most, _)| gain > most);
            if better && self.is_well_connected(vertex, part) {
                best = Some((part, gain, weight));
            }
        }
        let Some((part, _, weight)) = best else { return };
        let own = self.parts[vertex as usize];
        self.parts[vertex as usize] = part;
        self.part_sizes[own as usize] = 0;
        self.part_sizes[part as usize] += 1;
        self.part_degrees[part as usize] += self.network.degree(vertex);
        self.part_cuts[part as usize] += self.part_cuts[own as usize] - 2.0 * weight;
    }
}

/// Gives every connected piece of a community its own label.
fn split_disconnected(network: &Network, labels: &[u32]) -> Vec<u32> {
    let communities = labels.iter().max().map_or(0, |&label| label as usize + 1);
    let members = Members::new(labels, communities);
    let mut pieces = vec![u32::MAX; labels.len()];
    let mut count = 0;
    let mut stack = Vec::new();
    for community in 0..communities as u32 {
        for &start in members.of(community) {
            if pieces[start as usize] != u32::MAX {
                continue;
            }
            pieces[start as usize] = count;
            stack.push(start);
            while let Some(vertex) = stack.pop() {
                for &(other, _) in network.links(vertex) {
                    if labels[other as usize] == community && pieces[other as usize] == u32::MAX {
                        pieces[other as usize] = count;
                        stack.push(other);
                    }
                }
            }
            count += 1;
        }
    }
    pieces
}
