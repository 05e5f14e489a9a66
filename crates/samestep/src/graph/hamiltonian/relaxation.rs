//! A bound on the weight of all paths.

use super::arborescence::{Arborescence, MOST_VERTICES, Row};

/// The first step's share of the way to the target, and what it shrinks to whenever so many steps have not helped.
const PACE: f64 = 1.5;
const SLOWER: f64 = 0.7;
const PATIENCE: usize = 3;
/// A bound so close above the target, as a share of it, leaves few paths to try.
const CLOSE: f64 = 1e-3;

/// A bound on all paths: the heaviest arborescence under charges for leaving a vertex that make it nearly a path.
///
/// A path is an arborescence that leaves no vertex twice. Where an arborescence does, leaving that vertex is charged, and the charge is paid
/// back to every path, each of which leaves all vertices but its end: the Lagrangian relaxation of Held and Karp (1970) for directed graphs
/// (Smith 1975, Fischetti and Toth 1992), improved by subgradients with the step of Polyak (1969).
pub(super) struct Relaxation {
    /// No path is heavier.
    pub(super) bound: f64,
    pub(super) charges: Vec<f64>,
    arborescence: Box<Arborescence>,
}

impl Relaxation {
    /// Improves given charges in at most `steps` steps, at least one, or until the bound comes close to `target`.
    pub(super) fn new(
        mut arborescence: Box<Arborescence>,
        charges: Vec<f64>,
        target: f64,
        steps: usize,
    ) -> Self {
        let mut best = (f64::INFINITY, charges.clone());
        let mut charges = charges;
        let mut leaving = vec![0; charges.len()];
        let (mut pace, mut in_vain) = (PACE, 0);
        for _ in 0..steps {
            let bound = arborescence.solve(&charges) + charges.iter().sum::<f64>() - least(&charges);
            if bound < best.0 {
                best.0 = bound;
                best.1.copy_from_slice(&charges);
                in_vain = 0;
            } else {
                in_vain += 1;
                pace *= if in_vain % PATIENCE == 0 { SLOWER } else { 1.0 };
            }
            arborescence.count_leaving(&mut leaving);
            let unbalanced = balance(&charges, &mut leaving);
            if best.0 - target <= CLOSE * target.abs() || unbalanced == 0 {
                break;
            }
            let step = pace * (bound - target) / f64::from(unbalanced);
            for (charge, &excess) in charges.iter_mut().zip(&leaving) {
                *charge += step * f64::from(excess);
            }
        }
        arborescence.solve(&best.1);
        Relaxation { bound: best.0, charges: best.1, arborescence }
    }

    /// What each arc loses against the bound, by tail, then by head.
    pub(super) fn losses(&self) -> [Row; MOST_VERTICES] {
        self.arborescence.losses()
    }

    /// What it loses to start at each vertex.
    pub(super) fn start_losses(&self) -> Vec<f64> {
        self.arborescence.start_losses()
    }

    /// What it loses to end at each vertex.
    pub(super) fn end_losses(&self) -> Vec<f64> {
        let least = least(&self.charges);
        self.charges.iter().map(|charge| charge - least).collect()
    }

    /// By vertex the sets, from the inside, that contain it and that it costs to enter more than once, with this cost.
    pub(super) fn sets(&self) -> Vec<Vec<(u64, f64)>> {
        self.arborescence.sets()
    }
}

fn least(charges: &[f64]) -> f64 {
    charges.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Turns the numbers of arcs that leave each vertex into how far they exceed a path's, which ends where that is cheapest; returns the sum of squares.
fn balance(charges: &[f64], leaving: &mut [i32]) -> i32 {
    let least = least(charges);
    if let Some(end) = charges.iter().position(|&charge| charge == least) {
        leaving[end] += 1;
    }
    leaving.iter_mut().for_each(|times| *times -= 1);
    leaving.iter().map(|excess| excess * excess).sum()
}
