//! What do simple methods reach on the same pairs?
//!
//! Each is fitted on training pairs; the frequencies of words come from training documents alone, and only boosting looks at
//! validation pairs, to know when to stop.

mod bm25;
mod boosting;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use bm25::Bm25;
pub use boosting::{Boosted, BoostingParams};

use super::LabelledPair;
use crate::{Document, Result, features::PairFeatures, pipeline::Distinct, train::Logistic};
use bm25::Counted;

/// A simple method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Baseline {
    /// TF-IDF cosine (and its square) and logistic regression.
    TfIdf,
    /// BM25 in both directions (and its square) and logistic regression.
    Bm25,
    /// [`PairFeatures`] and logistic regression.
    FeaturesLogistic,
    /// [`PairFeatures`] and gradient boosting.
    FeaturesBoosting,
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Baseline::TfIdf => "TF-IDF cosine + logistic regression",
            Baseline::Bm25 => "BM25 + logistic regression",
            Baseline::FeaturesLogistic => "pair features + logistic regression",
            Baseline::FeaturesBoosting => "pair features + gradient boosting",
        })
    }
}

/// A baseline after training.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    description: Description,
    classifier: Classifier,
}

/// How a pair becomes a row of numbers.
#[derive(Debug, Clone, PartialEq)]
enum Description {
    Cosine(PairFeatures),
    Bm25(Bm25),
    Features(PairFeatures),
}

#[derive(Debug, Clone, PartialEq)]
enum Classifier {
    Logistic(Logistic),
    Boosted(Boosted),
}

impl Baseline {
    /// All baselines, in the order of tables.
    pub const ALL: [Baseline; 4] =
        [Baseline::TfIdf, Baseline::Bm25, Baseline::FeaturesLogistic, Baseline::FeaturesBoosting];

    /// Learns from training pairs; validation pairs say when boosting stops, and nothing else.
    ///
    /// # Errors
    /// If there are no training pairs.
    pub fn fit(self, train: &[LabelledPair<'_>], valid: &[LabelledPair<'_>], seed: u64) -> Result<Fitted> {
        let documents = Distinct::of(train).documents;
        let description = match self {
            Baseline::TfIdf => Description::Cosine(PairFeatures::fit(documents)),
            Baseline::Bm25 => Description::Bm25(Bm25::fit(documents)),
            Baseline::FeaturesLogistic | Baseline::FeaturesBoosting => {
                Description::Features(PairFeatures::fit(documents))
            }
        };
        let (rows, labels) = (description.rows(train), labels(train));
        let classifier = match self {
            Baseline::FeaturesBoosting => {
                let held = (description.rows(valid), self::labels(valid));
                let params = BoostingParams::default();
                Classifier::Boosted(Boosted::fit((&rows, &labels), (&held.0, &held.1), &params, seed)?)
            }
            _ => Classifier::Logistic(Logistic::fit(&rows, &labels)?),
        };
        Ok(Fitted { description, classifier })
    }
}

impl Fitted {
    /// The probability that two documents are the same procedure.
    pub fn score(&self, left: &Document, right: &Document) -> f64 {
        let pair = LabelledPair { left, right, label: false };
        self.scores(&[pair]).first().copied().unwrap_or(0.5)
    }

    /// The probabilities of many pairs; a document of several pairs is prepared once. Labels are not read.
    pub fn scores(&self, pairs: &[LabelledPair<'_>]) -> Vec<f64> {
        let rows = self.description.rows(pairs);
        rows.iter().map(|row| self.classifier.probability(row)).collect()
    }
}

impl Classifier {
    fn probability(&self, row: &[f64]) -> f64 {
        match self {
            Classifier::Logistic(model) => model.probability(row),
            Classifier::Boosted(model) => model.probability(row),
        }
    }
}

impl Description {
    fn rows(&self, pairs: &[LabelledPair<'_>]) -> Vec<Vec<f64>> {
        match self {
            Description::Cosine(features) => {
                rows(pairs, |document| features.prepare(document), |left, right| bent(left.cosine(right)))
            }
            Description::Features(features) => rows(
                pairs,
                |document| features.prepare(document),
                |left, right| features.features(left, right),
            ),
            Description::Bm25(model) => {
                rows(pairs, Counted::new, |left, right| bent(model.score(left, right)))
            }
        }
    }
}

fn rows<T>(
    pairs: &[LabelledPair<'_>],
    prepare: impl Fn(&Document) -> T,
    compare: impl Fn(&T, &T) -> Vec<f64>,
) -> Vec<Vec<f64>> {
    let Distinct { documents, pairs } = Distinct::of(pairs);
    let prepared: Vec<T> = documents.into_iter().map(prepare).collect();
    pairs.into_iter().map(|(left, right)| compare(&prepared[left], &prepared[right])).collect()
}

/// A likeness and its square.
///
/// Manuals of one device share whole steps and are more alike than manuals of one subject: the same procedure lies between the
/// far and the too near, which no weight on the likeness alone can tell.
fn bent(likeness: f64) -> Vec<f64> {
    vec![likeness, likeness * likeness]
}

fn labels(pairs: &[LabelledPair<'_>]) -> Vec<bool> {
    pairs.iter().map(|pair| pair.label).collect()
}

#[cfg(test)]
mod tests;
