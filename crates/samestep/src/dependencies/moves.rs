//! What a step passes when it moves, in numbers.

use super::pairs::{COUNT, PairTable, names};

/// A step that changes places with those next to it on one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The step.
    pub step: usize,
    /// The steps that it passes, in order; all later ones or all earlier ones.
    pub passed: Vec<usize>,
}

const OWN: [&str; 10] = [
    "passed",
    "log passed",
    "later",
    "from",
    "to",
    "to the end",
    "to the start",
    "passed of all",
    "passes one",
    "passes two",
];

/// The number of features of a move.
pub(super) const MOVE_COUNT: usize = 2 * COUNT + OWN.len();

/// The names of the features.
pub(super) fn move_names() -> Vec<String> {
    let of = |how: &'static str| names().into_iter().map(move |name| format!("{how} {name}"));
    of("most").chain(of("mean")).chain(OWN.iter().map(|name| (*name).to_owned())).collect()
}

impl Move {
    /// A step taken from one place to another: it passes all between.
    pub fn between(from: usize, to: usize) -> Self {
        let passed = if to > from { (from + 1..=to).collect() } else { (to..from).collect() };
        Move { step: from, passed }
    }

    /// The pairs that change order, earlier step first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.passed.iter().map(|&other| (self.step.min(other), self.step.max(other)))
    }

    /// Greatest and mean features of the pairs that change order, and how far the step goes.
    pub(super) fn features(&self, table: &PairTable) -> Vec<f64> {
        let (mut most, mut mean) = (vec![f64::NEG_INFINITY; COUNT], vec![0.0; COUNT]);
        for (earlier, later) in self.pairs() {
            for (at, &value) in table.of(earlier, later).iter().enumerate() {
                most[at] = most[at].max(value);
                mean[at] += value;
            }
        }
        let (count, steps) = (self.passed.len() as f64, table.len() as f64);
        if self.passed.is_empty() {
            most.fill(0.0);
        }
        mean.iter_mut().for_each(|sum| *sum /= count.max(1.0));
        let onward = self.passed.first().is_some_and(|&first| first > self.step);
        let target =
            if onward { self.step + self.passed.len() } else { self.step.saturating_sub(self.passed.len()) };
        let flag = |holds: bool| f64::from(u8::from(holds));
        most.extend(mean);
        most.extend([
            count,
            count.max(1.0).ln(),
            flag(onward),
            self.step as f64 / steps.max(1.0),
            target as f64 / steps.max(1.0),
            flag(target + 1 == table.len()),
            flag(target == 0),
            count / steps.max(1.0),
            flag(self.passed.len() == 1),
            flag(self.passed.len() == 2),
        ]);
        most
    }
}
