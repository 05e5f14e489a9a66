//! In which order do all vertices follow one another with the greatest weight?
//!
//! A Hamiltonian path visits every vertex once; its weight is the sum over the arcs it takes. All ordered pairs
//! are allowed, and pairs without an arc weigh 0.

mod weights;
mod arborescence;
mod relaxation;
mod branch;
mod exact;
mod greedy;
mod dense;
mod candidates;
mod route;
mod local_search;

#[cfg(test)]
mod tests;

pub use exact::{EXACT_VERTICES, exact_path};
pub use local_search::heuristic_path;
pub use weights::ArcWeights;

/// Finds a Hamiltonian path of greatest weight: exactly to [`EXACT_VERTICES`] vertices, by heuristic above.
///
/// Returns all vertices in the order of the path.
pub fn heaviest_path(weights: &ArcWeights) -> Vec<u32> {
    exact_path(weights).unwrap_or_else(|_| heuristic_path(weights))
}
