//! A heavy path of few vertices, whose exchanges are all tried.

use std::collections::VecDeque;

use super::greedy::{Pieces, vertex_strengths};
use super::weights::ArcWeights;
use crate::graph::random::Random;

/// The most vertices for which all exchanges are tried: with more, trying only those that some arc suggests is faster.
pub(super) const DENSE_VERTICES: usize = 100;

/// The least gain, as a share of the heaviest arc: less may be rounding.
const LEAST_GAIN: f64 = 1e-10;
/// The longest of the three segments that a disturbance reorders.
const KICK_SEGMENT: usize = 5;

/// Greedy insertion of arcs, then the best exchange of neighbouring segments until none improves, then so many disturbances.
///
/// A disturbance stays if it did not lower the weight; `patience` of them in vain, one after the other, end the search.
pub(super) fn dense_path(weights: &ArcWeights, kicks: usize, patience: usize) -> Vec<u32> {
    let table = Table::new(weights);
    let order = table.greedy_path(weights);
    let mut circle = Circle::new(table.renamed(&order));
    circle.improve();
    circle.disturb(kicks, patience);
    circle.turn_to(0);
    circle.stops[..order.len()].iter().map(|&name| order[name - 1]).collect()
}

/// Rows of weights are as long as a multiple of this: loops over them take as many values at a time.
const LANES: usize = 4;

/// All weights by tail, then by head.
struct Table {
    n: usize,
    /// The length of a row.
    width: usize,
    weights: Vec<f64>,
}

impl Table {
    fn new(arcs: &ArcWeights) -> Self {
        let mut table = Table::empty(arcs.len());
        for (from, row) in (0u32..).zip(table.weights.chunks_exact_mut(table.width)) {
            for &(to, weight) in arcs.row(from) {
                row[to as usize] = weight;
            }
        }
        table
    }

    fn empty(n: usize) -> Self {
        let width = n.next_multiple_of(LANES);
        Table { n, width, weights: vec![0.0; n * width] }
    }

    fn row(&self, tail: usize) -> &[f64] {
        &self.weights[tail * self.width..][..self.width]
    }

    fn weight(&self, tail: usize, head: usize) -> f64 {
        self.weights[tail * self.width + head]
    }

    /// Takes arcs by falling weight while they form disjoint paths; see [`greedy_path`](super::greedy::greedy_path).
    ///
    /// Instead of sorting all arcs, every tail keeps the heaviest arc that still fits.
    fn greedy_path(&self, arcs: &ArcWeights) -> Vec<u32> {
        let mut pieces = Pieces::new(self.n);
        let mut heaviest: Vec<(f64, usize)> = (0..self.n).map(|tail| self.heaviest(&pieces, tail)).collect();
        loop {
            let mut best = (0.0, 0);
            for (tail, &(weight, _)) in heaviest.iter().enumerate() {
                if weight > best.0 {
                    best = (weight, tail);
                }
            }
            let (weight, tail) = best;
            if weight == 0.0 {
                return pieces.string_together(&vertex_strengths(arcs));
            }
            let head = heaviest[tail].1;
            if pieces.link(tail as u32, head as u32, weight) {
                heaviest[tail].0 = 0.0;
            } else {
                heaviest[tail] = self.heaviest(&pieces, tail);
            }
        }
    }

    /// The heaviest arc from a vertex that fits; of weight 0 if there is none.
    fn heaviest(&self, pieces: &Pieces, tail: usize) -> (f64, usize) {
        let mut best = (0.0, 0);
        for (head, &weight) in self.row(tail).iter().enumerate() {
            if weight > best.0 && pieces.fits(tail as u32, head as u32) {
                best = (weight, head);
            }
        }
        best
    }

    /// The weights after vertex `order[i]` was renamed to `i + 1`; vertex 0 stands between the end of a path and its start.
    fn renamed(&self, order: &[u32]) -> Table {
        let mut table = Table::empty(self.n + 1);
        for (row, &tail) in table.weights.chunks_exact_mut(table.width).skip(1).zip(order) {
            let old = self.row(tail as usize);
            for (weight, &head) in row[1..].iter_mut().zip(order) {
                *weight = old[head as usize];
            }
        }
        table
    }

    /// The weights by head, then by tail.
    fn turned(&self) -> Table {
        let mut turned = Table::empty(self.n);
        for (tail, row) in self.weights.chunks_exact(self.width).enumerate() {
            for (head, &weight) in row[..self.n].iter().enumerate() {
                turned.weights[head * self.width + tail] = weight;
            }
        }
        turned
    }
}

/// A path closed to a circle by vertex 0, which weighs nothing.
///
/// Cut in three places, a circle can be put together in one other way that keeps all directions: two segments change places. What that gains
/// depends on the three arcs alone and on their order, so that after an exchange only those with a new arc need a trial.
struct Circle {
    n: usize,
    /// Weights by tail, then by head, and the other way round.
    from: Table,
    into: Table,
    /// By vertex: its heaviest arc out.
    heaviest: Vec<f64>,
    /// The vertices in order, from any of them on.
    stops: Vec<usize>,
    /// By place: the weight of the arc into it.
    links: Vec<f64>,
    /// By vertex: what it gains to close the first segment behind the stop before it, less the link there.
    back: Vec<f64>,
    /// Vertices whose arc out is new.
    queue: VecDeque<usize>,
    waiting: Vec<bool>,
    least_gain: f64,
}

impl Circle {
    fn new(table: Table) -> Self {
        let n = table.n;
        let heaviest: Vec<f64> =
            (0..n).map(|tail| table.row(tail).iter().copied().fold(0.0, f64::max)).collect();
        let mut circle = Circle {
            n,
            least_gain: LEAST_GAIN * heaviest.iter().copied().fold(0.0, f64::max),
            back: vec![f64::NEG_INFINITY; table.width],
            into: table.turned(),
            from: table,
            heaviest,
            stops: (0..n).collect(),
            links: vec![0.0; n],
            queue: (0..n).collect(),
            waiting: vec![true; n],
        };
        circle.weigh_links();
        circle
    }

    fn weigh_links(&mut self) {
        let mut tail = self.stops[self.n - 1];
        for (link, &head) in self.links.iter_mut().zip(&self.stops) {
            *link = self.from.weight(tail, head);
            tail = head;
        }
    }

    fn weight(&self) -> f64 {
        self.links.iter().sum()
    }

    /// Makes improving exchanges of new arcs until there is none.
    fn improve(&mut self) {
        while let Some(tail) = self.queue.pop_front() {
            self.waiting[tail] = false;
            self.turn_to(tail);
            if let Some((middle, end)) = self.best_exchange() {
                let tails = [self.n - 1, middle - 1, end - 1].map(|place| self.stops[place]);
                self.stops[..end].rotate_left(middle);
                self.links[..end].rotate_left(middle);
                for place in [0, end - middle, end] {
                    self.links[place] = self.from.weight(self.before(place), self.stops[place]);
                }
                self.enqueue(tails);
            }
        }
    }

    fn before(&self, place: usize) -> usize {
        self.stops[place.checked_sub(1).unwrap_or(self.n - 1)]
    }

    fn enqueue(&mut self, tails: impl IntoIterator<Item = usize>) {
        for tail in tails {
            if !std::mem::replace(&mut self.waiting[tail], true) {
                self.queue.push_back(tail);
            }
        }
    }

    /// Turns the circle until a vertex is its last stop.
    fn turn_to(&mut self, last: usize) {
        if let Some(place) = self.stops.iter().position(|&stop| stop == last) {
            self.stops.rotate_left(place + 1);
            self.links.rotate_left(place + 1);
        }
    }

    /// Of the exchanges that cut the circle where it starts, the one of greatest gain, as its other two cuts.
    ///
    /// The stops before `middle` change places with those from there to `end`.
    fn best_exchange(&mut self) -> Option<(usize, usize)> {
        let n = self.n;
        let (stops, links, back) = (&self.stops[..n], &self.links[..n], &mut self.back);
        let (from, into) = (self.from.row(stops[n - 1]), self.into.row(stops[0]));
        let (mut most, mut best) = (self.least_gain, None);
        let mut most_back = f64::NEG_INFINITY;
        // Of the vertices only those that may stand behind both segments count.
        back.fill(f64::NEG_INFINITY);
        for middle in (1..n - 1).rev() {
            let gain = into[stops[middle]] - links[middle + 1];
            back[stops[middle + 1]] = gain;
            most_back = most_back.max(gain);
            let fixed = from[stops[middle]] - links[0] - links[middle];
            let tail = stops[middle - 1];
            if fixed + most_back + self.heaviest[tail] > most {
                let third = self.from.row(tail);
                let gain = most_gain(fixed, third, back);
                if gain > most {
                    let end =
                        (middle + 1..n).find(|&end| fixed + third[stops[end]] + back[stops[end]] == gain);
                    (most, best) = (gain, end.map(|end| (middle, end)));
                }
            }
        }
        best
    }

    /// Disturbs the path and keeps what does not lower the weight.
    fn disturb(&mut self, kicks: usize, patience: usize) {
        if self.n < 5 {
            return;
        }
        let mut random = Random::new(0, 0);
        let mut kept = self.stops.clone();
        let mut weight = self.weight();
        let mut in_vain = 0;
        for _ in 0..kicks {
            self.kick(&mut random);
            self.improve();
            let changed = self.weight();
            in_vain = if changed > weight + self.least_gain { 0 } else { in_vain + 1 };
            if changed >= weight {
                weight = changed;
                kept.copy_from_slice(&self.stops);
            } else {
                self.stops.copy_from_slice(&kept);
                self.weigh_links();
            }
            if in_vain == patience {
                break;
            }
        }
        self.stops.copy_from_slice(&kept);
    }

    /// Turns a stretch A B C into C B A, which no single exchange undoes.
    fn kick(&mut self, random: &mut Random) {
        let turn = random.below(self.n);
        self.stops.rotate_left(turn);
        let longest = ((self.n - 1) / 3).min(KICK_SEGMENT);
        let [a, b, c] = [0; 3].map(|_: usize| 1 + random.below(longest));
        let tails = [self.n - 1, a - 1, a + b - 1, a + b + c - 1].map(|place| self.stops[place]);
        self.stops[..a + b + c].rotate_left(a);
        self.stops[..b + c].rotate_left(b);
        self.weigh_links();
        self.enqueue(tails);
    }
}

/// The greatest sum of a fixed gain and of one of each row in the same place.
fn most_gain(fixed: f64, third: &[f64], back: &[f64]) -> f64 {
    let mut most = [f64::NEG_INFINITY; LANES];
    for (third, back) in third.chunks_exact(LANES).zip(back.chunks_exact(LANES)) {
        for ((most, third), back) in most.iter_mut().zip(third).zip(back) {
            let gain = fixed + third + back;
            *most = if gain > *most { gain } else { *most };
        }
    }
    most.into_iter().fold(f64::NEG_INFINITY, f64::max)
}
