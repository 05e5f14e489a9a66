//! Cosines between all vertices.

use super::{
    VertexId,
    large::{COMMON_TERM, cosine_of, cosine_rows},
};
use crate::{
    graph::Rows,
    tfidf::{SparseVectors, cosine},
};

/// The cosines between the vertices of a graph, as a sparse symmetric matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Similarities {
    /// For each vertex, from the last to the first, the later vertices with a cosine above 0, by number.
    rows: Rows<(u32, f64)>,
    /// In graphs of more than [`COMMON_TERM`] vertices their vectors, for the cosines of pairs that are not in the rows.
    vectors: SparseVectors,
}

impl Similarities {
    /// Compares every vertex vector with every other through the terms that they share.
    ///
    /// Cost: for every term, the square of the number of vertices that hold it, except terms that more than [`COMMON_TERM`] hold.
    pub(super) fn new(vectors: SparseVectors, terms: usize) -> Self {
        if vectors.len() > COMMON_TERM {
            return Similarities { rows: cosine_rows(&vectors, terms), vectors };
        }
        let mut postings = Postings::new(&vectors, terms);
        let mut rows = Rows::with_capacity(vectors.len(), vectors.len() * (vectors.len() / 2).min(16));
        let mut dots = vec![0.0; vectors.len()];
        // From the last vertex to the first, so that the postings hold just the later ones.
        for number in (0..vectors.len()).rev() {
            let vector = vectors.vector(number);
            for &(term, weight) in vector.entries() {
                for &(other, other_weight) in postings.of(term) {
                    dots[other as usize] += weight * other_weight;
                }
                postings.add(term, (number as u32, weight));
            }
            for (other, dot) in (number + 1..).zip(&mut dots[number + 1..]) {
                if *dot > 0.0 {
                    let dot = std::mem::take(dot);
                    rows.push((other as u32, cosine(dot, vector.norm(), vectors.vector(other).norm())));
                }
            }
            rows.end_row();
        }
        Similarities { rows, vectors: SparseVectors::default() }
    }

    /// Takes over given cosines `(a, b, cosine)`; for graphs that do not come from documents.
    pub fn from_pairs(vertices: usize, pairs: impl IntoIterator<Item = (VertexId, VertexId, f64)>) -> Self {
        let mut lists = vec![Vec::new(); vertices];
        for (a, b, cosine) in pairs {
            if a != b && cosine > 0.0 {
                lists[a.min(b).index()].push((a.max(b).0, cosine));
            }
        }
        let mut rows = Rows::default();
        for mut list in lists.into_iter().rev() {
            list.sort_by_key(|&(other, _)| other);
            list.dedup_by_key(|&mut (other, _)| other);
            rows.push_row(list);
        }
        Similarities { rows, vectors: SparseVectors::default() }
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The later vertices whose cosine with a vertex is above 0, with this cosine, in order; see [`pairs`](Self::pairs).
    pub(crate) fn row(&self, vertex: VertexId) -> &[(u32, f64)] {
        self.rows.row(self.len() - 1 - vertex.index())
    }

    /// The cosine between two vertices, also where [`pairs`](Self::pairs) leaves them out.
    pub fn get(&self, a: VertexId, b: VertexId) -> f64 {
        let row = self.row(a.min(b));
        match row.binary_search_by_key(&a.max(b).0, |&(other, _)| other) {
            Ok(at) => row[at].1,
            Err(_) if a == b || self.vectors.is_empty() => 0.0,
            Err(_) => cosine_of(&self.vectors.vector(a.index()), &self.vectors.vector(b.index())),
        }
    }

    /// Every pair whose cosine is above 0 and reaches `threshold`, once, as `(a, b, cosine)` with a before b, in order.
    ///
    /// In graphs of more than [`COMMON_TERM`] vertices without the pairs that share common terms alone.
    pub fn pairs(&self, threshold: f64) -> impl Iterator<Item = (VertexId, VertexId, f64)> + '_ {
        (0..self.len() as u32).flat_map(move |a| {
            self.row(VertexId(a))
                .iter()
                .filter(move |&&(_, cosine)| cosine >= threshold)
                .map(move |&(b, cosine)| (VertexId(a), VertexId(b), cosine))
        })
    }
}

/// For each term the vectors that hold it, with its weight there; they are added one by one, to room that is there from the start.
pub(super) struct Postings {
    values: Vec<(u32, f64)>,
    /// Where each term's own begin, and where those added so far end.
    ranges: Vec<(usize, usize)>,
}

impl Postings {
    pub(super) fn new(vectors: &SparseVectors, terms: usize) -> Self {
        let mut ranges = vec![(0, 0); terms];
        for &(term, _) in vectors.entries() {
            ranges[term as usize].1 += 1;
        }
        let mut start = 0;
        for range in &mut ranges {
            let count = range.1;
            *range = (start, start);
            start += count;
        }
        Postings { values: vec![(0, 0.0); start], ranges }
    }

    pub(super) fn of(&self, term: u32) -> &[(u32, f64)] {
        let (start, end) = self.ranges[term as usize];
        &self.values[start..end]
    }

    pub(super) fn add(&mut self, term: u32, value: (u32, f64)) {
        let end = &mut self.ranges[term as usize].1;
        self.values[*end] = value;
        *end += 1;
    }
}
