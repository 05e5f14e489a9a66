//! The heaviest path by branching within bounds.

use super::{
    arborescence::{Arborescence, MOST_VERTICES, bits},
    relaxation::Relaxation,
    weights::ArcWeights,
};

/// Paths whose weights differ by less than this share of all weights tie: sums depend on their order by as much.
const TIE: f64 = 1e-11;
/// Steps towards a better bound on all paths, and on the paths with a given start.
const FIRST_STEPS: usize = 25;
const LATER_STEPS: usize = 8;
/// Extensions of paths under one bound, before starts get bounds of their own.
const EXTENSIONS: usize = 400;
/// How far below the bound paths are sought first, as shares of the way down to the known path: mostly the heaviest path is near the bound.
const SHARES: [f64; 3] = [0.1, 0.4, 1.0];

/// A search's outcome.
pub(super) struct Found {
    pub(super) path: Vec<u32>,
    /// Whether no path is heavier, and none of the same weight is lexicographically smaller.
    pub(super) proven: bool,
}

/// Searches for the Hamiltonian path of greatest weight, the lexicographically smallest of several, from a known path on.
///
/// Paths are extended vertex by vertex, in lexicographic order, while the bound of the [`Relaxation`] less what their arcs lose against
/// it reaches the weight sought: first one near the bound, then less and less, at last that of the known path. Where that leaves
/// too many extensions, every next vertex gets a bound of its own (branch and bound, Land and Doig 1960; with this bound for
/// directed tours Fischetti and Toth 1992). Vertices that can change places without any change of weight are visited in order.
///
/// Gives up after `effort` extensions, or as much work on bounds; then the path is the best one met. Few extensions suffice where bounds are
/// tight, up to n! where they are not.
pub(super) fn branch(weights: &ArcWeights, known: &[u32], effort: usize) -> Found {
    if weights.is_empty() || weights.len() > MOST_VERTICES {
        return Found { path: known.to_vec(), proven: weights.is_empty() };
    }
    let mut search = Search::new(weights, known, effort);
    let proven = search.run().is_some();
    Found { path: search.best, proven }
}

struct Search {
    n: usize,
    /// By tail, then by head.
    weights: Vec<f64>,
    /// By vertex the smaller ones that may change places with it.
    twins: Vec<u64>,
    tie: f64,
    /// What a path must weigh to replace the best.
    target: f64,
    best: Vec<u32>,
    path: Vec<u32>,
    effort: usize,
}

impl Search {
    fn new(arcs: &ArcWeights, known: &[u32], effort: usize) -> Self {
        let n = arcs.len();
        let mut weights = vec![0.0; n * n];
        let mut gain = 0.0;
        for (from, to, weight) in arcs.entries() {
            weights[from as usize * n + to as usize] = weight;
            gain += weight.max(0.0);
        }
        let tie = TIE * (1.0 + gain);
        Search {
            n,
            twins: (0..n).map(|vertex| smaller_twins(n, &weights, vertex)).collect(),
            weights,
            tie,
            target: arcs.path_weight(known) - tie,
            best: known.to_vec(),
            path: Vec::with_capacity(n),
            effort,
        }
    }

    fn spend(&mut self, effort: usize) -> Option<()> {
        self.effort = self.effort.checked_sub(effort)?;
        Some(())
    }

    /// Seeks paths ever farther below the bound; none if that takes too long.
    fn run(&mut self) -> Option<()> {
        let open = u64::MAX >> (MOST_VERTICES - self.n);
        let relaxation = self.relax(open, 0.0, vec![0.0; self.n], FIRST_STEPS)?;
        let gap = relaxation.bound - self.target;
        for share in SHARES {
            let sought = relaxation.bound - share * gap;
            self.target = sought;
            self.follow(&relaxation, open, 0.0)?;
            if self.target > sought {
                break;
            }
        }
        Some(())
    }

    /// Tries all ways to go on from the path through the open vertices; none if that takes too long.
    fn solve(&mut self, open: u64, so_far: f64, charges: Vec<f64>) -> Option<()> {
        let relaxation = self.relax(open, so_far, charges, LATER_STEPS)?;
        self.follow(&relaxation, open, so_far)
    }

    /// The same under a bound on what the open vertices can add.
    fn follow(&mut self, relaxation: &Relaxation, open: u64, so_far: f64) -> Option<()> {
        let bound = so_far + relaxation.bound;
        if bound < self.target {
            return Some(());
        }
        let extensions = EXTENSIONS.min(self.effort);
        let mut extension = Extension::new(open, relaxation, extensions);
        let whole = extension.run(self, open, State { bound, weight: so_far });
        self.spend(extensions - extension.left)?;
        if whole.is_some() {
            return Some(());
        }
        for (at, vertex) in bits(open).enumerate() {
            if bound - extension.starts[at] < self.target || self.twins[vertex] & open != 0 {
                continue;
            }
            let mut charges = relaxation.charges.clone();
            charges.remove(at);
            let so_far = so_far + self.weight_after_path(vertex);
            self.path.push(vertex as u32);
            let tried = self.solve(open & !(1 << vertex), so_far, charges);
            self.path.pop();
            tried?;
        }
        Some(())
    }

    /// A bound on what the open vertices can add to the path.
    fn relax(&mut self, open: u64, so_far: f64, charges: Vec<f64>, steps: usize) -> Option<Relaxation> {
        let vertices: Vec<usize> = bits(open).collect();
        // A step takes as long as about half as many extensions as there are vertices.
        self.spend(steps * (vertices.len() + 5) / 2)?;
        let mut weights = Vec::with_capacity(vertices.len() * vertices.len());
        for &from in &vertices {
            weights.extend(vertices.iter().map(|&to| self.weights[from * self.n + to]));
        }
        let entries = vertices.iter().map(|&vertex| self.weight_after_path(vertex)).collect();
        let arborescence = Arborescence::new(&weights, entries);
        Some(Relaxation::new(arborescence, charges, self.target - so_far, steps))
    }

    fn weight_after_path(&self, vertex: usize) -> f64 {
        self.path.last().map_or(0.0, |&last| self.weights[last as usize * self.n + vertex])
    }

    /// Keeps the path if it is heavy enough; from now on only heavier ones are.
    fn finish(&mut self, state: State) {
        if state.bound >= self.target && state.weight >= self.target {
            self.best.copy_from_slice(&self.path);
            self.target = state.weight + self.tie;
        }
    }
}

/// The vertices before one that can change places with it: all weights to and from both are equal.
fn smaller_twins(n: usize, weights: &[f64], vertex: usize) -> u64 {
    let weight = |from: usize, to: usize| weights[from * n + to];
    let alike = |other: usize| {
        weight(vertex, other) == weight(other, vertex)
            && (0..n).filter(|&third| third != vertex && third != other).all(|third| {
                weight(vertex, third) == weight(other, third) && weight(third, vertex) == weight(third, other)
            })
    };
    (0..vertex).filter(|&other| alike(other)).fold(0, |twins, other| twins | 1 << other)
}

/// Extends paths by what a relaxation tells. Its vertices are places among those that were open.
struct Extension {
    vertices: Vec<usize>,
    place: [u8; MOST_VERTICES],
    /// What each arc loses, by tail, then by head.
    losses: Vec<f64>,
    starts: Vec<f64>,
    ends: Vec<f64>,
    sets: Vec<Vec<(u64, f64)>>,
    left: usize,
}

/// How much a path weighs, and how much all of its extensions can weigh at most.
#[derive(Clone, Copy)]
struct State {
    bound: f64,
    weight: f64,
}

impl Extension {
    fn new(open: u64, relaxation: &Relaxation, extensions: usize) -> Self {
        let vertices: Vec<usize> = bits(open).collect();
        let mut place = [0; MOST_VERTICES];
        for (at, &vertex) in (0u8..).zip(&vertices) {
            place[vertex] = at;
        }
        Extension {
            vertices,
            place,
            losses: relaxation.losses(),
            starts: relaxation.start_losses(),
            ends: relaxation.end_losses(),
            sets: relaxation.sets(),
            left: extensions,
        }
    }

    /// Extends the search's path by all that can reach the weight sought; none if that takes too many extensions.
    fn run(&mut self, search: &mut Search, open: u64, state: State) -> Option<()> {
        for vertex in bits(open) {
            let at = self.place[vertex] as usize;
            let bound = state.bound - self.starts[at];
            if bound >= search.target && search.twins[vertex] & open == 0 {
                let weight = state.weight + search.weight_after_path(vertex);
                self.step(search, at, 0, open, State { bound, weight })?;
            }
        }
        Some(())
    }

    /// Goes to a vertex, and from there on.
    fn step(&mut self, search: &mut Search, at: usize, visited: u64, open: u64, state: State) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let vertex = self.vertices[at];
        search.path.push(vertex as u32);
        let (visited, open) = (visited | 1 << at, open & !(1 << vertex));
        let tried = if open == 0 {
            search.finish(State { bound: state.bound - self.ends[at], ..state });
            Some(())
        } else {
            self.extend(search, at, visited, open, state)
        };
        search.path.pop();
        tried
    }

    fn extend(
        &mut self,
        search: &mut Search,
        last: usize,
        visited: u64,
        open: u64,
        state: State,
    ) -> Option<()> {
        for vertex in bits(open) {
            let at = self.place[vertex] as usize;
            let bound = state.bound - self.losses[last * self.vertices.len() + at];
            if bound < search.target || search.twins[vertex] & open != 0 {
                continue;
            }
            let bound = bound - self.entered_again(at, last, visited);
            if bound >= search.target {
                let weight = state.weight + search.weights[self.vertices[last] * search.n + vertex];
                self.step(search, at, visited, open, State { bound, weight })?;
            }
        }
        Some(())
    }

    /// What is lost because an arc enters sets that the path has already been in.
    fn entered_again(&self, head: usize, tail: usize, visited: u64) -> f64 {
        let entered = self.sets[head].iter().take_while(|(set, _)| set >> tail & 1 == 0);
        entered.filter(|(set, _)| set & visited != 0).map(|(_, cost)| cost).sum()
    }
}
