//! How word vectors are trained.

use serde::{Deserialize, Serialize};

use super::MAX_DIMENSIONS;
use crate::{Error, Result};

/// How word vectors are trained; the defaults are gensim's, but for skip-gram in place of CBOW.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Params {
    /// What is predicted from what.
    pub model: Model,
    /// Numbers in a vector.
    pub dim: usize,
    /// How often the corpus is gone through.
    pub epochs: usize,
    /// A word's context reaches at most this many words to either side.
    pub window: usize,
    /// Rarer words get no vector and are left out of contexts.
    pub min_count: u64,
    /// Random words that each true one is told from.
    pub negative: usize,
    /// Words more frequent than this share of the corpus are skipped at random; 0 keeps all.
    pub sample: f64,
    /// The learning rate at the start; it falls evenly to [`Params::min_learning_rate`].
    pub learning_rate: f32,
    /// The learning rate at the end.
    pub min_learning_rate: f32,
    /// The seed of everything random.
    pub seed: u64,
}

/// What is predicted from what (Mikolov et al. 2013).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// A word's neighbours from the word: slower, better for rare words.
    #[default]
    Skipgram,
    /// A word from the mean of its neighbours.
    Cbow,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            model: Model::Skipgram,
            dim: 100,
            epochs: 5,
            window: 5,
            min_count: 5,
            negative: 5,
            sample: 1e-3,
            learning_rate: 0.025,
            min_learning_rate: 1e-4,
            seed: 0,
        }
    }
}

impl Params {
    /// Refuses values outside their ranges.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn check(&self) -> Result<()> {
        let rate = self.min_learning_rate..=1.0;
        require("dim", self.dim, (1..=MAX_DIMENSIONS).contains(&self.dim), "it must be from 1 to 4096")?;
        require("epochs", self.epochs, self.epochs > 0, "it must be at least 1")?;
        require("window", self.window, (1..=1000).contains(&self.window), "it must be from 1 to 1000")?;
        require("min-count", self.min_count, self.min_count > 0, "it must be at least 1")?;
        require("negative", self.negative, (1..=1000).contains(&self.negative), "it must be from 1 to 1000")?;
        require("sample", self.sample, (0.0..=1.0).contains(&self.sample), "it must be from 0 to 1")?;
        let (first, last) = (self.learning_rate, self.min_learning_rate);
        require("min-learning-rate", last, last >= 0.0, "it must not be below 0")?;
        require("learning-rate", first, rate.contains(&first), "it must be from min-learning-rate to 1")
    }
}

fn require(name: &'static str, got: impl ToString, holds: bool, expected: &'static str) -> Result<()> {
    match holds {
        true => Ok(()),
        false => Err(Error::Parameter { name, got: got.to_string(), expected }),
    }
}
