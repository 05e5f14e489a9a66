//! How much a term says: the rarer, the more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::TermIndex;

/// Inverse frequencies `ln((1 + n) / (1 + df)) + 1`, counted over the units (sentences, steps or documents) of a corpus.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Idf {
    units: u32,
    frequencies: BTreeMap<String, u32>,
}

impl Idf {
    /// The weights of terms that occur in so many of `units` units each.
    pub fn of_frequencies(units: u32, frequencies: &[u32]) -> Vec<f64> {
        // Most terms share their frequency with others.
        let mut known: Vec<Option<f64>> = Vec::new();
        frequencies
            .iter()
            .map(|&frequency| {
                let at = frequency as usize;
                if at >= known.len() {
                    known.resize(at + 1, None);
                }
                *known[at].get_or_insert_with(|| smoothed(units, frequency))
            })
            .collect()
    }

    /// Adds a unit (a sentence, a step, a document) with its distinct terms.
    pub fn count<'a>(&mut self, terms: impl IntoIterator<Item = &'a str>) {
        self.units += 1;
        for term in terms {
            match self.frequencies.get_mut(term) {
                Some(frequency) => *frequency += 1,
                None => {
                    self.frequencies.insert(term.to_owned(), 1);
                }
            }
        }
    }

    /// The weight of a term; one that was never counted has the greatest.
    pub fn weight(&self, term: &str) -> f64 {
        smoothed(self.units, self.frequencies.get(term).copied().unwrap_or(0))
    }

    /// Whether no term was counted more often than there are units.
    pub fn is_valid(&self) -> bool {
        self.frequencies.values().all(|&frequency| frequency <= self.units)
    }

    /// The weight of every term of an index.
    pub fn weights(&self, index: &TermIndex<'_>) -> Vec<f64> {
        (0..index.len() as u32).map(|number| self.weight(index.term(number))).collect()
    }
}

fn smoothed(units: u32, frequency: u32) -> f64 {
    ((1.0 + f64::from(units)) / (1.0 + f64::from(frequency))).ln() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_terms_weigh_more_and_unknown_ones_most() {
        let mut idf = Idf::default();
        idf.count(["screw", "lid"]);
        idf.count(["screw"]);
        assert_eq!(idf.weight("screw"), 1.0);
        assert!(idf.weight("lid") > 1.0 && idf.weight("pump") > idf.weight("lid"));
    }
}
