//! The words that a document is about, and the model that finds them.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{measures::measure, roles::Roles};
use crate::{
    Document, Error, Result,
    features::terms::number,
    text::tagging::{Analysis, Tag, analyse, lemma},
    train::{Logistic, sigmoid},
    vectors::{self, PackedDirection, PackedVectors},
};

/// Words that a topic keeps with their vectors: beyond them the odds are next to nothing.
const KEPT: usize = 25;

/// Tells how likely a word is to name what its document is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Salience {
    bias: f64,
    weights: Vec<f64>,
    prior: Prior,
}

/// How likely a word is to be a subject at all, by the direction of its vector.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Prior {
    bias: f64,
    weights: Vec<f64>,
}

/// A word and how likely it is to name what the document is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TopicWord {
    /// The word, in the singular.
    pub word: Box<str>,
    /// The same number in every document.
    pub number: u64,
    /// From 0 to 1.
    pub salience: f64,
    /// Its vector, of length 1, if it is among the shipped ones; stored topics look it up again.
    #[serde(skip)]
    pub direction: Option<PackedDirection<'static>>,
}

/// What a document is about.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Topic {
    /// All words of its noun phrases with their salience, by number.
    pub all: Vec<(u64, f64)>,
    /// The most salient ones, by falling salience.
    pub top: Vec<TopicWord>,
    /// The sum of the most salient words' vectors, weighed by salience, of length 1; empty if there is none. Stored topics add it up again.
    #[serde(skip)]
    pub heading: Vec<f64>,
}

/// A document's words as rows of measures.
#[derive(Default)]
struct Rows {
    words: Vec<Box<str>>,
    rows: Vec<Vec<f64>>,
    directions: Vec<Option<PackedDirection<'static>>>,
}

impl Rows {
    fn of(document: &Document, analysis: &Analysis) -> Self {
        let vectors = PackedVectors::english();
        let roles = Roles::of(document, analysis);
        let rows = measure(&roles, vectors);
        let direction = |word: &str| vectors.find(word).and_then(|number| vectors.direction(number));
        let directions = roles.words.iter().map(|word| direction(word)).collect();
        Rows { words: roles.words, rows, directions }
    }
}

impl Salience {
    /// Learns from documents and the names of what they are about; documents that never name it are left out.
    ///
    /// # Errors
    /// If no document names what it is about.
    pub fn fit<'d>(documents: impl IntoIterator<Item = (&'d Document, &'d str)>) -> Result<Self> {
        let mut all = Rows::default();
        let (mut labels, mut owners) = (Vec::new(), Vec::new());
        let documents: Vec<(&Document, &str)> = documents.into_iter().collect();
        let read: Vec<Rows> =
            documents.par_iter().map(|(document, _)| Rows::of(document, &analyse(document))).collect();
        for (owner, (found, (_, subject))) in read.into_iter().zip(documents).enumerate() {
            let subject = subject_words(subject);
            if !found.words.iter().any(|word| subject.contains(word)) {
                continue;
            }
            labels.extend(found.words.iter().map(|word| subject.contains(word)));
            owners.extend(found.words.iter().map(|_| owner % 2));
            all.words.extend(found.words);
            all.rows.extend(found.rows);
            all.directions.extend(found.directions);
        }
        let Rows { words, mut rows, directions } = all;
        if rows.is_empty() {
            return Err(Error::Pairs(
                "no document names its subject: there is nothing to learn salience from".into(),
            ));
        }
        let seen = |keep: &dyn Fn(usize) -> bool| {
            let kept = (0..words.len()).filter(|&at| keep(at));
            Prior::fit(kept.map(|at| (&*words[at], directions[at], labels[at])))
        };
        // A word's prior must not have seen the word's own document, or it would count for more than it is worth.
        let halves = [0, 1].map(|half| seen(&|at| owners[at] != half).ok());
        for (at, row) in rows.iter_mut().enumerate() {
            let prior = halves[owners[at]].as_ref();
            row.push(prior.map_or(0.0, |prior| prior.logit(directions[at])));
        }
        let prior =
            seen(&|_| true).map_err(|_| Error::Pairs("the words have no vectors to learn from".into()))?;
        let (bias, weights) = Logistic::fit(&rows, &labels)?.plain_weights();
        Ok(Salience { bias, weights, prior })
    }

    /// Whether all numbers are there and finite.
    pub fn is_valid(&self) -> bool {
        let (own, prior) = (&self.weights, &self.prior);
        own.len() == super::NAMES.len() + 1
            && prior.weights.len() == PackedVectors::english().dimensions()
            && own
                .iter()
                .chain(&prior.weights)
                .chain([&self.bias, &prior.bias])
                .all(|value| value.is_finite())
    }

    /// What a document is about; linear in its length.
    pub fn topic(&self, document: &Document) -> Topic {
        self.topic_of(document, &analyse(document))
    }

    /// As [`Salience::topic`], for a document that was analysed before.
    pub fn topic_of(&self, document: &Document, analysis: &Analysis) -> Topic {
        let found = Rows::of(document, analysis);
        let words = found.words.into_iter().zip(found.rows).zip(found.directions);
        let mut top: Vec<TopicWord> = words
            .map(|((word, row), direction)| {
                let measured: f64 = row.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum();
                let prior = self.prior.logit(direction) * self.weights[row.len()];
                let salience = sigmoid(self.bias + measured + prior);
                TopicWord { number: number(&word), word, salience, direction }
            })
            .collect();
        let mut all: Vec<(u64, f64)> = top.iter().map(|word| (word.number, word.salience)).collect();
        all.sort_unstable_by_key(|&(number, _)| number);
        top.sort_by(|a, b| b.salience.total_cmp(&a.salience).then_with(|| a.word.cmp(&b.word)));
        top.truncate(KEPT);
        let heading = heading(&top);
        Topic { all, top, heading }
    }
}

impl Topic {
    /// Looks up the vectors of the words again, after a topic was stored without them.
    pub fn with_directions(mut self) -> Self {
        let vectors = PackedVectors::english();
        for word in &mut self.top {
            word.direction = vectors.find(&word.word).and_then(|number| vectors.direction(number));
        }
        self.heading = heading(&self.top);
        self
    }
}

fn heading(words: &[TopicWord]) -> Vec<f64> {
    vectors::heading(words.iter().filter_map(|word| Some((word.direction?, word.salience))))
}

impl Prior {
    /// Counts, for each distinct word that is kept, how often it is no subject and how often it is one.
    fn fit<'w>(
        words: impl IntoIterator<Item = (&'w str, Option<PackedDirection<'static>>, bool)>,
    ) -> Result<Self> {
        let mut seen: BTreeMap<&str, (PackedDirection<'static>, [f64; 2])> = BTreeMap::new();
        for (word, direction, label) in words {
            if let Some(direction) = direction {
                seen.entry(word).or_insert((direction, [0.0; 2])).1[usize::from(label)] += 1.0;
            }
        }
        let (rows, counts): (Vec<Vec<f64>>, Vec<[f64; 2]>) =
            seen.into_values().map(|(direction, counts)| (direction.values().collect(), counts)).unzip();
        let (bias, weights) = Logistic::fit_counts(&rows, &counts)?.plain_weights();
        Ok(Prior { bias, weights })
    }

    fn logit(&self, direction: Option<PackedDirection<'_>>) -> f64 {
        let sum = |direction: PackedDirection<'_>| -> f64 {
            direction.values().zip(&self.weights).map(|(value, weight)| value * weight).sum()
        };
        self.bias + direction.map_or(0.0, sum)
    }
}

/// The words of a subject's name that tell one part from another.
fn subject_words(subject: &str) -> Vec<Box<str>> {
    const GENERAL: [&str; 24] = [
        "a",
        "and",
        "assembly",
        "clean",
        "cleaning",
        "component",
        "components",
        "for",
        "from",
        "how",
        "in",
        "kit",
        "module",
        "of",
        "removal",
        "repair",
        "replace",
        "replacement",
        "replacing",
        "the",
        "to",
        "unit",
        "with",
        "using",
    ];
    let lower = subject.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 1);
    words.filter(|word| !GENERAL.contains(word)).map(|word| lemma(word, Tag::Noun).into()).collect()
}
