//! Simple scores that the order score is put beside.

use std::collections::BTreeMap;

use super::pairs::OrderDocument;
use crate::features::terms::{Bag, counts, dot, number};

/// Cosines of whole texts: words, and pairs of words that follow each other.
pub(super) struct Peers {
    documents: f64,
    frequencies: BTreeMap<u64, u32>,
}

/// A text's words and word pairs, weighed.
pub(super) struct Weighed {
    words: Bag,
    bigrams: Bag,
}

impl Peers {
    /// Counts in how many texts every word and word pair occurs.
    pub(super) fn fit(texts: impl IntoIterator<Item = OrderDocument>) -> Self {
        let (mut documents, mut frequencies) = (0.0, BTreeMap::new());
        for text in texts {
            documents += 1.0;
            let (words, bigrams) = terms(&text);
            for (term, _) in counts(words).into_iter().chain(counts(bigrams)) {
                *frequencies.entry(term).or_insert(0) += 1;
            }
        }
        Peers { documents, frequencies }
    }

    pub(super) fn weigh(&self, text: &OrderDocument) -> Weighed {
        let (words, bigrams) = terms(text);
        Weighed { words: self.unit(counts(words)), bigrams: self.unit(counts(bigrams)) }
    }

    fn unit(&self, mut bag: Bag) -> Bag {
        for (term, weight) in &mut bag {
            let frequency = f64::from(self.frequencies.get(term).copied().unwrap_or(0));
            *weight *= ((1.0 + self.documents) / (1.0 + frequency)).ln() + 1.0;
        }
        let length = bag.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
        bag.iter_mut().for_each(|(_, weight)| *weight /= length);
        bag
    }
}

impl Weighed {
    pub(super) fn words(&self, other: &Self) -> f64 {
        dot(&self.words, &other.words)
    }

    pub(super) fn bigrams(&self, other: &Self) -> f64 {
        dot(&self.bigrams, &other.bigrams)
    }
}

/// Lower-case words without marks at their ends, and pairs of them across steps too.
fn terms(text: &OrderDocument) -> (Vec<u64>, Vec<u64>) {
    let trimmed = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let words: Vec<String> = text
        .steps
        .iter()
        .flat_map(|step| step.split_whitespace().map(trimmed))
        .filter(|word| !word.is_empty())
        .collect();
    let bigrams = words.windows(2).map(|two| number(&format!("{} {}", two[0], two[1]))).collect();
    (words.iter().map(|word| number(word)).collect(), bigrams)
}
