//! What was learnt about dependencies, as it ships.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{
    moves::{MOVE_COUNT, Move, move_names},
    pairs::{COUNT, PairTable, names},
    ties::{TIE_COUNT, Ties, tie_names},
    units::Units,
};
use crate::{Error, Result};

/// Weights of a logistic regression over features as they are, and from which probability on it says yes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    /// The logit where all features are 0.
    pub bias: f64,
    /// A weight a feature.
    pub weights: Vec<f64>,
    /// The least probability that counts as yes.
    pub threshold: f64,
}

impl Linear {
    /// The probability for a row of features.
    pub fn probability(&self, row: &[f64]) -> f64 {
        let logit =
            self.bias + self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum::<f64>();
        1.0 / (1.0 + (-logit).exp())
    }

    /// The probability for a row of features, moved so that a half is where it says yes.
    pub(super) fn leaning(&self, row: &[f64]) -> f64 {
        let odds = |probability: f64| probability / (1.0 - probability).max(f64::MIN_POSITIVE);
        let (own, least) = (odds(self.probability(row)), odds(self.threshold));
        own / (own + least).max(f64::MIN_POSITIVE)
    }
}

/// When one step must come before another, and when a move does harm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Must the earlier of two steps of a recipe come first?
    pub pair: Linear,
    /// Does a move in a recipe break a dependency?
    pub moved: Linear,
    /// Must the earlier of two steps of any other procedure come first?
    pub general: Linear,
}

static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
    serde_json::from_str(include_str!("weights.json"))
        .expect("the shipped weights are well-formed: a test reads them")
});

impl Weights {
    /// Those inside the program: learnt on the recipes of ARA and on procedures whose dependencies are marked, by `examples/train_dependencies.rs`.
    pub fn shipped() -> &'static Weights {
        &SHIPPED
    }

    /// Refuses weights for other features.
    ///
    /// # Errors
    /// If there are more or fewer weights than features.
    pub fn check(&self) -> Result<()> {
        let sizes = [
            (self.pair.weights.len(), COUNT),
            (self.moved.weights.len(), MOVE_COUNT),
            (self.general.weights.len(), TIE_COUNT),
        ];
        match sizes.into_iter().find(|(got, expected)| got != expected) {
            None => Ok(()),
            Some((got, _)) => Err(Error::Parameter {
                name: "dependencies.weights",
                got: got.to_string(),
                expected: "a weight for every feature: train them anew",
            }),
        }
    }

    /// The features of two steps of a recipe, of moves in it, and of two steps of any procedure, by name.
    pub fn feature_names() -> [Vec<String>; 3] {
        [names(), move_names(), tie_names()]
    }
}

/// The rows that [`Weights`] are learnt from.
pub fn pair_row(table: &PairTable, earlier: usize, later: usize) -> Vec<f64> {
    table.of(earlier, later)
}

/// As [`pair_row`], of every earlier and later step of any procedure, by the earlier, then the later.
pub fn tie_rows(units: &Units) -> Vec<Vec<f64>> {
    let ties = Ties::new(&units.list);
    let count = units.len();
    let pairs = (0..count).flat_map(|u| (u + 1..count).map(move |v| (u, v)));
    pairs.map(|(u, v)| ties.of(&units.list, u, v)).collect()
}

/// As [`pair_row`], for a move.
pub fn move_row(table: &PairTable, moved: &Move) -> Vec<f64> {
    moved.features(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_fit_the_features() {
        Weights::shipped().check().unwrap();
    }
}
