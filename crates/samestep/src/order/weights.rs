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
    /// Where in a document common words stand on average, in thousandths from its first step to its last.
    places: BTreeMap<u64, u16>,
}

/// Words of fewer steps have no place.
const PLACED: u32 = 10;

/// A word has so many steps in the middle on top of those counted: the fewer, the less its place is known.
const MIDDLING: u64 = 10;

/// Shorter documents do not tell what comes early and late.
const LONG: usize = 4;

/// The first place is 0, the last this.
const WHOLE: u64 = 1000;

/// Words that stand anywhere say something too, if little.
const ANYWHERE: f64 = 0.02;

/// The weight of a word that every step holds: never 0, or steps of nothing else were like no step, not even themselves.
const LEAST: f64 = 0.01;

impl StepWeights {
    /// Counts the words of the steps of documents.
    pub fn fit<'d>(documents: impl IntoIterator<Item = &'d Document>) -> Self {
        let mut weights = StepWeights::default();
        let mut found: BTreeMap<u64, (u32, u64)> = BTreeMap::new();
        for document in documents {
            let bags: Vec<Bag> =
                wording::wordings(document, document.steps()).map(|step| step.bag()).collect();
            for (at, bag) in (0u64..).zip(&bags) {
                weights.count(bag);
                if bags.len() >= LONG {
                    for &(term, _) in bag {
                        let (count, sum) = found.entry(term).or_default();
                        *count += 1;
                        *sum += WHOLE * at / (bags.len() as u64 - 1);
                    }
                }
            }
        }
        weights.frequencies.retain(|_, frequency| *frequency >= 2);
        let mean = |(count, sum): (u32, u64)| (sum + MIDDLING * WHOLE / 2) / (u64::from(count) + MIDDLING);
        let placed = found.into_iter().filter(|(_, (count, _))| *count >= PLACED);
        weights.places = placed.map(|(term, found)| (term, mean(found) as u16)).collect();
        weights
    }

    /// How far a document has first what documents have first, from -1 to 1: the correlation of its steps' places with those that their words
    /// have in the corpus. 0 where nothing is known.
    pub(super) fn trend(&self, bags: &[Bag]) -> f64 {
        let known: Vec<(f64, f64)> =
            bags.iter().enumerate().filter_map(|(at, bag)| Some((at as f64, self.place(bag)?))).collect();
        if known.len() < LONG {
            return 0.0;
        }
        let count = known.len() as f64;
        let (at, place) =
            known.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / count, y + pair.1 / count));
        let sums = known.iter().fold([0.0; 3], |[xy, xx, yy], pair| {
            let (x, y) = (pair.0 - at, pair.1 - place);
            [xy + x * y, xx + x * x, yy + y * y]
        });
        let whole = (sums[1] * sums[2]).sqrt();
        if whole > 1e-9 { (sums[0] / whole).clamp(-1.0, 1.0) } else { 0.0 }
    }

    /// Where a step stands by its words, from 0 to 1; words that stand early or late count most.
    fn place(&self, bag: &Bag) -> Option<f64> {
        let (mut sum, mut whole) = (0.0, 0.0);
        for place in bag.iter().filter_map(|(term, _)| self.places.get(term)) {
            let place = f64::from(*place) / WHOLE as f64;
            let weight = (place - 0.5).abs() + ANYWHERE;
            sum += weight * place;
            whole += weight;
        }
        (whole > 0.0).then(|| sum / whole)
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

    /// Whether no word was counted more often than there are steps, nor stands outside of a document.
    pub fn is_valid(&self) -> bool {
        let places = self.places.values().all(|&place| u64::from(place) <= WHOLE);
        places && self.frequencies.values().all(|&frequency| frequency <= self.steps)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_course_of_things_is_learned_from_documents() {
        let course =
            ["Unplug the device.", "Open the cover.", "Lift the board out.", "Close the cover again."];
        let corpus: Vec<Document> = (0..12).map(|at| Document::from_steps(format!("{at}"), course)).collect();
        let weights = StepWeights::fit(&corpus);
        let trend = |steps: &[&str]| {
            let bags: Vec<Bag> = {
                let document = Document::from_steps("d", steps);
                wording::wordings(&document, document.steps()).map(|step| step.bag()).collect()
            };
            weights.trend(&bags)
        };
        let other = ["Unplug it.", "Open this.", "Lift that board.", "Close again."];
        let mut reversed = other;
        reversed.reverse();
        assert!(trend(&other) > 0.9 && (trend(&other) + trend(&reversed)).abs() < 1e-9);
        assert_eq!(trend(&["Boil water.", "Add salt.", "Stir.", "Serve."]), 0.0, "nothing is known");
        assert_eq!(trend(&other[..3]), 0.0, "too short");
        assert!(weights.is_valid());
    }
}
