//! A partition of the vertices, and how good it is.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::graph::UndirectedGraph;

/// Communities that hold every vertex exactly once, in canonical form.
///
/// Members are sorted, and communities are ordered by their smallest member, so that two equal partitions
/// compare equal however they were found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Partition {
    communities: Vec<Vec<u32>>,
}

impl Partition {
    /// The partition in which vertices with equal labels share a community; `labels[v]` is vertex v's.
    pub fn from_labels(labels: &[u32]) -> Self {
        let mut places = BTreeMap::new();
        let mut communities: Vec<Vec<u32>> = Vec::new();
        for (vertex, &label) in labels.iter().enumerate() {
            let place = *places.entry(label).or_insert(communities.len());
            if place == communities.len() {
                communities.push(Vec::new());
            }
            communities[place].push(vertex as u32);
        }
        Partition { communities }
    }

    /// The communities, each sorted, ordered by smallest member.
    pub fn communities(&self) -> &[Vec<u32>] {
        &self.communities
    }

    /// The number of communities.
    pub fn len(&self) -> usize {
        self.communities.len()
    }

    /// Whether there is no community, which is so only without vertices.
    pub fn is_empty(&self) -> bool {
        self.communities.is_empty()
    }

    /// For every vertex the position of its community.
    pub fn labels(&self) -> Vec<u32> {
        let mut labels = vec![0; self.communities.iter().map(Vec::len).sum()];
        for (label, community) in self.communities.iter().enumerate() {
            for &vertex in community {
                labels[vertex as usize] = label as u32;
            }
        }
        labels
    }
}

/// The modularity of a partition: sum over communities c of L_c / m - resolution (k_c / 2m)^2.
///
/// L_c is the weight inside c (a self-loop once), k_c the sum of the degrees (a self-loop twice) and m the weight
/// of all edges. This is Newman's (2004) weighted form as networkx computes it. Without edges it is 0.
/// Costs O(n + m).
///
/// # Panics
/// If the partition is not one of this graph's vertices.
pub fn modularity(graph: &UndirectedGraph, partition: &Partition, resolution: f64) -> f64 {
    let labels = partition.labels();
    assert_eq!(labels.len(), graph.len(), "the partition must hold every vertex of the graph");
    labelled_modularity(graph, &labels, partition.len(), resolution)
}

/// As [`modularity`], with labels below `communities`.
pub(super) fn labelled_modularity(
    graph: &UndirectedGraph,
    labels: &[u32],
    communities: usize,
    resolution: f64,
) -> f64 {
    let mut inside = vec![0f64; communities];
    let mut degree = vec![0f64; communities];
    let mut total = 0f64;
    for (i, j, weight) in graph.edges() {
        let (left, right) = (labels[i as usize] as usize, labels[j as usize] as usize);
        total += weight;
        degree[left] += weight;
        degree[right] += weight;
        if left == right {
            inside[left] += weight;
        }
    }
    if total == 0.0 {
        return 0.0;
    }
    let share =
        |(inside, degree): (&f64, &f64)| inside / total - resolution * (degree / (2.0 * total)).powi(2);
    inside.iter().zip(&degree).map(share).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_give_the_canonical_form() {
        let partition = Partition::from_labels(&[7, 2, 7, 0, 2]);
        assert_eq!(partition.communities(), [vec![0, 2], vec![1, 4], vec![3]]);
        assert_eq!(partition.labels(), [0, 1, 0, 2, 1]);
        assert!(Partition::from_labels(&[]).is_empty());
    }

    #[test]
    fn modularity_counts_weights_and_loops() {
        // networkx 3.7: G.add_weighted_edges_from([(0,0,2),(0,1,3),(1,2,1),(2,3,4)]);
        // modularity(G, [{0,1},{2,3}]) = .395, and .6475 at resolution=.5
        let graph =
            UndirectedGraph::from_edges(4, [(0, 0, 2.0), (0, 1, 3.0), (1, 2, 1.0), (2, 3, 4.0)]).unwrap();
        let partition = Partition::from_labels(&[0, 0, 1, 1]);
        assert!((modularity(&graph, &partition, 1.0) - 0.395).abs() < 1e-12);
        assert!((modularity(&graph, &partition, 0.5) - 0.6475).abs() < 1e-12);
    }

    #[test]
    fn without_edges_it_is_zero() {
        let graph = UndirectedGraph::from_edges(2, []).unwrap();
        assert_eq!(modularity(&graph, &Partition::from_labels(&[0, 1]), 1.0), 0.0);
    }
}
