//! How much a document reads like those that the judge learned from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Document,
    features::terms::number,
    text::tagging::{Analysis, Tag},
    train::sigmoid,
    vectors::PackedVectors,
};

/// Where half is believed. Of manuals of a category that was left out, 99 in 100 are above it.
const MIDDLE: f64 = -0.6;
const STEEPNESS: f64 = 6.0;

/// The rank of words that are in no list.
const UNKNOWN_RANK: u32 = 200_000;

/// The line of a list that tells its documents.
pub(super) const DOCUMENTS: &str = "#documents";

/// In how many of the documents that were learned from each word occurs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Domain {
    documents: u32,
    /// Words of a single document are not kept.
    frequencies: BTreeMap<u64, u32>,
}

impl Domain {
    pub(super) fn fit<'d>(documents: impl IntoIterator<Item = (&'d Document, &'d Analysis)>) -> Self {
        let mut domain = Domain::default();
        for (document, analysis) in documents {
            domain.documents += 1;
            for word in telling(document, analysis) {
                *domain.frequencies.entry(number(word)).or_default() += 1;
            }
        }
        domain.frequencies.retain(|_, frequency| *frequency >= 2);
        domain
    }

    /// The domain of a list: how many documents it is of, then each word with the number of documents that hold it.
    pub(super) fn listed(list: &str) -> Self {
        let mut domain = Domain::default();
        for (word, count) in list.lines().filter_map(|line| line.split_once(' ')) {
            let count = count.parse().unwrap_or_default();
            match word {
                DOCUMENTS => domain.documents = count,
                _ => drop(domain.frequencies.insert(number(word), count)),
            }
        }
        domain
    }

    /// How near a document is by its words that carry meaning.
    pub(super) fn nearness(&self, document: &Document, analysis: &Analysis) -> f64 {
        self.nearness_of(&telling(document, analysis))
    }

    /// The mean, over distinct words, of how much more common each is here than in the language at large.
    pub(super) fn nearness_of(&self, words: &[&str]) -> f64 {
        let vectors = PackedVectors::english();
        let whole = f64::from(self.documents) + 0.1;
        let log_ratio = |word: &&str| {
            let rank = vectors.find(word).map_or(UNKNOWN_RANK, |found| vectors.rank(found));
            ((self.frequency(word) + 0.05) / whole).ln() - (60.0 / (f64::from(rank) + 30.0)).min(1.0).ln()
        };
        let sum: f64 = words.iter().map(log_ratio).sum();
        if words.is_empty() { f64::NEG_INFINITY } else { sum / words.len() as f64 }
    }

    /// How rare a word is here: the logarithm of how many documents there are for each that holds it.
    pub(super) fn rarity(&self, word: &str) -> f64 {
        ((f64::from(self.documents) + 1.0) / (self.frequency(word) + 1.0)).ln()
    }

    fn frequency(&self, word: &str) -> f64 {
        self.frequencies.get(&number(word)).map_or(0.0, |&count| f64::from(count))
    }
}

/// How much a pair belongs to the domain, from 0 to 1, by the document that is farther from it.
pub(super) fn belonging(left: f64, right: f64) -> f64 {
    sigmoid(STEEPNESS * (left.min(right) - MIDDLE))
}

/// The distinct words that carry meaning, in the order of the alphabet.
fn telling<'d>(document: &'d Document, analysis: &Analysis) -> Vec<&'d str> {
    let tells = |tag: Tag| {
        matches!(tag, Tag::Noun | Tag::Propn | Tag::Verb | Tag::Adj | Tag::Adv | Tag::Adp | Tag::X)
    };
    let tagged = document.tokens().iter().zip(analysis.tags());
    let mut words: Vec<&str> =
        tagged.filter(|(_, tag)| tells(**tag)).map(|(token, _)| document.term(token.term)).collect();
    words.sort_unstable();
    words.dedup();
    words
}
