//! A weighted undirected graph.

use crate::{Error, Result};

/// An undirected graph with positive weights on vertices `0..n`, in compressed rows.
///
/// Parallel edges are added up. Neighbours are sorted by id, so that every algorithm meets them in the same order.
#[derive(Debug, Clone, PartialEq)]
pub struct UndirectedGraph {
    offsets: Vec<usize>,
    neighbours: Vec<u32>,
    weights: Vec<f64>,
}

impl UndirectedGraph {
    /// Builds a graph of `vertices` vertices from edges `(i, j, weight)`; parallel edges and both directions add up.
    ///
    /// A self-loop is kept and counts twice in its vertex's degree, as is usual.
    ///
    /// # Errors
    /// If an end is not below `vertices`, or a weight is not positive and finite.
    pub fn from_edges(vertices: usize, edges: impl IntoIterator<Item = (u32, u32, f64)>) -> Result<Self> {
        let mut sorted: Vec<(u32, u32, f64)> = Vec::new();
        for (i, j, weight) in edges {
            if i as usize >= vertices || j as usize >= vertices {
                return Err(Error::Parameter {
                    name: "edge",
                    got: format!("({i}, {j}) in a graph of {vertices} vertices"),
                    expected: "both ends must be below the number of vertices",
                });
            }
            if !(weight.is_finite() && weight > 0.0) {
                return Err(Error::Parameter {
                    name: "edge weight",
                    got: weight.to_string(),
                    expected: "it must be positive and finite",
                });
            }
            sorted.push((i.min(j), i.max(j), weight));
        }
        sorted.sort_by_key(|&(i, j, _)| (i, j));
        sorted.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 += next.2;
            }
            same
        });
        let mut offsets = vec![0usize; vertices + 1];
        for &(i, j, _) in &sorted {
            offsets[i as usize + 1] += 1;
            if i != j {
                offsets[j as usize + 1] += 1;
            }
        }
        for vertex in 0..vertices {
            offsets[vertex + 1] += offsets[vertex];
        }
        let mut cursor = offsets.clone();
        let mut neighbours = vec![0u32; offsets[vertices]];
        let mut weights = vec![0f64; offsets[vertices]];
        let mut put = |from: u32, to: u32, weight: f64| {
            let at = cursor[from as usize];
            neighbours[at] = to;
            weights[at] = weight;
            cursor[from as usize] += 1;
        };
        // Lower neighbours of every vertex come first, then the higher ones: rows end up sorted.
        for &(i, j, weight) in &sorted {
            if i != j {
                put(j, i, weight);
            }
        }
        for &(i, j, weight) in &sorted {
            put(i, j, weight);
        }
        Ok(UndirectedGraph { offsets, neighbours, weights })
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of edges, self-loops included.
    pub fn edge_count(&self) -> usize {
        self.edges().count()
    }

    /// The neighbours of a vertex with the weights of the edges, by id; a self-loop appears once.
    pub fn neighbours(&self, vertex: u32) -> impl ExactSizeIterator<Item = (u32, f64)> + '_ {
        let range = self.offsets[vertex as usize]..self.offsets[vertex as usize + 1];
        self.neighbours[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
    }

    /// The sum of the weights at a vertex; a self-loop counts twice.
    pub fn degree(&self, vertex: u32) -> f64 {
        self.neighbours(vertex)
            .map(|(other, weight)| if other == vertex { 2.0 * weight } else { weight })
            .sum()
    }

    /// Every edge once, as `(i, j, weight)` with `i <= j`, in order.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        (0..self.len() as u32).flat_map(move |i| {
            self.neighbours(i).filter(move |&(j, _)| j >= i).map(move |(j, weight)| (i, j, weight))
        })
    }

    /// The sum of all edge weights.
    pub fn total_weight(&self) -> f64 {
        self.edges().map(|(_, _, weight)| weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_edges_add_up_and_rows_are_sorted() {
        let graph =
            UndirectedGraph::from_edges(4, [(2, 0, 1.0), (0, 2, 0.5), (1, 1, 2.0), (0, 3, 1.0), (1, 0, 4.0)])
                .unwrap();
        assert_eq!(graph.neighbours(0).collect::<Vec<_>>(), [(1, 4.0), (2, 1.5), (3, 1.0)]);
        assert_eq!(graph.neighbours(1).collect::<Vec<_>>(), [(0, 4.0), (1, 2.0)]);
        assert_eq!((graph.degree(1), graph.edge_count(), graph.total_weight()), (8.0, 4, 8.5));
    }

    #[test]
    fn bad_edges_are_refused() {
        assert!(UndirectedGraph::from_edges(2, [(0, 2, 1.0)]).is_err());
        assert!(UndirectedGraph::from_edges(2, [(0, 1, f64::NAN)]).is_err());
        assert!(UndirectedGraph::from_edges(2, [(0, 1, 0.0)]).is_err());
    }
}
