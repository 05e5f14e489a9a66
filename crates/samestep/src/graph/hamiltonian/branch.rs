//! The heaviest path by branching within bounds.

use super::{
    arborescence::{Arborescence, MOST_VERTICES, Row, bits},
    dense::dense_path,
    relaxation::Relaxation,
    weights::ArcWeights,
};

/// Paths whose weights differ by less than this share of all weights tie: sums depend on their order by as much.
const TIE: f64 = 1e-11;
/// Steps towards a better bound on all paths, and on the paths with a given start.
const FIRST_STEPS: usize = 25;
const MORE_STEPS: usize = 25;
const LATER_STEPS: usize = 8;
/// Disturbances of a path that is hard to prove the heaviest.
const KICKS: usize = 20;
/// Extensions of paths under one bound, before starts get bounds of their own.
const EXTENSIONS: usize = 200;
/// Extensions under two bounds, before and after a heavier path is sought by disturbances.
const FEW_EXTENSIONS: usize = 300;
const MORE_EXTENSIONS: usize = 16_000;
/// Extensions before ways are remembered.
const UNSEEN: usize = 100;
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
    let proven = search.run(weights).is_some();
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

    /// Extends paths under one bound, then under two, then under ever more; none if that takes too long.
    fn run(&mut self, weights: &ArcWeights) -> Option<()> {
        let open = u64::MAX >> (u64::BITS as usize - self.n);
        let forward = self.relax(open, 0.0, vec![0.0; self.n], FIRST_STEPS)?;
        let mut bounds = [forward.bound, f64::INFINITY];
        let mut guides = vec![Guide::forward(&forward)];
        if self.seek(bounds, |search| search.extend(open, &guides, bounds, EXTENSIONS)).is_some() {
            return Some(());
        }
        let forward = self.relax(open, 0.0, forward.charges, MORE_STEPS)?;
        let backward = self.relax_backward()?;
        bounds = [forward.bound, backward.bound];
        guides = vec![Guide::forward(&forward), Guide::backward(&backward)];
        if self.seek(bounds, |search| search.extend(open, &guides, bounds, FEW_EXTENSIONS)).is_some() {
            return Some(());
        }
        self.learn(dense_path(weights, KICKS, KICKS));
        if self.seek(bounds, |search| search.extend(open, &guides, bounds, MORE_EXTENSIONS)).is_some() {
            return Some(());
        }
        self.seek(bounds, |search| search.follow(&forward, open, 0.0))
    }

    /// Seeks paths ever farther below the bounds; none if that takes too long.
    fn seek(&mut self, bounds: [f64; 2], mut search: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let (least, bound) = (self.target, bounds[0].min(bounds[1]));
        for share in SHARES {
            let sought = bound - share * (bound - least);
            self.target = sought;
            let whole = search(self);
            if whole.is_some() && self.target > sought {
                break;
            }
            if self.target == sought {
                self.target = least;
            }
            whole?;
        }
        Some(())
    }

    /// Extends the path by all that can reach the weight sought; none if that takes too many extensions.
    fn extend(&mut self, open: u64, guides: &[Guide], bounds: [f64; 2], most: usize) -> Option<()> {
        let extensions = most.min(self.effort);
        let mut extension = Extension::new(open, guides, extensions);
        let whole = extension.run(self, open, State { bounds, weight: 0.0 });
        self.spend(extensions - extension.left)?;
        whole
    }

    /// Takes over a path that is heavier than the best.
    fn learn(&mut self, path: Vec<u32>) {
        let arcs = path.windows(2).map(|arc| self.weights[arc[0] as usize * self.n + arc[1] as usize]);
        let weight: f64 = arcs.sum();
        if weight >= self.target + self.tie {
            self.target = weight - self.tie;
            self.best = path;
        }
    }

    /// A bound on all paths, taken from their ends to their starts.
    fn relax_backward(&mut self) -> Option<Relaxation> {
        self.spend(MORE_STEPS * (self.n + 5) / 2)?;
        let mut reversed = vec![0.0; self.n * self.n];
        for from in 0..self.n {
            for to in 0..self.n {
                reversed[to * self.n + from] = self.weights[from * self.n + to];
            }
        }
        let arborescence = Box::new(Arborescence::new(&reversed, vec![0.0; self.n]));
        Some(Relaxation::new(arborescence, vec![0.0; self.n], self.target, MORE_STEPS))
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
        let guides = [Guide::forward(relaxation)];
        let mut extension = Extension::new(open, &guides, extensions);
        let whole = extension.run(self, open, State { bounds: [bound, f64::INFINITY], weight: so_far });
        self.spend(extensions - extension.left)?;
        if whole.is_some() {
            return Some(());
        }
        for (at, vertex) in bits(open).enumerate() {
            if bound - guides[0].starts[at] < self.target || self.twins[vertex] & open != 0 {
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
        let arborescence = Box::new(Arborescence::new(&weights, entries));
        Some(Relaxation::new(arborescence, charges, self.target - so_far, steps))
    }

    fn weight_after_path(&self, vertex: usize) -> f64 {
        self.path.last().map_or(0.0, |&last| self.weights[last as usize * self.n + vertex])
    }

    /// Keeps the path if it is heavy enough; from now on only heavier ones are.
    fn finish(&mut self, state: State) {
        if state.least() >= self.target && state.weight >= self.target {
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

/// What a relaxation tells of arcs. Its vertices are places among those that were open.
struct Guide {
    /// What each arc loses, by tail, then by head.
    losses: [Row; MOST_VERTICES],
    starts: Vec<f64>,
    ends: Vec<f64>,
    /// By vertex the sets around it that it costs to enter more than once; to leave more than once, if backward.
    sets: Vec<Vec<(u64, f64)>>,
    is_backward: bool,
}

impl Guide {
    fn forward(relaxation: &Relaxation) -> Self {
        Guide {
            losses: relaxation.losses(),
            starts: relaxation.start_losses(),
            ends: relaxation.end_losses(),
            sets: relaxation.sets(),
            is_backward: false,
        }
    }

    /// From a relaxation of the reversed graph.
    fn backward(relaxation: &Relaxation) -> Self {
        let reversed = relaxation.losses();
        Guide {
            losses: std::array::from_fn(|tail| reversed.map(|row| row[tail])),
            starts: relaxation.end_losses(),
            ends: relaxation.start_losses(),
            sets: relaxation.sets(),
            is_backward: true,
        }
    }

    /// What an arc loses because it enters sets that the path has already been in, or leaves sets that it must come back to.
    fn crossed(&self, tail: usize, head: usize, visited: u64) -> f64 {
        let (inside, outside, costly) =
            if self.is_backward { (tail, head, !visited) } else { (head, tail, visited) };
        let crossed = self.sets[inside].iter().take_while(|(set, _)| set >> outside & 1 == 0);
        crossed.filter(|(set, _)| set & costly != 0).map(|(_, cost)| cost).sum()
    }
}

/// Extends paths by what relaxations tell.
struct Extension<'g> {
    guides: &'g [Guide],
    vertices: Vec<usize>,
    place: [u8; MOST_VERTICES],
    /// By place the vertices that an arc leads to which loses no more than there is to lose.
    near: [u64; MOST_VERTICES],
    left: usize,
    /// From so few extensions left on, ways are remembered: before, it is not worth the memory.
    few: usize,
    seen: Seen,
}

/// How much a path weighs, and how much all of its extensions can weigh at most, as each guide tells.
#[derive(Clone, Copy)]
struct State {
    bounds: [f64; 2],
    weight: f64,
}

impl State {
    fn least(&self) -> f64 {
        self.bounds[0].min(self.bounds[1])
    }

    /// The same with what each guide takes off its bound.
    fn less(mut self, guides: &[Guide], loss: impl Fn(&Guide) -> f64) -> Self {
        for (bound, guide) in self.bounds.iter_mut().zip(guides) {
            *bound -= loss(guide);
        }
        self
    }
}

impl<'g> Extension<'g> {
    fn new(open: u64, guides: &'g [Guide], extensions: usize) -> Self {
        let vertices: Vec<usize> = bits(open).collect();
        let mut place = [0; MOST_VERTICES];
        for (at, &vertex) in (0u8..).zip(&vertices) {
            place[vertex] = at;
        }
        let few = extensions.saturating_sub(UNSEEN);
        let near = [u64::MAX; MOST_VERTICES];
        Extension { guides, vertices, place, near, left: extensions, few, seen: Seen::new(extensions) }
    }

    /// Extends the search's path by all that can reach the weight sought; none if that takes too many extensions.
    fn run(&mut self, search: &mut Search, open: u64, state: State) -> Option<()> {
        self.leave_out_bad_arcs(state, search.target);
        for vertex in bits(open) {
            let at = self.place[vertex] as usize;
            let next = state.less(self.guides, |guide| guide.starts[at]);
            if next.least() >= search.target && search.twins[vertex] & open == 0 {
                let weight = state.weight + search.weight_after_path(vertex);
                self.step(search, at, 0, open, State { weight, ..next })?;
            }
        }
        Some(())
    }

    fn leave_out_bad_arcs(&mut self, state: State, target: f64) {
        for tail in 0..self.vertices.len() {
            let is_near =
                |head: usize| state.less(self.guides, |guide| guide.losses[tail][head]).least() >= target;
            let heads = self.vertices.iter().enumerate().filter(|&(head, _)| is_near(head));
            self.near[tail] = heads.fold(0, |near, (_, &vertex)| near | 1 << vertex);
        }
    }

    /// Goes to a vertex, and from there on.
    fn step(&mut self, search: &mut Search, at: usize, visited: u64, open: u64, state: State) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let vertex = self.vertices[at];
        let (visited, open) = (visited | 1 << at, open & !(1 << vertex));
        let way = Way { visited, last: at, weight: state.weight };
        if open != 0 && self.left < self.few && self.seen.is_known(way, 0.5 * search.tie) {
            return Some(());
        }
        search.path.push(vertex as u32);
        let tried = if open == 0 {
            search.finish(state.less(self.guides, |guide| guide.ends[at]));
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
        let guides = self.guides;
        for vertex in bits(open & self.near[last]) {
            let at = self.place[vertex] as usize;
            let next = state.less(guides, |guide| guide.losses[last][at]);
            if next.least() < search.target || search.twins[vertex] & open != 0 {
                continue;
            }
            let next = next.less(guides, |guide| guide.crossed(last, at, visited));
            if next.least() >= search.target {
                let weight = state.weight + search.weights[self.vertices[last] * search.n + vertex];
                self.step(search, at, visited, open, State { weight, ..next })?;
            }
        }
        Some(())
    }
}

/// The heaviest way met so far through a set of vertices to the last of them, for as many of them as there is room for.
struct Seen {
    ways: Vec<Way>,
    /// The room for ways, as a power of 2.
    room: u32,
}

#[derive(Clone, Copy, Default)]
struct Way {
    visited: u64,
    last: usize,
    weight: f64,
}

impl Seen {
    /// The most room, as a power of 2.
    const MOST_ROOM: u32 = 11;

    /// With room for so many ways, if they are not too many.
    fn new(ways: usize) -> Self {
        Seen { ways: Vec::new(), room: (ways + 2).ilog2().min(Self::MOST_ROOM) }
    }

    /// Whether a way was met that weighs as much but for `tie`; else this one is kept.
    ///
    /// Ways come in lexicographic order, so that of two of the same weight the first one is wanted.
    fn is_known(&mut self, way: Way, tie: f64) -> bool {
        if self.ways.is_empty() {
            self.ways = vec![Way::default(); 1 << self.room];
        }
        let mixed = (way.visited ^ (way.last as u64) << 58).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let known = &mut self.ways[(mixed >> (u64::BITS - self.room)) as usize];
        if (known.visited, known.last) == (way.visited, way.last) && way.weight <= known.weight + tie {
            return true;
        }
        *known = way;
        false
    }
}
