//! BM25, made symmetric.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Document,
    features::terms::{Bag, counts, number},
    text::{TermId, TokenKind},
};

/// How soon further occurrences stop counting, and how much longer documents are held back: the usual values.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;

/// Okapi BM25 with frequencies from training documents, each document in turn the query.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Bm25 {
    documents: u32,
    words: f64,
    frequencies: BTreeMap<u64, u32>,
}

/// A document's word counts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Counted {
    counts: Bag,
    length: f64,
}

impl Bm25 {
    /// Counts the words of training documents.
    pub fn fit<'d>(documents: impl IntoIterator<Item = &'d Document>) -> Self {
        let mut model = Bm25::default();
        for document in documents {
            let counted = Counted::new(document);
            model.documents += 1;
            model.words += counted.length;
            for (term, _) in counted.counts {
                *model.frequencies.entry(term).or_default() += 1;
            }
        }
        model
    }

    /// The mean of both directions, each as a share of what the query scores against itself: between 0 and about 1.
    pub(super) fn score(&self, left: &Counted, right: &Counted) -> f64 {
        let share = |query: &Counted, text: &Counted| {
            let own = self.directed(query, query);
            if own > 0.0 { self.directed(query, text) / own } else { 0.0 }
        };
        (share(left, right) + share(right, left)) / 2.0
    }

    fn directed(&self, query: &Counted, text: &Counted) -> f64 {
        let mean = if self.words > 0.0 { self.words / f64::from(self.documents) } else { 1.0 };
        let held_back = SATURATION * (1.0 - LENGTH + LENGTH * text.length / mean);
        let mut texts = text.counts.iter().peekable();
        let mut score = 0.0;
        for &(term, _) in &query.counts {
            while texts.next_if(|entry| entry.0 < term).is_some() {}
            if let Some(&(_, count)) = texts.next_if(|entry| entry.0 == term) {
                score += self.weight(term) * count * (SATURATION + 1.0) / (count + held_back);
            }
        }
        score
    }

    fn weight(&self, term: u64) -> f64 {
        let frequency = f64::from(self.frequencies.get(&term).copied().unwrap_or(0));
        (1.0 + (f64::from(self.documents) - frequency + 0.5).max(0.0) / (frequency + 0.5)).ln()
    }
}

impl Counted {
    pub(super) fn new(document: &Document) -> Self {
        let told = document
            .tokens()
            .iter()
            .filter(|token| token.kind != TokenKind::Mark && !document.is_stop_word(TermId(token.term.0)));
        let counts = counts(told.map(|token| number(document.term(token.term))));
        let length = counts.iter().map(|(_, count)| count).sum();
        Counted { counts, length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_documents_score_higher_in_either_order() {
        let texts = ["Open the lid of the pump.", "Open the lid.", "Boil two eggs.", ""];
        let documents = texts.map(|text| Document::from_text("d", text));
        let model = Bm25::fit(&documents[..3]);
        let counted = documents.each_ref().map(Counted::new);
        let score = |a: usize, b: usize| model.score(&counted[a], &counted[b]);
        assert!(score(0, 1) > 0.5 && score(0, 2) == 0.0 && score(3, 3) == 0.0);
        assert_eq!(score(0, 1), score(1, 0));
        assert!((score(0, 0) - 1.0).abs() < 1e-12);
    }
}
