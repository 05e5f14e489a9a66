//! Cosines between all vertices.

use super::{
    VertexId,
    large::{COMMON_TERM, cosine_of, cosine_rows},
};
use crate::tfidf::{SparseVector, cosine};

/// The cosines between the vertices of a graph, as a sparse symmetric matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Similarities {
    /// For each vertex the later vertices with a cosine above 0, by number.
    rows: Vec<Vec<(u32, f64)>>,
    /// In graphs of more than [`COMMON_TERM`] vertices their vectors, for the cosines of pairs that are not in the rows.
    vectors: Vec<SparseVector>,
}

impl Similarities {
    /// Compares every vertex vector with every other through the terms that they share.
    ///
    /// Cost: for every term, the square of the number of vertices that hold it, except terms that more than [`COMMON_TERM`] hold.
    pub(super) fn new(vectors: Vec<SparseVector>) -> Self {
        if vectors.len() > COMMON_TERM {
            return Similarities { rows: cosine_rows(&vectors), vectors };
        }
        let terms = vectors
            .iter()
            .filter_map(|vector| vector.entries().last())
            .map(|&(term, _)| term as usize + 1)
            .max();
        let mut postings: Vec<Vec<(u32, f64)>> = vec![Vec::new(); terms.unwrap_or(0)];
        let mut rows = vec![Vec::new(); vectors.len()];
        let mut dots = vec![0.0; vectors.len()];
        // From the last vertex to the first, so that the postings hold just the later ones.
        for (number, vector) in (0..vectors.len() as u32).zip(&vectors).rev() {
            for &(term, weight) in vector.entries() {
                for &(other, other_weight) in &postings[term as usize] {
                    dots[other as usize] += weight * other_weight;
                }
                postings[term as usize].push((number, weight));
            }
            let row: &mut Vec<(u32, f64)> = &mut rows[number as usize];
            for (other, dot) in (number + 1..).zip(&mut dots[number as usize + 1..]) {
                if *dot > 0.0 {
                    row.push((
                        other,
                        cosine(std::mem::take(dot), vector.norm(), vectors[other as usize].norm()),
                    ));
                }
            }
        }
        Similarities { rows, vectors: Vec::new() }
    }

    /// Takes over given cosines `(a, b, cosine)`; for graphs that do not come from documents.
    pub fn from_pairs(vertices: usize, pairs: impl IntoIterator<Item = (VertexId, VertexId, f64)>) -> Self {
        let mut rows = vec![Vec::new(); vertices];
        for (a, b, cosine) in pairs {
            if a != b && cosine > 0.0 {
                rows[a.min(b).index()].push((a.max(b).0, cosine));
            }
        }
        for row in &mut rows {
            row.sort_by_key(|&(other, _)| other);
            row.dedup_by_key(|&mut (other, _)| other);
        }
        Similarities { rows, vectors: Vec::new() }
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The cosine between two vertices, also where [`pairs`](Self::pairs) leaves them out.
    pub fn get(&self, a: VertexId, b: VertexId) -> f64 {
        let row = &self.rows[a.min(b).index()];
        match row.binary_search_by_key(&a.max(b).0, |&(other, _)| other) {
            Ok(at) => row[at].1,
            Err(_) if a == b || self.vectors.is_empty() => 0.0,
            Err(_) => cosine_of(&self.vectors[a.index()], &self.vectors[b.index()]),
        }
    }

    /// Every pair whose cosine is above 0 and reaches `threshold`, once, as `(a, b, cosine)` with a before b, in order.
    ///
    /// In graphs of more than [`COMMON_TERM`] vertices without the pairs that share common terms alone.
    pub fn pairs(&self, threshold: f64) -> impl Iterator<Item = (VertexId, VertexId, f64)> + '_ {
        (0u32..).zip(&self.rows).flat_map(move |(a, row)| {
            row.iter()
                .filter(move |&&(_, cosine)| cosine >= threshold)
                .map(move |&(b, cosine)| (VertexId(a), VertexId(b), cosine))
        })
    }
}
