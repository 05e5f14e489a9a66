//! Louvain: local moving and aggregation, refined on the way back.

use super::moving::Moving;
use super::network::{Network, make_dense};
use super::params::Params;
use super::partition::Partition;
use super::restarts::best_of_restarts;
use crate::graph::UndirectedGraph;
use crate::graph::random::Random;

/// Links that restarts may visit a pass: keeps them affordable on graphs of some thousand edges.
const RESTART_LINKS: usize = 40_000;

/// Finds communities by the Louvain algorithm.
///
/// Vertices move between communities while modularity grows; then communities become the vertices of a smaller
/// network, and so on (Blondel, Guillaume, Lambiotte and Lefebvre 2008). Our deviations: a queue revisits only
/// vertices whose neighbourhood changed; on the way back, vertices of every level may move once more (multilevel
/// refinement, Rotta and Noack 2011); the whole is repeated from its own result while that gains, and on small
/// graphs from several random orders, of which the best counts.
///
/// Near linear in the number of edges; O(n + m) memory.
pub(super) fn detect(graph: &UndirectedGraph, params: &Params) -> Partition {
    best_of_restarts(graph, params, RESTART_LINKS, |network, labels, random| {
        let mut labels = labels;
        climb(network, params.resolution, &mut labels, random);
        labels
    })
}

/// Moves, aggregates, treats the aggregate likewise, and moves again with what came back.
fn climb(network: &Network, resolution: f64, labels: &mut Vec<u32>, random: &mut Random) {
    let move_all = |labels: Vec<u32>, random: &mut Random| {
        Moving::new(network, resolution, labels).run(random.order(network.len()))
    };
    *labels = move_all(std::mem::take(labels), random);
    let communities = make_dense(labels);
    if communities == network.len() {
        return;
    }
    let coarse = network.aggregate(labels, communities);
    let mut above: Vec<u32> = (0..communities as u32).collect();
    climb(&coarse, resolution, &mut above, random);
    for label in labels.iter_mut() {
        *label = above[*label as usize];
    }
    *labels = move_all(std::mem::take(labels), random);
    make_dense(labels);
}
