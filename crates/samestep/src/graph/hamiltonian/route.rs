//! A path that segments are exchanged in.

use super::weights::ArcWeights;

/// Two neighbouring segments of a path: positions `start..middle` and `middle..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exchange {
    pub(super) start: usize,
    pub(super) middle: usize,
    pub(super) end: usize,
}

/// The most vertices for which all pairs are laid out in a table (8 MB), which is faster than searching rows.
const TABLE_VERTICES: usize = 1_000;

/// Weights of pairs for many look-ups.
pub(super) struct Lookup<'w> {
    weights: &'w ArcWeights,
    table: Option<Vec<f64>>,
}

impl<'w> Lookup<'w> {
    pub(super) fn new(weights: &'w ArcWeights) -> Self {
        let n = weights.len();
        let table = (n <= TABLE_VERTICES).then(|| {
            let mut table = vec![0.0; n * n];
            for (from, to, weight) in weights.entries() {
                table[from as usize * n + to as usize] = weight;
            }
            table
        });
        Lookup { weights, table }
    }

    fn weight(&self, from: u32, to: u32) -> f64 {
        match &self.table {
            Some(table) => table[from as usize * self.weights.len() + to as usize],
            None => self.weights.weight(from, to),
        }
    }
}

/// A path with the position of every vertex and the weight of every link.
#[derive(Clone)]
pub(super) struct Route<'w> {
    weights: &'w Lookup<'w>,
    path: Vec<u32>,
    positions: Vec<u32>,
    /// `links[i]` is the weight of the arc into position i; 0 at both ends of the path.
    links: Vec<f64>,
}

impl<'w> Route<'w> {
    pub(super) fn new(weights: &'w Lookup<'w>, path: Vec<u32>) -> Self {
        let mut positions = vec![0; path.len()];
        for (position, &vertex) in path.iter().enumerate() {
            positions[vertex as usize] = position as u32;
        }
        let mut links = vec![0.0; path.len() + 1];
        for (position, arc) in path.windows(2).enumerate() {
            links[position + 1] = weights.weight(arc[0], arc[1]);
        }
        Route { weights, path, positions, links }
    }

    pub(super) fn len(&self) -> usize {
        self.path.len()
    }

    pub(super) fn path(&self) -> &[u32] {
        &self.path
    }

    pub(super) fn at(&self, position: usize) -> u32 {
        self.path[position]
    }

    pub(super) fn position(&self, vertex: u32) -> usize {
        self.positions[vertex as usize] as usize
    }

    pub(super) fn weight(&self) -> f64 {
        self.links.iter().sum()
    }

    /// The weight that a cut before a position would cost.
    pub(super) fn link(&self, position: usize) -> f64 {
        self.links[position]
    }

    /// The weight of an arc from the vertex before a cut to the vertex behind another; 0 beyond the ends.
    pub(super) fn joint(&self, before: usize, behind: usize) -> f64 {
        if before == 0 || behind == self.path.len() {
            return 0.0;
        }
        self.weights.weight(self.path[before - 1], self.path[behind])
    }

    /// How much heavier the path becomes when two neighbouring segments change places, each in its direction.
    pub(super) fn gain(&self, exchange: Exchange) -> f64 {
        let Exchange { start, middle, end } = exchange;
        self.joint(start, middle) + self.joint(end, start) + self.joint(middle, end)
            - self.link(start)
            - self.link(middle)
            - self.link(end)
    }

    /// Lets two neighbouring segments change places. O(length of both).
    pub(super) fn apply(&mut self, exchange: Exchange) {
        let Exchange { start, middle, end } = exchange;
        let joints = (self.joint(start, middle), self.joint(end, start), self.joint(middle, end));
        self.path[start..end].rotate_left(middle - start);
        self.links[start..end].rotate_left(middle - start);
        self.links[start] = joints.0;
        self.links[start + end - middle] = joints.1;
        self.links[end] = joints.2;
        for position in start..end {
            self.positions[self.path[position] as usize] = position as u32;
        }
    }

    /// Goes back to another state of the same path.
    pub(super) fn restore(&mut self, other: &Route<'w>) {
        self.path.copy_from_slice(&other.path);
        self.positions.copy_from_slice(&other.positions);
        self.links.copy_from_slice(&other.links);
    }
}
