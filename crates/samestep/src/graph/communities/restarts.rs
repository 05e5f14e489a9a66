//! Repeats a randomised search while it gains, and keeps the best result.

use super::network::Network;
use super::params::Params;
use super::partition::{Partition, labelled_modularity};
use crate::graph::UndirectedGraph;
use crate::graph::random::Random;

/// The most restarts, however small the graph: more hardly gain.
const RESTARTS: usize = 5;
/// The most repetitions from one's own result.
const REPETITIONS: usize = 10;
/// The least gain of modularity that is worth another repetition.
const LEAST_GAIN: f64 = 1e-5;

/// Runs `search` from singletons, then from its own result while modularity grows, at one or more random orders.
///
/// `search` takes dense labels and returns dense labels. Restarts end where all together would visit more than
/// `restart_links` links a pass. The first of equally good results wins.
pub(super) fn best_of_restarts(
    graph: &UndirectedGraph,
    params: &Params,
    restart_links: usize,
    search: impl Fn(&Network, Vec<u32>, &mut Random) -> Vec<u32>,
) -> Partition {
    let network = Network::new(graph);
    let singletons: Vec<u32> = (0..network.len() as u32).collect();
    if network.link_count() == 0 {
        return Partition::from_labels(&singletons);
    }
    let runs = (restart_links / network.link_count()).clamp(1, RESTARTS);
    let mut best = (f64::NEG_INFINITY, singletons.clone());
    for run in 0..runs {
        let mut random = Random::new(params.seed, run as u64);
        let mut current = (f64::NEG_INFINITY, singletons.clone());
        for _ in 0..REPETITIONS {
            let labels = search(&network, current.1.clone(), &mut random);
            let quality = labelled_modularity(graph, &labels, labels.len(), params.resolution);
            let gain = quality - current.0;
            if gain > 0.0 {
                current = (quality, labels);
            }
            if gain <= LEAST_GAIN {
                break;
            }
        }
        if current.0 > best.0 + f64::EPSILON {
            best = current;
        }
    }
    Partition::from_labels(&best.1)
}
