//! The arcs worth trying at each vertex.

use super::weights::ArcWeights;

/// The most arcs that are tried at a vertex in each direction.
const CANDIDATES: usize = 10;

/// For every vertex its heaviest arcs out and in.
pub(super) struct Candidates {
    leaving: Lists,
    entering: Lists,
}

impl Candidates {
    pub(super) fn new(weights: &ArcWeights) -> Self {
        let mut arcs: Vec<(u32, u32, f64)> = weights.arcs().collect();
        let leaving = Lists::new(weights.len(), &arcs);
        for (from, to, _) in &mut arcs {
            std::mem::swap(from, to);
        }
        let entering = Lists::new(weights.len(), &arcs);
        Candidates { leaving, entering }
    }

    /// The heaviest arcs that leave a vertex, by falling weight, then by id.
    pub(super) fn leaving(&self, vertex: u32) -> &[(u32, f64)] {
        self.leaving.of(vertex)
    }

    /// The heaviest arcs that enter a vertex, by falling weight, then by id.
    pub(super) fn entering(&self, vertex: u32) -> &[(u32, f64)] {
        self.entering.of(vertex)
    }

    /// The weight of the heaviest arc that leaves a vertex.
    pub(super) fn heaviest_leaving(&self, vertex: u32) -> f64 {
        self.leaving(vertex).first().map_or(0.0, |arc| arc.1)
    }
}

struct Lists {
    offsets: Vec<usize>,
    arcs: Vec<(u32, f64)>,
}

impl Lists {
    fn new(vertices: usize, arcs: &[(u32, u32, f64)]) -> Self {
        let mut offsets = vec![0usize; vertices + 1];
        for &(vertex, _, _) in arcs {
            offsets[vertex as usize + 1] += 1;
        }
        for vertex in 0..vertices {
            offsets[vertex + 1] += offsets[vertex];
        }
        let mut cursor = offsets.clone();
        let mut rows = vec![(0, 0.0); arcs.len()];
        for &(vertex, other, weight) in arcs {
            rows[cursor[vertex as usize]] = (other, weight);
            cursor[vertex as usize] += 1;
        }
        let mut lists = Lists { offsets: vec![0], arcs: Vec::new() };
        for range in offsets.windows(2) {
            lists.arcs.extend_from_slice(heaviest(&mut rows[range[0]..range[1]]));
            lists.offsets.push(lists.arcs.len());
        }
        lists
    }

    fn of(&self, vertex: u32) -> &[(u32, f64)] {
        &self.arcs[self.offsets[vertex as usize]..self.offsets[vertex as usize + 1]]
    }
}

/// The heaviest arcs of a row, by falling weight, then by id.
fn heaviest(row: &mut [(u32, f64)]) -> &[(u32, f64)] {
    let order = |left: &(u32, f64), right: &(u32, f64)| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0));
    let count = row.len().min(CANDIDATES);
    if count < row.len() {
        row.select_nth_unstable_by(count, order);
    }
    row[..count].sort_unstable_by(order);
    &row[..count]
}
