//! The heaviest path by a search that leaves out what cannot be best.

use super::{
    assignment::{Costs, prices},
    weights::ArcWeights,
};

/// The most vertices that the search takes: sets of them are kept as bits.
const MOST_VERTICES: usize = 58;
/// Losses that differ by less than this share of the weights tie: sums depend on their order by as much.
const TIE: f64 = 1e-11;
/// Bits of a state that name its last vertex.
const LAST_BITS: u32 = 6;

/// Finds the Hamiltonian path of greatest weight, the lexicographically smallest of several, if the search stays within
/// `budget` states; `known` is any path, the heavier the better.
///
/// A path closed over one more vertex is a tour, and a tour is an assignment of every vertex to its next one. Prices of
/// the best assignment of all turn every arc's weight into a loss, at least 0, against it. Only beginnings of paths whose losses do not already exceed
/// those of the known path are followed, layer by layer, equal sets with equal ends merged (Held and Karp 1962 with the bound of
/// Christofides 1972). O(n^3) for the prices, then linear in the states times n.
pub(super) fn bounded_path(weights: &ArcWeights, known: &[u32], budget: usize) -> Option<Vec<u32>> {
    if weights.len() > MOST_VERTICES {
        return None;
    }
    let losses = Losses::new(weights, known);
    let layers = losses.layers(budget)?;
    Some(losses.smallest_path(&layers))
}

/// What every arc loses against the prices of the best assignment; vertex n stands before the first and behind the last.
struct Losses {
    n: usize,
    of: Vec<f64>,
    /// For each vertex the others by rising loss.
    sorted: Vec<Vec<(f64, u32)>>,
    /// What the known path loses, with the room for ties.
    most: f64,
    tie: f64,
}

/// A set of visited vertices with the last of them, and the least loss on the way there.
#[derive(Clone, Copy)]
struct State {
    key: u64,
    loss: f64,
}

impl State {
    fn last(self) -> usize {
        (self.key & ((1 << LAST_BITS) - 1)) as usize
    }

    fn visited(self) -> u64 {
        self.key >> LAST_BITS
    }
}

fn key(visited: u64, last: usize) -> u64 {
    visited << LAST_BITS | last as u64
}

impl Losses {
    fn new(weights: &ArcWeights, known: &[u32]) -> Self {
        let n = weights.len();
        let side = n + 1;
        let mut costs = Costs { n: side, of: vec![0.0; side * side] };
        let (mut whole, mut gain) = (0.0, 0.0);
        for (from, to, weight) in weights.entries() {
            costs.of[from as usize * side + to as usize] = -weight;
            whole += weight.abs();
            gain += weight.max(0.0);
        }
        for vertex in 0..side {
            costs.of[vertex * side + vertex] = 1.0 + 2.0 * whole;
        }
        let prices = prices(&costs);
        let mut of = costs.of;
        for from in 0..side {
            for to in 0..side {
                let loss = &mut of[from * side + to];
                *loss = (*loss - prices.rows[from] - prices.columns[to]).max(0.0);
            }
        }
        let sorted = (0..side)
            .map(|from| {
                let mut row: Vec<(f64, u32)> =
                    (0..n).filter(|&to| to != from).map(|to| (of[from * side + to], to as u32)).collect();
                row.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                row
            })
            .collect();
        let tie = TIE * (1.0 + gain);
        let mut losses = Losses { n, of, sorted, most: 0.0, tie };
        losses.most = losses.of_path(known) + tie;
        losses
    }

    fn loss(&self, from: usize, to: usize) -> f64 {
        self.of[from * (self.n + 1) + to]
    }

    fn of_path(&self, path: &[u32]) -> f64 {
        let ends = [self.n].into_iter().chain(path.iter().map(|&vertex| vertex as usize)).chain([self.n]);
        let vertices: Vec<usize> = ends.collect();
        vertices.windows(2).map(|arc| self.loss(arc[0], arc[1])).sum()
    }

    /// The states after one vertex, after two, and so on, each layer by key; none where they are more than `budget`.
    fn layers(&self, budget: usize) -> Option<Vec<Vec<State>>> {
        let mut layers: Vec<Vec<State>> = vec![vec![State { key: key(0, self.n), loss: 0.0 }]];
        let mut states = 0;
        for _ in 0..self.n {
            let mut next: Vec<State> = Vec::new();
            for &state in layers.last()? {
                for &(loss, to) in &self.sorted[state.last()] {
                    let loss = state.loss + loss;
                    if loss > self.most {
                        break;
                    }
                    if state.visited() >> to & 1 == 0 {
                        next.push(State { key: key(state.visited() | 1 << to, to as usize), loss });
                    }
                }
                if next.len() > budget {
                    return None;
                }
            }
            next.sort_unstable_by(|a, b| a.key.cmp(&b.key).then(a.loss.total_cmp(&b.loss)));
            next.dedup_by_key(|state| state.key);
            states += next.len();
            if states > budget {
                return None;
            }
            layers.push(next);
        }
        Some(layers)
    }

    /// Walks from the start, always to the smallest vertex from which the least loss is still reached.
    fn smallest_path(&self, layers: &[Vec<State>]) -> Vec<u32> {
        let ahead = self.losses_ahead(layers);
        let mut path = Vec::with_capacity(self.n);
        let (mut so_far, mut visited, mut last) = (0.0, 0u64, self.n);
        let goal = ahead[0][0] + self.tie;
        for place in 1..=self.n {
            let reaches = |next: usize| {
                let key = key(visited | 1 << next, next);
                layers[place]
                    .binary_search_by_key(&key, |state| state.key)
                    .is_ok_and(|at| so_far + self.loss(last, next) + ahead[place][at] <= goal)
            };
            let next = (0..self.n)
                .find(|&next| visited >> next & 1 == 0 && reaches(next))
                .expect("the known path lies within the layers");
            so_far += self.loss(last, next);
            visited |= 1 << next;
            last = next;
            path.push(next as u32);
        }
        path
    }

    /// For every state the least loss from there to the end.
    fn losses_ahead(&self, layers: &[Vec<State>]) -> Vec<Vec<f64>> {
        let mut ahead: Vec<Vec<f64>> = layers.iter().map(|layer| vec![f64::INFINITY; layer.len()]).collect();
        for place in (0..layers.len()).rev() {
            for (at, state) in layers[place].iter().enumerate() {
                ahead[place][at] = if place == self.n {
                    self.loss(state.last(), self.n)
                } else {
                    self.least_ahead(*state, &layers[place + 1], &ahead[place + 1])
                };
            }
        }
        ahead
    }

    fn least_ahead(&self, state: State, next: &[State], ahead: &[f64]) -> f64 {
        let mut least = f64::INFINITY;
        for &(loss, to) in &self.sorted[state.last()] {
            if state.loss + loss > self.most || loss >= least {
                break;
            }
            if state.visited() >> to & 1 == 0 {
                let key = key(state.visited() | 1 << to, to as usize);
                if let Ok(at) = next.binary_search_by_key(&key, |state| state.key) {
                    least = least.min(loss + ahead[at]);
                }
            }
        }
        least
    }
}
