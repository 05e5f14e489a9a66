//! Which step depends on which, and what a new order breaks.

use super::{
    Move, PairTable, TABLED_MOST, Units, Weights,
    reasons::{Told, likely, told},
    ties::Ties,
    units::Unit,
};
use crate::{Document, text::tagging::analyse};

/// That a step must come after another.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// The step that comes first, counted from 0.
    pub before: usize,
    /// The step that depends on it.
    pub after: usize,
    /// How sure that is, 0 to 1.
    pub strength: f64,
    /// Why, in words of the text; empty where many small signs tell it together.
    pub reason: String,
}

/// The dependencies between the steps of one document.
///
/// ```
/// use samestep::{Document, dependencies::Dependencies};
/// let manual = Document::from_steps("m", ["Remove the back cover.", "Clean the fan.", "Reinstall the back cover."]);
/// let dependencies = Dependencies::of(&manual);
/// assert!(dependencies.broken_by(&[0, 1, 2]).is_empty());
/// assert!(dependencies.broken_by(&[2, 0, 1]).contains(&(0, 2)));
/// ```
///
/// What was learnt on recipes counts in recipes, what was learnt on other procedures everywhere else. Of documents with more than 600 steps only what their words tell outright counts: the tables
/// grow with the square of the steps. There, steps further than 600 apart are not held against each other.
#[derive(Debug, Clone)]
pub struct Dependencies {
    steps: Steps,
    weights: Weights,
}

/// The steps, and what is measured of them.
#[derive(Debug, Clone)]
enum Steps {
    Recipe(PairTable),
    Procedure(Vec<Unit>, Ties),
    Long(Vec<Unit>),
}

/// Of this share of its steps a recipe mixes, heats, cuts or serves something.
const RECIPE: f64 = 0.5;

/// A dependency as sure as this counts.
const LIKELY: f64 = 0.5;

impl Dependencies {
    /// Steps of a long document that are further apart say nothing about each other's place.
    pub const REACH: usize = TABLED_MOST;

    /// Reads the steps of a document, with the weights that ship.
    pub fn of(document: &Document) -> Self {
        Dependencies::new(Units::of_steps(document, &analyse(document)), Weights::shipped().clone())
    }

    /// Of units read before, with weights of your own.
    pub fn new(units: Units, weights: Weights) -> Self {
        let steps = match units.len() {
            0..=TABLED_MOST if units.cookery() >= RECIPE => Steps::Recipe(PairTable::new(units)),
            0..=TABLED_MOST => {
                let ties = Ties::new(&units.list);
                Steps::Procedure(units.list, ties)
            }
            _ => Steps::Long(units.list),
        };
        Dependencies { steps, weights }
    }

    fn units(&self) -> &[Unit] {
        match &self.steps {
            Steps::Recipe(table) => table.units(),
            Steps::Procedure(units, _) | Steps::Long(units) => units,
        }
    }

    /// The number of steps that are known.
    pub fn len(&self) -> usize {
        self.units().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.units().is_empty()
    }

    /// All dependencies that are more likely than not, by their first step, then their second.
    pub fn edges(&self) -> Vec<Edge> {
        let count = self.len();
        let pairs = (0..count).flat_map(|before| {
            (before + 1..count.min(before + 1 + Self::REACH)).map(move |after| (before, after))
        });
        pairs
            .filter(|&(before, after)| self.strength(before, after) >= LIKELY)
            .map(|(before, after)| self.edge(before, after))
            .collect()
    }

    /// How a later step hangs on an earlier one; strength 0 where there is none or they stand the other way round.
    pub fn edge(&self, before: usize, after: usize) -> Edge {
        if before >= after || after >= self.len() {
            return Edge { before, after, strength: 0.0, reason: String::new() };
        }
        let units = self.units();
        let reason = match told(units, before, after) {
            Some(told) => told.reason(),
            None => likely(units, before, after, matches!(self.steps, Steps::Recipe(_))),
        };
        Edge { before, after, strength: self.strength(before, after), reason }
    }

    /// The strength of an edge between steps that are known.
    pub(crate) fn strength(&self, before: usize, after: usize) -> f64 {
        let told = told(self.units(), before, after).map_or(0.0, Told::strength);
        match &self.steps {
            Steps::Recipe(table) => told.max(self.weights.pair.leaning(&table.of(before, after))),
            Steps::Procedure(_, ties) if ties.are_apart(before, after) => told,
            Steps::Procedure(units, ties) => {
                told.max(self.weights.general.leaning(&ties.of(units, before, after)))
            }
            Steps::Long(_) => told,
        }
    }

    /// How likely a move breaks a dependency, a half where it is taken to; 0 for one that passes no known step.
    pub fn harm(&self, moved: &Move) -> f64 {
        let known = |step: usize| step < self.len();
        if !known(moved.step) || moved.passed.is_empty() || !moved.passed.iter().all(|&step| known(step)) {
            return 0.0;
        }
        match &self.steps {
            Steps::Recipe(table) if table.hangs_on_others(moved.step) => {
                self.told(moved).max(self.weights.moved.leaning(&moved.features(table)))
            }
            Steps::Recipe(_) | Steps::Long(_) => self.told(moved),
            Steps::Procedure(..) => moved.pairs().map(|(u, v)| self.strength(u, v)).fold(0.0, f64::max),
        }
    }

    /// How surely the words themselves tell that a move of known steps breaks a dependency; 0 where they do not.
    pub(crate) fn told(&self, moved: &Move) -> f64 {
        let told = moved.pairs().filter_map(|(u, v)| told(self.units(), u, v));
        told.fold(0.0, |most, told| most.max(told.strength()))
    }

    /// The dependencies that a move breaks, earlier step first; none where it does no harm.
    ///
    /// A harmful move is given at least one: the most likely.
    pub fn broken_by_move(&self, moved: &Move) -> Vec<(usize, usize)> {
        if self.harm(moved) < LIKELY {
            return Vec::new();
        }
        let strengths: Vec<((usize, usize), f64)> =
            moved.pairs().map(|(u, v)| ((u, v), self.strength(u, v))).collect();
        let most = strengths.iter().map(|(_, strength)| *strength).fold(0.0, f64::max);
        let least = most.min(LIKELY);
        strengths.into_iter().filter(|(_, strength)| *strength >= least).map(|(pair, _)| pair).collect()
    }

    /// The pairs of steps whose dependency a new order breaks, sorted; none: the new order does no harm.
    ///
    /// `order` lists steps by their new places; it may leave some out, and steps that are not known or come twice are passed over. The
    /// fewest steps whose removal leaves the rest in order are taken for those that moved.
    pub fn broken_by(&self, order: &[usize]) -> Vec<(usize, usize)> {
        let mut seen = vec![false; self.len()];
        let order: Vec<usize> = order
            .iter()
            .copied()
            .filter(|&step| seen.get_mut(step).is_some_and(|seen| !std::mem::replace(seen, true)))
            .collect();
        let kept = increasing(&order);
        let mut broken: Vec<(usize, usize)> = (0..order.len())
            .filter(|&place| !kept[place])
            .flat_map(|place| moves(&order, place))
            .flat_map(|moved| self.broken_by_move(&moved))
            .collect();
        broken.sort_unstable();
        broken.dedup();
        broken
    }
}

/// The step at a place of an order, moved past later steps and past earlier ones.
fn moves(order: &[usize], place: usize) -> [Move; 2] {
    let step = order[place];
    let sorted = |passed: Vec<usize>| {
        let mut passed = passed;
        passed.sort_unstable();
        Move { step, passed }
    };
    let later = order[..place].iter().copied().filter(|&other| other > step).collect();
    let earlier = order[place + 1..].iter().copied().filter(|&other| other < step).collect();
    [sorted(later), sorted(earlier)]
}

/// Which places form the longest increasing subsequence; among equals the one whose steps end lowest.
fn increasing(order: &[usize]) -> Vec<bool> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; order.len()];
    for place in 0..order.len() {
        let length = ends.partition_point(|&end| order[end] < order[place]);
        before[place] = length.checked_sub(1).map(|at| ends[at]);
        if length == ends.len() {
            ends.push(place);
        } else {
            ends[length] = place;
        }
    }
    let mut kept = vec![false; order.len()];
    let mut at = ends.last().copied();
    while let Some(place) = at {
        kept[place] = true;
        at = before[place];
    }
    kept
}
