//! From a collection of documents to labelled pairs in three parts: training, validation, test.
//!
//! | documents | same | not the same | hard | groups |
//! | --- | --- | --- | --- | --- |
//! | repair manuals (MyFixit) | same subject and at least two common tags | subjects share no word | and same device, or at least two common tags | last word of the subject |
//! | news (ECB+) | same event | other topic | same topic, other event | topic |
//! | recipes (ARA) | same dish | other dish | none | dish |
//!
//! Words are compared in lower case and the singular. Tags are the category (the device), its families without the root and the top
//! category, the tools, and the brand: the first word of the category where at least two categories of the collection start with it.
//! At most 20 pairs a subject are the same, drawn by the seed. Each gives one pair that is not: one of its documents stays, the
//! other is drawn, so that a document says nothing about the label.

mod check;
mod corpus;
mod draw;
mod manifest;
mod subject;
mod split;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

pub use check::check;
pub use corpus::{Corpus, Intake, Kind};
pub use draw::PairIds;
pub(super) use draw::{nearest_negatives, positives as same_pairs, training as training_pairs};
pub use manifest::{Manifest, PartCounts, Source, pair_list_hash};
pub use split::{Part, Split, make};

use crate::{Error, Result};

/// What may stand on both sides of training and test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Anything: pairs are dealt at random, 60-20-20, as papers do.
    Pair,
    /// No document, no subject and no group of subjects.
    Document,
    /// As [`Protocol::Document`], and half of the pairs that are not the same are hard.
    Hard,
}

/// Which part of the groups is the test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fold {
    /// The number of the test's fold, counted from 1; the next one is the validation.
    pub test: usize,
    /// The number of folds, at least 3.
    pub of: usize,
}

impl Default for Fold {
    fn default() -> Self {
        Fold { test: 1, of: 5 }
    }
}

impl fmt::Display for Fold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.test, self.of)
    }
}

/// Reads `K/N`.
impl FromStr for Fold {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = || Error::Parameter {
            name: "fold",
            got: text.to_owned(),
            expected: "expected K/N with 1 <= K <= N and N at least 3, for example 1/5",
        };
        let (test, of) = text.split_once('/').ok_or_else(wrong)?;
        let (test, of) = (test.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
        if of < 3 || test < 1 || test > of {
            return Err(wrong());
        }
        Ok(Fold { test, of })
    }
}

/// How pairs are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// What may stand on both sides.
    pub protocol: Protocol,
    /// Which fold is the test; not used by [`Protocol::Pair`], whose splits differ by seed.
    pub fold: Fold,
    /// The seed of all that is drawn.
    pub seed: u64,
}

#[cfg(test)]
mod tests;
