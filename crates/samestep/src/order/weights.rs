//! How much a word says about a step.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::wording;
use crate::{
    Document,
    features::terms::{Bag, number},
};

/// How rare words are among the steps of a corpus: `ln((1 + n) / (1 + df))`.
///
/// ```
/// use samestep::{Document, order::StepWeights};
/// let manual = Document::from_steps("m", ["Open the lid.", "Lift the filter."]);
/// let weights = StepWeights::fit([&manual]);
/// assert!(weights.weight("filter") > weights.weight("the"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StepWeights {
    steps: u32,
    /// Words of a single step are not kept: they weigh as much as unknown ones.
    frequencies: BTreeMap<u64, u32>,
}

/// The weight of a word that every step holds: never 0, or steps of nothing else were like no step, not even themselves.
const LEAST: f64 = 0.01;

impl StepWeights {
    /// Counts the words of the steps of documents.
    pub fn fit<'d>(documents: impl IntoIterator<Item = &'d Document>) -> Self {
        let mut weights = StepWeights::default();
        for document in documents {
            for step in wording::steps(document) {
                weights.count(&step.bag());
            }
        }
        weights.frequencies.retain(|_, frequency| *frequency >= 2);
        weights
    }

    /// The weights that two documents give each other, where there is no corpus.
    pub(super) fn of_bags<'b>(bags: impl IntoIterator<Item = &'b Bag>) -> Self {
        let mut weights = StepWeights::default();
        bags.into_iter().for_each(|bag| weights.count(bag));
        weights
    }

    fn count(&mut self, bag: &Bag) {
        self.steps += 1;
        for &(term, _) in bag {
            *self.frequencies.entry(term).or_default() += 1;
        }
    }

    /// The number of steps that were counted.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether no word was counted more often than there are steps.
    pub fn is_valid(&self) -> bool {
        self.frequencies.values().all(|&frequency| frequency <= self.steps)
    }

    /// The weight of a lower-case word; one that was never counted weighs as one of a single step.
    pub fn weight(&self, word: &str) -> f64 {
        self.of_term(number(word))
    }

    /// Whether most of the words were counted: a corpus of another language says nothing about a document.
    pub(super) fn knows(&self, bags: &[Bag]) -> bool {
        let (mut known, mut all) = (0usize, 0usize);
        for (term, _) in bags.iter().flatten() {
            known += usize::from(self.frequencies.contains_key(term));
            all += 1;
        }
        2 * known >= all
    }

    pub(super) fn of_term(&self, term: u64) -> f64 {
        let frequency = self.frequencies.get(&term).copied().unwrap_or(1);
        ((1.0 + f64::from(self.steps)) / (1.0 + f64::from(frequency))).ln().max(LEAST)
    }
}
