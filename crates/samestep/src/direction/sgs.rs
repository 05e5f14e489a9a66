//! Supergenome sorting: between two vertices, the direction taken more often wins.

use super::{Follow, Pseudograph};
use crate::cig::VertexId;

/// The dominant direction of every pair of vertices that follow each other, by `(from, to)`; a tie gives both directions.
///
/// `read` reads the count off a pair: one document's, or both documents' together. Cost: linear in the pairs, times the
/// logarithm of their number.
///
/// Literature: Gärtner et al. 2018 (supergenome coordinates); the paper, section "Supergenome Sorting".
pub fn dominant(
    pseudograph: &Pseudograph,
    read: impl Fn(&Follow) -> u32 + Copy,
) -> Vec<(VertexId, VertexId)> {
    pseudograph
        .follows()
        .iter()
        .filter(|follow| {
            let there = read(follow);
            there > 0 && there >= pseudograph.count(follow.to, follow.from, read)
        })
        .map(|follow| (follow.from, follow.to))
        .collect()
}
