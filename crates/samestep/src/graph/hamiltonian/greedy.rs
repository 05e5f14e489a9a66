//! A first path: the heaviest arcs that fit together.

use super::weights::ArcWeights;

/// Takes arcs by falling weight while they form disjoint paths, then strings these together.
///
/// Ties of weight: the arc with the smaller ends. Pieces are strung by falling weight, then by falling weight of all
/// arcs at their vertices, then by first vertex. O(m log m).
pub(super) fn greedy_path(weights: &ArcWeights) -> Vec<u32> {
    let mut arcs: Vec<(u32, u32, f64)> = weights.arcs().collect();
    arcs.sort_by(|left, right| right.2.total_cmp(&left.2));
    let mut pieces = Pieces::new(weights.len());
    for (from, to, weight) in arcs {
        pieces.link(from, to, weight);
    }
    pieces.string_together(&vertex_strengths(weights))
}

/// The weight of all arcs at each vertex.
pub(super) fn vertex_strengths(weights: &ArcWeights) -> Vec<f64> {
    let mut strengths = vec![0.0; weights.len()];
    for from in 0..weights.len() as u32 {
        for &(to, weight) in weights.row(from).iter().filter(|arc| arc.1 > 0.0) {
            strengths[from as usize] += weight;
            strengths[to as usize] += weight;
        }
    }
    strengths
}

/// Disjoint paths that grow by arcs.
pub(super) struct Pieces {
    next: Vec<Option<u32>>,
    has_previous: Vec<bool>,
    /// For the first vertex of a piece its last, and the other way round; out of date in between.
    other_end: Vec<u32>,
    /// The weight of the arc to the next vertex.
    link_weight: Vec<f64>,
}

impl Pieces {
    pub(super) fn new(vertices: usize) -> Self {
        Pieces {
            next: vec![None; vertices],
            has_previous: vec![false; vertices],
            other_end: (0..vertices as u32).collect(),
            link_weight: vec![0.0; vertices],
        }
    }

    /// Takes an arc, if it fits, and tells whether it did.
    pub(super) fn link(&mut self, from: u32, to: u32, weight: f64) -> bool {
        if !self.fits(from, to) {
            return false;
        }
        self.next[from as usize] = Some(to);
        self.has_previous[to as usize] = true;
        self.link_weight[from as usize] = weight;
        let (first, last) = (self.other_end[from as usize], self.other_end[to as usize]);
        self.other_end[first as usize] = last;
        self.other_end[last as usize] = first;
        true
    }

    /// Whether an arc starts at the end of a piece and ends at the start of another.
    pub(super) fn fits(&self, from: u32, to: u32) -> bool {
        self.next[from as usize].is_none()
            && !self.has_previous[to as usize]
            && self.other_end[from as usize] != to
    }

    fn members(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(first), |&vertex| self.next[vertex as usize])
    }

    pub(super) fn string_together(&self, strengths: &[f64]) -> Vec<u32> {
        let sum =
            |first: u32, values: &[f64]| self.members(first).map(|vertex| values[vertex as usize]).sum();
        let mut starts: Vec<(f64, f64, u32)> = (0..self.next.len() as u32)
            .filter(|&vertex| !self.has_previous[vertex as usize])
            .map(|first| (sum(first, &self.link_weight), sum(first, strengths), first))
            .collect();
        starts.sort_by(|left, right| right.0.total_cmp(&left.0).then(right.1.total_cmp(&left.1)));
        starts.into_iter().flat_map(|(_, _, first)| self.members(first)).collect()
    }
}
