//! Gradient boosting of small trees.
//!
//! Written here because no crate fits: perpetual 2.3 asks for a nightly compiler, gbdt 0.1 draws without a seed and panics on bad rows,
//! forust-ml 0.8 brings second copies of our dependencies for what three hundred lines do.

mod bins;
mod tree;

use serde::{Deserialize, Serialize};

use crate::{
    Result,
    graph::Random,
    train::{check_rows, log_loss, sigmoid},
};

use bins::Bins;
use tree::{Grower, Tree};

/// How trees are grown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BoostingParams {
    /// Trees at most.
    pub rounds: usize,
    /// Decisions from the root to a leaf.
    pub depth: usize,
    /// The share of a tree's answer that is added.
    pub shrinkage: f64,
    /// Rows that a leaf holds at least.
    pub leaf: usize,
    /// The penalty on the squares of the leaves' answers.
    pub penalty: f64,
    /// The share of the features that a tree may ask about, drawn by the seed.
    pub features: f64,
    /// The share of the rows that a tree is grown on, drawn by the seed.
    pub rows: f64,
    /// Rounds without a better validation loss before training stops.
    pub patience: usize,
}

impl Default for BoostingParams {
    fn default() -> Self {
        BoostingParams {
            rounds: 400,
            depth: 4,
            shrinkage: 0.05,
            leaf: 10,
            penalty: 1.0,
            features: 0.5,
            rows: 0.7,
            patience: 40,
        }
    }
}

/// A sum of trees for the logit, each grown on the gradient of the loss (Friedman 2001) over binned features.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Boosted {
    bias: f64,
    trees: Vec<Tree>,
}

impl Boosted {
    /// Grows trees on training rows until the validation loss stops falling, and keeps those up to its least.
    ///
    /// Everything is added up in the order of the rows: the same rows and seed give the same trees.
    ///
    /// # Errors
    /// If there are no training rows, or rows differ in length or hold numbers that are not finite.
    pub fn fit(
        train: (&[Vec<f64>], &[bool]),
        valid: (&[Vec<f64>], &[bool]),
        params: &BoostingParams,
        seed: u64,
    ) -> Result<Self> {
        let (rows, labels) = train;
        check_rows(rows, labels)?;
        let bins = Bins::new(rows);
        let mut random = Random::new(seed, 0);
        let mut model = Boosted { bias: prior(labels), trees: Vec::new() };
        let mut logits = vec![model.bias; rows.len()];
        let mut held = vec![model.bias; valid.0.len()];
        let (mut best, mut kept) = (mean_loss(&held, valid.1), 0);
        for round in 1..=params.rounds {
            let grower = Grower::new(&bins, &logits, labels, params, &mut random);
            let tree = grower.grow(draw(rows.len(), params.rows, &mut random));
            add(&mut logits, rows, &tree);
            add(&mut held, valid.0, &tree);
            model.trees.push(tree);
            let loss = mean_loss(&held, valid.1);
            if loss < best || valid.0.is_empty() {
                (best, kept) = (loss, round);
            } else if round - kept >= params.patience {
                break;
            }
        }
        model.trees.truncate(kept);
        Ok(model)
    }

    /// The probability of the label 1.
    pub fn probability(&self, row: &[f64]) -> f64 {
        sigmoid(self.bias + self.trees.iter().map(|tree| tree.answer(row)).sum::<f64>())
    }

    /// The number of trees kept.
    pub fn trees(&self) -> usize {
        self.trees.len()
    }
}

/// The logit of the share of ones, kept finite.
fn prior(labels: &[bool]) -> f64 {
    let ones = labels.iter().filter(|&&label| label).count() as f64;
    ((ones + 0.5) / (labels.len() as f64 - ones + 0.5)).ln()
}

/// A sample of the numbers below `count`, sorted; at least one where there is any.
fn draw(count: usize, share: f64, random: &mut Random) -> Vec<u32> {
    let wanted = ((count as f64 * share).ceil() as usize).clamp(count.min(1), count);
    let mut drawn = random.order(count);
    drawn.truncate(wanted);
    drawn.sort_unstable();
    drawn
}

fn add(logits: &mut [f64], rows: &[Vec<f64>], tree: &Tree) {
    for (logit, row) in logits.iter_mut().zip(rows) {
        *logit += tree.answer(row);
    }
}

fn mean_loss(logits: &[f64], labels: &[bool]) -> f64 {
    let sum: f64 = logits.iter().zip(labels).map(|(&logit, &label)| log_loss(logit, label)).sum();
    if labels.is_empty() { 0.0 } else { sum / labels.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Label 1 where exactly one of two features is above its middle: no linear rule tells it.
    fn either_or(count: usize) -> (Vec<Vec<f64>>, Vec<bool>) {
        let row = |at: usize| vec![(at * 7 % 20) as f64, (at * 11 % 30) as f64, (at % 5) as f64];
        let rows: Vec<Vec<f64>> = (0..count).map(row).collect();
        let labels = rows.iter().map(|row| (row[0] >= 10.0) != (row[1] >= 15.0)).collect();
        (rows, labels)
    }

    #[test]
    fn trees_learn_what_no_line_tells() {
        let (rows, labels) = either_or(600);
        let (train, valid) = ((&rows[..400], &labels[..400]), (&rows[400..], &labels[400..]));
        let model = Boosted::fit(train, valid, &BoostingParams::default(), 1).unwrap();
        let right =
            rows.iter().zip(&labels).filter(|(row, label)| (model.probability(row) >= 0.5) == **label);
        assert!(right.count() >= 594);
        assert!(Boosted::fit(train, valid, &BoostingParams::default(), 1).unwrap() == model);
        let json = serde_json::to_string(&model).unwrap();
        let read: Boosted = serde_json::from_str(&json).unwrap();
        // serde_json reads numbers to within a rounding unit.
        assert!((read.probability(&rows[3]) - model.probability(&rows[3])).abs() < 1e-12);
    }

    #[test]
    fn random_labels_stop_early() {
        let rows: Vec<Vec<f64>> = (0..300).map(|at| vec![(at * 37 % 101) as f64]).collect();
        let order = Random::new(5, 0).order(300);
        let labels: Vec<bool> = order.into_iter().map(|at| at % 2 == 0).collect();
        let train = (&rows[..150], &labels[..150]);
        let model =
            Boosted::fit(train, (&rows[150..], &labels[150..]), &BoostingParams::default(), 1).unwrap();
        assert!(model.trees() < 60, "{} trees", model.trees());
    }

    #[test]
    fn few_rows_and_constant_features_are_no_trouble() {
        let params = BoostingParams::default();
        let one = Boosted::fit((&[vec![1.0]], &[true]), (&[], &[]), &params, 0).unwrap();
        assert!(one.probability(&[1.0]) > 0.5 && one.probability(&[-4.0]).is_finite());
        assert!(Boosted::fit((&[], &[]), (&[], &[]), &params, 0).is_err());
    }
}
