//! The terms by which documents find each other.

use crate::judge::Reading;

/// Bits of a stored term that hold its weight.
pub(super) const LEVEL_BITS: u32 = 4;

/// The heaviest weight of a stored term.
const LEVEL_MOST: u8 = (1 << LEVEL_BITS) - 1;

/// Steps of weight up to 1: terms that weigh up to .6 are told apart. With 40 steps those above .375, which say what a document is about, were one, and
/// of pairs of one subject .829 instead of .844 were candidates (train and validation parts).
const STEPS: f64 = 25.0;

/// A term and its weight in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Telling {
    /// The term's number, with the lowest bits empty.
    pub(super) term: u64,
    /// Its weight, from 1.
    pub(super) level: u8,
}

impl Telling {
    /// Term and weight as one number.
    pub(super) fn key(self) -> u64 {
        self.term | u64::from(self.level)
    }
}

/// The terms that tell what a document is about, heaviest first; ties by number.
pub(super) fn telling(reading: &Reading, most: usize) -> Vec<Telling> {
    let mut weighed = reading.retrieval_terms();
    let length = weighed.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
    if length <= 0.0 {
        return Vec::new();
    }
    weighed.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    weighed.truncate(most);
    let mask = (1u64 << LEVEL_BITS) - 1;
    let level = |weight: f64| ((weight / length * STEPS).round() as u8).clamp(1, LEVEL_MOST);
    weighed.into_iter().map(|(term, weight)| Telling { term: term & !mask, level: level(weight) }).collect()
}
