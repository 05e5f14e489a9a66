//! Which concept follows which.

use crate::cig::{Assignment, VertexId};

/// The direction pseudograph: a directed multigraph, stored as counts of parallel edges, kept apart by document.
///
/// Process mining calls it the directly-follows graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pseudograph {
    vertices: usize,
    follows: Vec<Follow>,
}

/// How often one vertex is followed by another in the next sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Follow {
    /// The vertex of a sentence.
    pub from: VertexId,
    /// The vertex of the sentence after it.
    pub to: VertexId,
    /// How often, in the left document and in the right one.
    pub counts: [u32; 2],
}

impl Follow {
    /// How often in both documents together.
    pub fn total(&self) -> u32 {
        self.counts[0] + self.counts[1]
    }
}

impl Pseudograph {
    /// Reads the sentences of both documents in order: each concept of a sentence is followed by each concept of the next,
    /// itself excepted.
    ///
    /// Cost: for every two consecutive sentences, the product of the numbers of their concepts.
    pub fn new(vertices: usize, assignments: [&Assignment; 2]) -> Self {
        let mut edges: Vec<(VertexId, VertexId, usize)> = Vec::new();
        for (side, assignment) in assignments.into_iter().enumerate() {
            for pair in assignment.by_sentence().windows(2) {
                for &from in &pair[0] {
                    edges.extend(pair[1].iter().filter(|&&to| to != from).map(|&to| (from, to, side)));
                }
            }
        }
        edges.sort_unstable();
        let mut follows: Vec<Follow> = Vec::new();
        for (from, to, side) in edges {
            match follows.last_mut() {
                Some(last) if (last.from, last.to) == (from, to) => last.counts[side] += 1,
                _ => {
                    let mut counts = [0, 0];
                    counts[side] = 1;
                    follows.push(Follow { from, to, counts });
                }
            }
        }
        Pseudograph { vertices, follows }
    }

    /// Takes over given counts; for graphs that do not come from documents. Self-edges are left out.
    pub fn from_follows(vertices: usize, mut follows: Vec<Follow>) -> Self {
        follows.retain(|follow| follow.from != follow.to);
        follows.sort_by_key(|follow| (follow.from, follow.to));
        follows.dedup_by(|next, kept| {
            let same = (next.from, next.to) == (kept.from, kept.to);
            if same {
                kept.counts[0] += next.counts[0];
                kept.counts[1] += next.counts[1];
            }
            same
        });
        Pseudograph { vertices, follows }
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.vertices
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.vertices == 0
    }

    /// The counts, by `(from, to)`.
    pub fn follows(&self) -> &[Follow] {
        &self.follows
    }

    /// How often `to` follows `from`, as `read` reads the counts.
    pub(super) fn count(&self, from: VertexId, to: VertexId, read: impl Fn(&Follow) -> u32) -> u32 {
        let found = self.follows.binary_search_by_key(&(from, to), |follow| (follow.from, follow.to));
        found.map_or(0, |at| read(&self.follows[at]))
    }
}
