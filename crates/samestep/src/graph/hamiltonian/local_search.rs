//! A heavy path by insertion and local search, for more vertices than can be solved exactly.

use std::collections::VecDeque;
use std::ops::Range;

use super::candidates::Candidates;
use super::dense::{DENSE_VERTICES, dense_path};
use super::greedy::greedy_path;
use super::route::{Exchange, Lookup, Route};
use super::weights::ArcWeights;
use crate::graph::random::Random;

/// Cuts that are tried on each side besides those that an arc suggests.
const WINDOW: usize = 16;
/// Random disturbances of a path that no exchange improves any more.
const KICKS: usize = 30;
/// Disturbances in vain, one after the other, after which there are no more.
const PATIENCE: usize = 8;
/// The longest stretch that a disturbance reorders.
const KICK_SPAN: usize = 50;
/// Vertices that all exchanges together may shift: a bound on the time, of some seconds, that only paths of tens of
/// thousands of vertices come near.
const SHIFTS: usize = 2_000_000_000;
/// The least gain, as a share of the heaviest arc: less may be rounding.
const LEAST_GAIN: f64 = 1e-10;

/// Finds a heavy Hamiltonian path: greedy insertion of arcs, then exchanges of neighbouring segments.
///
/// An exchange keeps the direction of both segments (Or 1976; the pure asymmetric 3-opt move), so that it is judged
/// by six arcs. To 100 vertices all are tried, above those around arcs that some vertex would like to have. Once none improves, short
/// stretches are disturbed and improved again, and the disturbance stays if it did not lower the weight (iterated
/// local search, Lourenco, Martin and Stuetzle 2003), with a fixed generator: the same weights give the same path.
///
/// Vertices are renamed by their place in the greedy path first; therefore with distinct weights the path does
/// not depend on how vertices were numbered. O(m log m) for the greedy path; an exchange costs the length of its
/// segments, and their number grew about linearly in our trials. O(n + m) memory.
pub fn heuristic_path(weights: &ArcWeights) -> Vec<u32> {
    search(weights, KICKS)
}

/// The same without disturbances: a first good path.
pub(super) fn quick_path(weights: &ArcWeights) -> Vec<u32> {
    search(weights, 0)
}

fn search(weights: &ArcWeights, kicks: usize) -> Vec<u32> {
    if (3..=DENSE_VERTICES).contains(&weights.len()) {
        return dense_path(weights, kicks, PATIENCE);
    }
    let order = greedy_path(weights);
    if order.len() < 3 {
        return best_of_both_directions(weights, order);
    }
    let renamed = weights.renamed(&order);
    let lookup = Lookup::new(&renamed);
    let mut search = Search::new(&renamed, &lookup);
    search.improve((0..order.len() as u32).collect());
    search.disturb(kicks);
    search.route.path().iter().map(|&name| order[name as usize]).collect()
}

fn best_of_both_directions(weights: &ArcWeights, order: Vec<u32>) -> Vec<u32> {
    let reversed: Vec<u32> = order.iter().rev().copied().collect();
    if weights.path_weight(&reversed) > weights.path_weight(&order) { reversed } else { order }
}

struct Search<'w> {
    candidates: Candidates,
    route: Route<'w>,
    least_gain: f64,
    shifts_left: usize,
    /// Whether a vertex is in the queue of `improve`.
    waiting: Vec<bool>,
}

impl<'w> Search<'w> {
    fn new(weights: &ArcWeights, lookup: &'w Lookup<'w>) -> Self {
        let candidates = Candidates::new(weights);
        let heaviest =
            (0..weights.len() as u32).map(|vertex| candidates.heaviest_leaving(vertex)).fold(0.0, f64::max);
        let route = Route::new(lookup, (0..weights.len() as u32).collect());
        Search {
            candidates,
            route,
            least_gain: LEAST_GAIN * heaviest,
            shifts_left: SHIFTS,
            waiting: vec![false; weights.len()],
        }
    }

    /// Makes improving exchanges around the vertices in the queue, and around those that they touch.
    fn improve(&mut self, vertices: Vec<u32>) {
        let mut queue = VecDeque::with_capacity(vertices.len());
        self.enqueue(vertices, &mut queue);
        while let Some(vertex) = queue.pop_front() {
            self.waiting[vertex as usize] = false;
            let Some(exchange) = self.best_exchange(vertex) else { continue };
            let shifts = exchange.end - exchange.start;
            if self.shifts_left >= shifts {
                self.shifts_left -= shifts;
                self.enqueue(self.touched(exchange), &mut queue);
                self.route.apply(exchange);
            }
        }
    }

    fn enqueue(&mut self, vertices: impl IntoIterator<Item = u32>, queue: &mut VecDeque<u32>) {
        for vertex in vertices {
            if !std::mem::replace(&mut self.waiting[vertex as usize], true) {
                queue.push_back(vertex);
            }
        }
    }

    /// The vertices on both sides of the three cuts.
    fn touched(&self, exchange: Exchange) -> impl Iterator<Item = u32> + use<> {
        let cuts = [exchange.start, exchange.middle, exchange.end];
        let (before, behind) = (cuts.map(|cut| self.before(cut)), cuts.map(|cut| self.behind(cut)));
        before.into_iter().chain(behind).flatten()
    }

    /// The exchange of greatest gain among those that give a vertex a heavier arc than it has.
    ///
    /// The arcs that an exchange takes and those that it gives leave the same three vertices (and enter the same
    /// three), so that an improving exchange gives at least one of them a heavier one: lighter arcs need no trial.
    fn best_exchange(&self, vertex: u32) -> Option<Exchange> {
        let mut best = Best { gain: self.least_gain, exchange: None };
        let position = self.route.position(vertex);
        let heavier = |arc: &&(u32, f64), link: f64| arc.1 > link;
        let leaving = self.route.link(position + 1);
        for &(to, weight) in self.candidates.leaving(vertex).iter().take_while(|arc| heavier(arc, leaving)) {
            self.try_arc(vertex, to, weight, &mut best);
        }
        let entering = self.route.link(position);
        for &(from, weight) in
            self.candidates.entering(vertex).iter().take_while(|arc| heavier(arc, entering))
        {
            self.try_arc(from, vertex, weight, &mut best);
        }
        best.exchange
    }

    /// Tries every role that a new arc can have in an exchange.
    fn try_arc(&self, from: u32, to: u32, weight: f64, best: &mut Best) {
        let (tail, head) = (self.route.position(from) + 1, self.route.position(to));
        let n = self.route.len();
        if head > tail {
            let fixed = weight - self.route.link(tail) - self.route.link(head);
            // From before the first segment to the second: where does the second one end?
            let ends = (head + 1..n.min(head + WINDOW)).chain([n]);
            let frame = Frame { fixed, entered: Some(tail), left: Some(head), allowed: head + 1..n + 1 };
            self.try_cuts(frame, ends, best, |end| Exchange { start: tail, middle: head, end });
            // From the first segment to behind the second: where does the first one start?
            let starts = (tail.saturating_sub(WINDOW)..tail).chain([0]);
            let frame = Frame { fixed, entered: Some(tail), left: Some(head), allowed: 0..tail };
            self.try_cuts(frame, starts, best, |start| Exchange { start, middle: tail, end: head });
        } else if head + 1 < tail {
            let fixed = weight - self.route.link(head) - self.route.link(tail);
            // From the second segment to the first: where does the path part them?
            let middles =
                (head + 1..tail.min(head + WINDOW)).chain(tail.saturating_sub(WINDOW).max(head + 1)..tail);
            let frame = Frame {
                fixed,
                entered: (tail < n).then_some(tail),
                left: (head > 0).then_some(head),
                allowed: head + 1..tail,
            };
            self.try_cuts(frame, middles, best, |middle| Exchange { start: head, middle, end: tail });
        }
    }

    /// Tries the third cut of an exchange: where arcs suggest it, and at the places given.
    fn try_cuts(
        &self,
        frame: Frame,
        places: impl Iterator<Item = usize>,
        best: &mut Best,
        exchange: impl Fn(usize) -> Exchange,
    ) {
        let entering = frame.entered.map_or(&[][..], |cut| self.candidates.entering(self.route.at(cut)));
        let leaving = frame.left.map_or(&[][..], |cut| self.candidates.leaving(self.route.at(cut - 1)));
        let most_entering = entering.first().map_or(0.0, |arc| arc.1);
        let most_leaving = leaving.first().map_or(0.0, |arc| arc.1);
        let consider = |cut: usize, bound: f64, best: &mut Best| {
            if frame.allowed.contains(&cut) && bound - self.route.link(cut) > best.gain {
                best.consider(&self.route, exchange(cut));
            }
        };
        for &(vertex, weight) in entering {
            let bound = frame.fixed + weight + most_leaving;
            if bound <= best.gain {
                break;
            }
            consider(self.route.position(vertex) + 1, bound, best);
        }
        for &(vertex, weight) in leaving {
            let bound = frame.fixed + weight + most_entering;
            if bound <= best.gain {
                break;
            }
            consider(self.route.position(vertex), bound, best);
        }
        let bound = frame.fixed + most_entering + most_leaving;
        if bound > best.gain {
            for cut in places {
                consider(cut, bound, best);
            }
        }
    }

    fn before(&self, cut: usize) -> Option<u32> {
        (cut > 0).then(|| self.route.at(cut - 1))
    }

    fn behind(&self, cut: usize) -> Option<u32> {
        (cut < self.route.len()).then(|| self.route.at(cut))
    }

    /// Disturbs short stretches and keeps what does not lower the weight.
    fn disturb(&mut self, kicks: usize) {
        if self.route.len() < 4 {
            return;
        }
        let mut random = Random::new(0, 0);
        let mut kept = self.route.clone();
        let mut weight = kept.weight();
        let mut in_vain = 0;
        for _ in 0..kicks {
            let touched = self.kick(&mut random);
            self.improve(touched);
            let changed = self.route.weight();
            in_vain = if changed > weight + self.least_gain { 0 } else { in_vain + 1 };
            if changed >= weight {
                weight = changed;
                kept.restore(&self.route);
            } else {
                self.route.restore(&kept);
            }
            if in_vain == PATIENCE {
                break;
            }
        }
    }

    /// Turns a stretch A B C into C B A, which no single exchange undoes, and returns the vertices at the cuts.
    fn kick(&mut self, random: &mut Random) -> Vec<u32> {
        let n = self.route.len();
        let span = n.min(KICK_SPAN);
        let offset = random.below(n - span + 1);
        let mut cuts = [0; 4].map(|_: usize| random.below(span + 1));
        cuts.sort_unstable();
        let [start, left, right, end] = cuts.map(|cut| offset + cut);
        if start == left || left == right || right == end {
            return Vec::new();
        }
        let around = [start, left, right, end];
        let touched: Vec<u32> =
            around.iter().flat_map(|&cut| [self.before(cut), self.behind(cut)]).flatten().collect();
        self.route.apply(Exchange { start, middle: left, end });
        self.route.apply(Exchange { start, middle: start + right - left, end: start + end - left });
        touched
    }
}

/// Two cuts of an exchange, for which a third is sought.
struct Frame {
    /// What the arc that is given weighs, without the links at both cuts.
    fixed: f64,
    /// The cut before the vertex that a further arc will enter, if there is one.
    entered: Option<usize>,
    /// The cut behind the vertex that a further arc will leave, if there is one.
    left: Option<usize>,
    /// Where the third cut may be.
    allowed: Range<usize>,
}

/// The best exchange met so far.
struct Best {
    gain: f64,
    exchange: Option<Exchange>,
}

impl Best {
    fn consider(&mut self, route: &Route<'_>, exchange: Exchange) {
        let gain = route.gain(exchange);
        if gain > self.gain {
            *self = Best { gain, exchange: Some(exchange) };
        }
    }
}
