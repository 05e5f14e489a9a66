//! How rare terms are in the training documents.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    counted::Counted,
    terms::{Bag, ratio},
};

/// Inverse document frequencies `ln((1 + n) / (1 + df)) + 1` of numbered terms.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct TermIdf {
    documents: u32,
    /// Terms that occur in a single document are not kept: they weigh as much as unknown ones.
    frequencies: Counted,
}

impl TermIdf {
    /// Counts documents, each given as its distinct terms.
    pub(super) fn of<'a>(documents: impl IntoIterator<Item = &'a [u64]>) -> Self {
        let (mut count, mut frequencies) = (0, BTreeMap::<u64, u32>::new());
        for terms in documents {
            count += 1;
            for &term in terms {
                *frequencies.entry(term).or_default() += 1;
            }
        }
        let frequencies = frequencies.into_iter().filter(|(_, frequency)| *frequency >= 2).collect();
        TermIdf { documents: count, frequencies }
    }

    pub(super) fn weight(&self, term: u64) -> f64 {
        let frequency = self.frequencies.get(term).unwrap_or(1);
        ((1.0 + f64::from(self.documents.max(frequency))) / (1.0 + f64::from(frequency))).ln() + 1.0
    }

    /// Counts made weights (`1 + ln count`, times the IDF) of length 1.
    pub(super) fn weigh(&self, mut counts: Bag) -> Bag {
        for (term, weight) in &mut counts {
            *weight = (1.0 + weight.ln()) * self.weight(*term);
        }
        let norm = counts.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
        for (_, weight) in &mut counts {
            *weight = ratio(*weight, norm);
        }
        counts
    }
}
