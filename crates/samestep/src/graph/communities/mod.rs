//! Which vertices of a weighted graph belong together?
//!
//! Four algorithms that look for a partition of high modularity. All are deterministic under a seed, leave an
//! isolated vertex alone, and never join vertices of different connected components.

mod partition;
mod params;
mod network;
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
use crate::{Error, Result};

/// Splits a graph into communities.
///
/// # Errors
/// If a parameter is outside its range, or Girvan-Newman would need more than `params.girvan_newman_limit` steps.
pub fn detect(graph: &UndirectedGraph, algorithm: CommunityAlgorithm, params: &Params) -> Result<Partition> {
    params.check()?;
    check_total_weight(graph)?;
    match algorithm {
        CommunityAlgorithm::Louvain => Ok(louvain::detect(graph, params)),
        CommunityAlgorithm::Leiden => Ok(leiden::detect(graph, params)),
        CommunityAlgorithm::GreedyModularity => Ok(greedy_modularity::detect(graph, params)),
        CommunityAlgorithm::GirvanNewman => girvan_newman::detect(graph, params),
    }
}

/// Refuses weights so large or small that their squares or inverses leave the range of numbers.
fn check_total_weight(graph: &UndirectedGraph) -> Result<()> {
    let total = graph.total_weight();
    if total == 0.0 || (1e-150..=1e150).contains(&total) {
        return Ok(());
    }
    Err(Error::Parameter {
        name: "the sum of the edge weights",
        got: total.to_string(),
        expected: "it must be between 1e-150 and 1e150; scale the weights",
    })
}
