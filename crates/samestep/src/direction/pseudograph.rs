//! Which concept follows which.

use crate::{
    cig::{Assignment, VertexId},
    graph::Rows,
};

/// To so many vertices a table of all pairs counts sooner than lists do.
const TABLE_VERTICES: usize = 128;

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
        let follows = if vertices <= TABLE_VERTICES {
            counted_in_table(vertices, assignments)
        } else {
            counted_in_lists(vertices, assignments)
        };
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

/// Counts in a table of all pairs.
fn counted_in_table(vertices: usize, assignments: [&Assignment; 2]) -> Vec<Follow> {
    let mut table = vec![[0u32; 2]; vertices * vertices];
    for (side, assignment) in assignments.into_iter().enumerate() {
        for (sentence, next) in assignment.by_sentence().zip(assignment.by_sentence().skip(1)) {
            for from in sentence {
                let row = &mut table[from.index() * vertices..][..vertices];
                next.iter().for_each(|to| row[to.index()][side] += 1);
            }
        }
    }
    let mut follows = Vec::new();
    for (from, row) in (0u32..).zip(table.chunks_exact(vertices.max(1))) {
        let seen = (0u32..).zip(row).filter(|&(to, counts)| *counts != [0, 0] && to != from);
        follows.extend(seen.map(|(to, &counts)| Follow { from: VertexId(from), to: VertexId(to), counts }));
    }
    follows
}

/// Counts in lists, which take no more memory than there are edges.
fn counted_in_lists(vertices: usize, assignments: [&Assignment; 2]) -> Vec<Follow> {
    let mut follows: Vec<Follow> = Vec::new();
    for (from, row) in (0u32..).zip(sorted_edges(vertices, assignments).iter()) {
        let first = follows.len();
        for &(to, side) in row {
            if follows.len() == first || follows[follows.len() - 1].to != to {
                follows.push(Follow { from: VertexId(from), to, counts: [0, 0] });
            }
            if let Some(last) = follows.last_mut() {
                last.counts[side as usize] += 1;
            }
        }
    }
    follows
}

/// By vertex those that follow it, sorted, each as often as it does so on each side.
fn sorted_edges(vertices: usize, assignments: [&Assignment; 2]) -> Rows<(VertexId, u8)> {
    let mut edges: Vec<(VertexId, VertexId, u8)> = Vec::new();
    for (side, assignment) in (0..).zip(assignments) {
        for (sentence, next) in assignment.by_sentence().zip(assignment.by_sentence().skip(1)) {
            for &from in sentence {
                edges.extend(next.iter().filter(|&&to| to != from).map(|&to| (from, to, side)));
            }
        }
    }
    // Spread by one end, then by the other, they are sorted without a comparison: there are millions in long documents.
    let by_head = edges.iter().map(|&(from, to, side)| (to.index(), (from, side)));
    let by_head = Rows::spread(vertices, (VertexId(0), 0), by_head);
    let by_tail = (0u32..)
        .zip(by_head.iter())
        .flat_map(|(to, row)| row.iter().map(move |&(from, side)| (from.index(), (VertexId(to), side))));
    Rows::spread(vertices, (VertexId(0), 0), by_tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_lists_count_alike() {
        let id = VertexId;
        let left =
            vec![vec![id(0), id(2)], vec![id(1), id(2)], vec![id(0)], vec![id(0), id(3)], vec![id(1), id(2)]];
        let right = vec![vec![id(3)], vec![id(0), id(2)], vec![id(1)]];
        let sides = [left, right].map(|sentences| Assignment::from_sentences(4, sentences));
        let both = [&sides[0], &sides[1]];
        assert_eq!(counted_in_table(4, both), counted_in_lists(4, both));
        assert_eq!(counted_in_table(0, [&Assignment::from_sentences(0, Vec::new()); 2]), []);
    }
}
