//! Which concept follows which.

use crate::cig::{Assignment, VertexId};

/// The direction pseudograph: a directed multigraph, stored as counts of parallel edges, kept apart by document.
///
/// Process mining calls it the directly-follows graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pseudograph {
    follows: Vec<Follow>,
    /// For each vertex where its own begin among all, and where the last one's end.
    starts: Vec<usize>,
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
        // Both ends and the side in one number: millions of edges are sorted.
        let mut edges: Vec<u64> = Vec::new();
        for (side, assignment) in assignments.into_iter().enumerate() {
            for (sentence, next) in assignment.by_sentence().zip(assignment.by_sentence().skip(1)) {
                for &from in sentence {
                    let packed = |to: VertexId| u64::from(from.0) << 33 | u64::from(to.0) << 1 | side as u64;
                    edges.extend(next.iter().filter(|&&to| to != from).map(|&to| packed(to)));
                }
            }
        }
        edges.sort_unstable();
        let mut follows: Vec<Follow> = Vec::new();
        for edge in edges {
            let (from, to) = (VertexId((edge >> 33) as u32), VertexId((edge >> 1) as u32));
            let side = (edge & 1) as usize;
            match follows.last_mut() {
                Some(last) if (last.from, last.to) == (from, to) => last.counts[side] += 1,
                _ => {
                    let mut counts = [0, 0];
                    counts[side] = 1;
                    follows.push(Follow { from, to, counts });
                }
            }
        }
        let mut starts = vec![0; vertices + 1];
        for follow in &follows {
            starts[follow.from.index() + 1] += 1;
        }
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        Pseudograph { follows, starts }
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The counts, by `(from, to)`.
    pub fn follows(&self) -> &[Follow] {
        &self.follows
    }

    /// How often `to` follows `from`, as `read` reads the counts.
    pub(super) fn count(&self, from: VertexId, to: VertexId, read: impl Fn(&Follow) -> u32) -> u32 {
        let row = &self.follows[self.starts[from.index()]..self.starts[from.index() + 1]];
        row.binary_search_by_key(&to, |follow| follow.to).map_or(0, |at| read(&row[at]))
    }
}
