//! The heaviest path by dynamic programming over sets of vertices.

use super::{bounded::bounded_path, local_search::quick_path, weights::ArcWeights};
use crate::{Error, Result};

/// The most vertices for which the exact path is computed: the table then takes 8 MB.
pub const EXACT_VERTICES: usize = 16;

/// Paths whose weights differ by less than this share of the weight tie: sums depend on their order by as much.
const TIE: f64 = 1e-12;

/// States that the bounded search may visit before the table is filled instead, which costs as much.
const SEARCH_STATES: usize = 40_000;

/// Finds the Hamiltonian path of greatest weight (Held and Karp 1962; Bellman 1962).
///
/// Of several such paths the lexicographically smallest is returned. A bounded search mostly finds it at once; where too much ties for
/// it, the whole table is filled: O(2^n n^2) time, O(2^n n) memory.
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
    let searched = bounded_path(weights, &quick_path(weights), SEARCH_STATES);
    Ok(searched.unwrap_or_else(|| Table::fill(weights).smallest_heaviest_path()))
}

/// For every set of vertices and each of its members, the weight of the heaviest path that starts there and
/// visits the set.
struct Table {
    n: usize,
    weights: Vec<f64>,
    /// By set, then by first vertex; minus infinity where that vertex is not in the set.
    best: Vec<f64>,
}

impl Table {
    fn fill(arcs: &ArcWeights) -> Self {
        let n = arcs.len();
        let mut weights = vec![0.0; n * n];
        for (from, to, weight) in arcs.entries() {
            weights[from as usize * n + to as usize] = weight;
        }
        let mut best = vec![f64::NEG_INFINITY; n << n];
        for first in 0..n {
            best[(1 << first) * n + first] = 0.0;
        }
        for rest in 1usize..1 << n {
            let (done, open) = best.split_at_mut((rest + 1) * n);
            let tails = &done[rest * n..];
            for first in (0..n).filter(|first| rest >> first & 1 == 0) {
                let row = &weights[first * n..(first + 1) * n];
                let heaviest = row.iter().zip(tails).map(|(arc, tail)| arc + tail);
                let set = rest | 1 << first;
                open[(set - rest - 1) * n + first] =
                    heaviest.fold(f64::NEG_INFINITY, |most, total| if total > most { total } else { most });
            }
        }
        Table { n, weights, best }
    }

    /// Walks from the best start, always to the smallest vertex from which the greatest weight is still reached.
    fn smallest_heaviest_path(&self) -> Vec<u32> {
        let mut path: Vec<u32> = Vec::with_capacity(self.n);
        let mut open = (1usize << self.n) - 1;
        let (mut so_far, mut goal) = (0.0, f64::INFINITY);
        while open != 0 {
            let arc =
                |next: usize| path.last().map_or(0.0, |&last| self.weights[last as usize * self.n + next]);
            let total = |next: usize| so_far + arc(next) + self.best[open * self.n + next];
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
