//! The heaviest path by dynamic programming over sets of vertices.

use super::{branch::branch, local_search::quick_path, weights::ArcWeights};
use crate::{Error, Result};

/// The most vertices for which the exact path is computed: the table then takes 8 MB.
pub const EXACT_VERTICES: usize = 16;

/// Paths whose weights differ by less than this share of the weight tie: sums depend on their order by as much.
const TIE: f64 = 1e-12;

/// With so many vertices the table is filled sooner than anything else is done.
const TABLE_VERTICES: usize = 10;

/// Branching may try an extension for so many sets of vertices, before the table is filled instead, which costs as much.
const SETS_PER_EXTENSION: usize = 1;

/// Finds the Hamiltonian path of greatest weight (Held and Karp 1962; Bellman 1962).
///
/// Of several such paths the lexicographically smallest is returned. Branching within bounds mostly finds it at once; where bounds are not
/// tight, and in the smallest graphs, a table is filled: O(2^n n^2) time, O(2^n n) memory.
///
/// # Errors
/// If there are more than [`EXACT_VERTICES`] vertices.
pub fn exact_path(weights: &ArcWeights) -> Result<Vec<u32>> {
    if weights.len() > EXACT_VERTICES {
        return Err(Error::Limit {
            what: "the number of vertices for an exact path",
            got: weights.len() as u64,
            limit: EXACT_VERTICES as u64,
            advice: "use the heuristic path",
        });
    }
    if weights.len() <= TABLE_VERTICES {
        return Ok(by_table(weights));
    }
    let effort = (1 << weights.len()) / SETS_PER_EXTENSION;
    let found = branch(weights, &quick_path(weights), effort);
    Ok(if found.proven { found.path } else { by_table(weights) })
}

/// For every set of vertices and every vertex outside, the weight of the heaviest path that starts there and goes on through the set.
struct Table<const N: usize> {
    n: usize,
    /// By head, then by tail.
    into: [[f64; N]; N],
    /// By set, then by first vertex; of no meaning where that vertex is in the set.
    best: Vec<[f64; N]>,
}

/// The lexicographically smallest of the heaviest paths, by a table whose rows are just long enough.
pub(super) fn by_table(arcs: &ArcWeights) -> Vec<u32> {
    match arcs.len() {
        0..=8 => Table::<8>::fill(arcs).smallest_heaviest_path(),
        9..=10 => Table::<10>::fill(arcs).smallest_heaviest_path(),
        11..=12 => Table::<12>::fill(arcs).smallest_heaviest_path(),
        13..=14 => Table::<14>::fill(arcs).smallest_heaviest_path(),
        _ => Table::<EXACT_VERTICES>::fill(arcs).smallest_heaviest_path(),
    }
}

impl<const N: usize> Table<N> {
    fn fill(arcs: &ArcWeights) -> Self {
        let n = arcs.len();
        let mut into = [[0.0; N]; N];
        for (from, to, weight) in arcs.entries() {
            into[to as usize][from as usize] = weight;
        }
        let mut best = Vec::with_capacity(1 << n);
        best.push([0.0; N]);
        for set in 1usize..1 << n {
            let mut row = [f64::NEG_INFINITY; N];
            let mut rest = set;
            while rest != 0 {
                let next = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let tail: f64 = best[set & !(1 << next)][next];
                for (most, arc) in row.iter_mut().zip(&into[next]) {
                    let total = arc + tail;
                    *most = if total > *most { total } else { *most };
                }
            }
            best.push(row);
        }
        Table { n, into, best }
    }

    /// Walks from the best start, always to the smallest vertex from which the greatest weight is still reached.
    fn smallest_heaviest_path(&self) -> Vec<u32> {
        let mut path: Vec<u32> = Vec::with_capacity(self.n);
        let mut open = (1usize << self.n) - 1;
        let (mut so_far, mut goal) = (0.0, f64::INFINITY);
        while open != 0 {
            let arc = |next: usize| path.last().map_or(0.0, |&last| self.into[next][last as usize]);
            let total = |next: usize| so_far + arc(next) + self.best[open & !(1 << next)][next];
            let members = || (0..self.n).filter(|vertex| open >> vertex & 1 == 1);
            let reachable = members().map(total).fold(f64::NEG_INFINITY, f64::max);
            goal = reachable.min(if goal.is_finite() { goal } else { reachable * (1.0 - TIE) });
            let next = members().find(|&next| total(next) >= goal).expect("some member reaches the maximum");
            so_far += arc(next);
            path.push(next as u32);
            open &= !(1 << next);
        }
        path
    }
}
