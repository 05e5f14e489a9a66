//! What two texts share, in numbers.

mod counted;
mod idf;
mod matrix;
mod prepared;
mod scaling;
pub(crate) mod terms;

use serde::{Deserialize, Serialize};

use idf::TermIdf;
use matrix::StepMatrix;
use prepared::Numbered;
pub use prepared::PreparedText;
pub use scaling::Scaling;
use terms::{balance, common, dot, jaccard, ratio};

use crate::{
    Document,
    text::tagging::{Analysis, analyse},
};

/// The features' names, in the order of their values.
const NAMES: [&str; 30] = [
    "cosine",
    "phrase-cosine",
    "word-jaccard",
    "word-ochiai",
    "word-containment",
    "bigram-jaccard",
    "verb-jaccard",
    "noun-jaccard",
    "end-noun-jaccard",
    "number-jaccard",
    "start-cosine",
    "end-cosine",
    "end-minus-start",
    "end-to-whole",
    "best-match-min",
    "best-match-max",
    "best-match-greatest",
    "best-match-least",
    "best-match-spread",
    "best-match-late",
    "aligned-of-longer",
    "aligned-of-shorter",
    "last-steps",
    "last-match-min",
    "last-match-max",
    "last-minus-first",
    "verbatim-steps",
    "step-balance",
    "vocabulary-balance",
    "log-steps",
];

/// Computes features of pairs: overlaps of words and phrases, step-level matches, a monotone alignment, and lengths.
///
/// It holds the inverse frequencies of words and phrases in the documents that it was fitted on, and nothing else of them.
/// Features are the same whichever document comes first, and finite for every document, an empty one too.
///
/// ```
/// use samestep::{Document, features::PairFeatures};
/// let left = Document::from_text("a", "Open the lid. Lift the filter out.");
/// let right = Document::from_text("b", "Remove the lid. Take out the filter.");
/// let features = PairFeatures::fit([&left, &right]);
/// let values = features.features(&features.prepare(&left), &features.prepare(&right));
/// assert_eq!(values.len(), PairFeatures::names().len());
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PairFeatures {
    words: TermIdf,
    phrases: TermIdf,
}

impl PairFeatures {
    /// Counts the words and phrases of training documents.
    pub fn fit<'d>(documents: impl IntoIterator<Item = &'d Document>) -> Self {
        let (mut words, mut phrases) = (Vec::new(), Vec::new());
        for document in documents {
            let numbered = Numbered::new(document);
            words.push(numbered.distinct_content());
            phrases.push(numbered.distinct_phrases());
        }
        PairFeatures {
            words: TermIdf::of(words.iter().map(Vec::as_slice)),
            phrases: TermIdf::of(phrases.iter().map(Vec::as_slice)),
        }
    }

    /// The features' names, in the order of their values.
    pub fn names() -> &'static [&'static str] {
        &NAMES
    }

    /// All that a document costs, paid once; linear in its length.
    pub fn prepare(&self, document: &Document) -> PreparedText {
        self.prepare_analysed(document, &analyse(document))
    }

    /// As [`PairFeatures::prepare`], for a document that was analysed before.
    pub fn prepare_analysed(&self, document: &Document, analysis: &Analysis) -> PreparedText {
        PreparedText::new(document, analysis, &self.words, &self.phrases)
    }

    /// The features of a pair, in the order of [`PairFeatures::names`].
    ///
    /// Cost: the product of the numbers of steps, and the documents' lengths.
    pub fn features(&self, left: &PreparedText, right: &PreparedText) -> Vec<f64> {
        let mut values = Vec::with_capacity(NAMES.len());
        values.extend(overlaps(left, right));
        values.extend(places(left, right));
        values.extend(step_matches(left, right));
        values.extend(lengths(left, right));
        values
    }
}

fn overlaps(left: &PreparedText, right: &PreparedText) -> [f64; 10] {
    let (words, own, other) =
        (common(&left.words, &right.words) as f64, left.words.len() as f64, right.words.len() as f64);
    [
        left.cosine(right),
        dot(&left.phrases, &right.phrases),
        jaccard(&left.words, &right.words),
        ratio(words, (own * other).sqrt()),
        ratio(words, own.min(other)),
        jaccard(&left.bigrams, &right.bigrams),
        jaccard(&left.verbs, &right.verbs),
        jaccard(&left.nouns, &right.nouns),
        jaccard(&left.end_nouns, &right.end_nouns),
        jaccard(&left.numbers, &right.numbers),
    ]
}

fn places(left: &PreparedText, right: &PreparedText) -> [f64; 4] {
    let (start, end) = (dot(&left.start, &right.start), dot(&left.end, &right.end));
    [start, end, end - start, dot(&left.end, &right.bag) + dot(&left.bag, &right.end)]
}

fn step_matches(left: &PreparedText, right: &PreparedText) -> [f64; 13] {
    let matrix = StepMatrix::new(left, right);
    let [rows, columns] = matrix.best();
    let aligned = matrix.aligned();
    let (own, other) = (left.steps as f64, right.steps as f64);
    let verbatim = common(&left.verbatim, &right.verbatim) as f64;
    [
        rows.mean().min(columns.mean()),
        rows.mean().max(columns.mean()),
        rows.greatest(),
        rows.least().min(columns.least()),
        rows.deviation() + columns.deviation(),
        rows.late_mean() + columns.late_mean(),
        ratio(aligned, own.max(other)),
        ratio(aligned, own.min(other)),
        matrix.last(),
        rows.last().min(columns.last()),
        rows.last().max(columns.last()),
        (rows.last() + columns.last() - (rows.first() + columns.first())) / 2.0,
        ratio(verbatim, left.verbatim.len().min(right.verbatim.len()) as f64),
    ]
}

fn lengths(left: &PreparedText, right: &PreparedText) -> [f64; 3] {
    let count = |steps: usize| (steps.max(1) as f64).ln();
    [
        balance(left.steps as f64, right.steps as f64),
        balance(left.words.len() as f64, right.words.len() as f64),
        count(left.steps) + count(right.steps),
    ]
}

#[cfg(test)]
mod tests;
