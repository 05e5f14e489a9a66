//! Weights of ordered pairs, most of them 0.

use crate::{Error, Result};

/// With at most so many pairs of vertices for every arc, a table of all pairs sorts the arcs.
const CELLS_PER_ARC: usize = 8;

/// Weights of the arcs between vertices `0..n`, in compressed rows; a pair without an arc weighs 0.
///
/// A negative weight is a price: paths avoid it. Takes O(n + arcs) memory. Parallel arcs are added up.
#[derive(Debug, Clone, PartialEq)]
pub struct ArcWeights {
    offsets: Vec<usize>,
    arcs: Vec<(u32, f64)>,
}

impl ArcWeights {
    /// Builds the weights of `vertices` vertices from arcs `(from, to, weight)`.
    ///
    /// Arcs from a vertex to itself are left out, since no path takes them. A weight that holds in both directions
    /// is given as two arcs.
    ///
    /// # Errors
    /// If an end is not below `vertices`, or a weight is not finite.
    pub fn from_arcs(vertices: usize, arcs: impl IntoIterator<Item = (u32, u32, f64)>) -> Result<Self> {
        let arcs = arcs.into_iter();
        let mut sorted = Vec::with_capacity(arcs.size_hint().1.unwrap_or(0));
        for arc in arcs {
            check(vertices, arc)?;
            if arc.0 != arc.1 {
                sorted.push(arc);
            }
        }
        if vertices > 0 && vertices * vertices <= CELLS_PER_ARC * sorted.len() {
            return Ok(Self::added_up(vertices, &sorted));
        }
        sorted.sort_by_key(|&(from, to, _)| (from, to));
        sorted.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 += next.2;
            }
            same
        });
        sorted.retain(|arc| arc.2 != 0.0);
        Ok(Self::from_sorted(vertices, &sorted))
    }

    /// Any arcs, added up in a table of all pairs.
    fn added_up(vertices: usize, arcs: &[(u32, u32, f64)]) -> Self {
        let mut table = vec![0.0; vertices * vertices];
        for &(from, to, weight) in arcs {
            table[from as usize * vertices + to as usize] += weight;
        }
        Self::from_table(vertices, &table)
    }

    /// Takes finite weights of all pairs, by tail, then by head.
    pub(crate) fn from_table(vertices: usize, table: &[f64]) -> Self {
        let mut offsets = Vec::with_capacity(vertices + 1);
        let mut arcs = Vec::with_capacity(table.len());
        offsets.push(0);
        for row in table.chunks_exact(vertices.max(1)) {
            arcs.extend((0u32..).zip(row.iter().copied()).filter(|arc| arc.1 != 0.0));
            offsets.push(arcs.len());
        }
        ArcWeights { offsets, arcs }
    }

    /// Arcs sorted by ends, each pair once.
    fn from_sorted(vertices: usize, sorted: &[(u32, u32, f64)]) -> Self {
        let mut offsets = vec![0usize; vertices + 1];
        for &(from, _, _) in sorted {
            offsets[from as usize + 1] += 1;
        }
        for vertex in 0..vertices {
            offsets[vertex + 1] += offsets[vertex];
        }
        ArcWeights { offsets, arcs: sorted.iter().map(|&(_, to, weight)| (to, weight)).collect() }
    }

    /// The same weights after vertex `order[i]` was renamed to `i`.
    pub(super) fn renamed(&self, order: &[u32]) -> Self {
        let mut names = vec![0u32; order.len()];
        for (name, &vertex) in order.iter().enumerate() {
            names[vertex as usize] = name as u32;
        }
        let mut renamed = ArcWeights { offsets: vec![0], arcs: Vec::with_capacity(self.arcs.len()) };
        for &vertex in order {
            let start = renamed.arcs.len();
            renamed.arcs.extend(self.row(vertex).iter().map(|&(to, weight)| (names[to as usize], weight)));
            renamed.arcs[start..].sort_unstable_by_key(|arc| arc.0);
            renamed.offsets.push(renamed.arcs.len());
        }
        renamed
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The weight of going from one vertex to another.
    pub fn weight(&self, from: u32, to: u32) -> f64 {
        let row = self.row(from);
        row.binary_search_by_key(&to, |arc| arc.0).map_or(0.0, |at| row[at].1)
    }

    /// The arcs that leave a vertex, sorted by target.
    pub fn row(&self, from: u32) -> &[(u32, f64)] {
        &self.arcs[self.offsets[from as usize]..self.offsets[from as usize + 1]]
    }

    /// Every arc of positive weight as `(from, to, weight)`, in order.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        self.entries().filter(|&(_, _, weight)| weight > 0.0)
    }

    /// Every arc, prices included, as `(from, to, weight)`, in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        (0..self.len() as u32)
            .flat_map(move |from| self.row(from).iter().map(move |&(to, weight)| (from, to, weight)))
    }

    /// The weight of a path: the sum over its arcs.
    pub fn path_weight(&self, path: &[u32]) -> f64 {
        path.windows(2).map(|arc| self.weight(arc[0], arc[1])).sum()
    }
}

#[inline]
fn check(vertices: usize, (from, to, weight): (u32, u32, f64)) -> Result<()> {
    let is_inside = (from.max(to) as usize) < vertices;
    if is_inside && weight.is_finite() { Ok(()) } else { Err(refusal(vertices, (from, to, weight))) }
}

#[cold]
fn refusal(vertices: usize, (from, to, weight): (u32, u32, f64)) -> Error {
    if from as usize >= vertices || to as usize >= vertices {
        return Error::Parameter {
            name: "arc",
            got: format!("({from}, {to}) in a graph of {vertices} vertices"),
            expected: "both ends must be below the number of vertices",
        };
    }
    Error::Parameter { name: "arc weight", got: weight.to_string(), expected: "it must be finite" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_arcs_weigh_nothing_and_parallel_arcs_add_up() {
        let arcs = [(0, 1, 1.0), (2, 0, 0.5), (0, 1, 2.0), (1, 1, 9.0), (1, 2, 0.0)];
        let weights = ArcWeights::from_arcs(3, arcs).unwrap();
        assert_eq!((weights.weight(0, 1), weights.weight(1, 0), weights.weight(1, 1)), (3.0, 0.0, 0.0));
        assert_eq!(weights.arcs().collect::<Vec<_>>(), [(0, 1, 3.0), (2, 0, 0.5)]);
        assert_eq!(weights.path_weight(&[2, 0, 1]), 3.5);
    }

    #[test]
    fn renaming_keeps_the_weights() {
        let weights = ArcWeights::from_arcs(3, [(0, 1, 1.0), (2, 0, 0.5)]).unwrap();
        let renamed = weights.renamed(&[2, 0, 1]);
        assert_eq!(renamed.arcs().collect::<Vec<_>>(), [(0, 1, 0.5), (1, 2, 1.0)]);
    }

    #[test]
    fn bad_arcs_are_refused() {
        for arc in [(0, 2, 1.0), (2, 0, 1.0), (0, 1, f64::NAN), (0, 1, f64::INFINITY)] {
            assert!(ArcWeights::from_arcs(2, [arc]).is_err(), "{arc:?}");
        }
    }
}
