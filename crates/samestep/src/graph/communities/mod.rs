//! Which vertices of a weighted graph belong together?
//!
//! Four algorithms that look for a partition of high modularity. All are deterministic under a seed, leave an
//! isolated vertex alone, and never join vertices of different connected components.

mod partition;
mod params;
mod network;
mod shuffle;
mod moving;
mod restarts;
mod louvain;
mod leiden;
mod greedy_modularity;
mod girvan_newman;

#[cfg(test)]
mod tests;

pub use params::{CommunityAlgorithm, Params};
pub use partition::{Partition, modularity};

use super::UndirectedGraph;
use crate::Result;

/// Splits a graph into communities.
///
/// # Errors
/// If a parameter is outside its range, or Girvan-Newman would need more than `params.girvan_newman_limit` steps.
pub fn detect(graph: &UndirectedGraph, algorithm: CommunityAlgorithm, params: &Params) -> Result<Partition> {
    params.check()?;
    match algorithm {
        CommunityAlgorithm::Louvain => Ok(louvain::detect(graph, params)),
        CommunityAlgorithm::Leiden => Ok(leiden::detect(graph, params)),
        CommunityAlgorithm::GreedyModularity => Ok(greedy_modularity::detect(graph, params)),
        CommunityAlgorithm::GirvanNewman => girvan_newman::detect(graph, params),
    }
}
