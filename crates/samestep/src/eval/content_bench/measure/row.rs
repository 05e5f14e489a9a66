//! A row of the table, and the scores that it is made of.

use serde::Serialize;

use crate::eval::{Metrics, protocol::PairIds};

/// A measured row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// What was measured.
    pub what: String,
    /// Which system.
    pub system: String,
    /// The number of pairs.
    pub pairs: usize,
    /// The share of right answers.
    pub accuracy: f64,
    /// The area under the ROC curve.
    pub auc: Option<f64>,
    /// The calibration error.
    pub ece: Option<f64>,
    /// Of the pairs that are not the same, the share called the same.
    pub false_alarms: Option<f64>,
}

pub(super) fn row(what: &str, system: &str, scores: &[f64], labels: &[bool]) -> Row {
    let metrics = Metrics::new(scores, labels);
    let others = labels.iter().filter(|label| !**label).count();
    let alarms = scores.iter().zip(labels).filter(|(score, label)| !**label && **score >= 0.5).count();
    let both = others > 0 && others < labels.len();
    Row {
        what: what.to_owned(),
        system: system.to_owned(),
        pairs: labels.len(),
        accuracy: metrics.accuracy,
        auc: both.then_some(metrics.auc),
        ece: both.then_some(metrics.ece),
        false_alarms: (others > 0).then(|| alarms as f64 / others as f64),
    }
}

/// Scores gathered over folds.
#[derive(Default)]
pub(in crate::eval::content_bench) struct Gathered {
    scores: Vec<f64>,
    labels: Vec<bool>,
}

impl Gathered {
    pub(in crate::eval::content_bench) fn add(&mut self, scores: Vec<f64>, labels: Vec<bool>) {
        self.scores.extend(scores);
        self.labels.extend(labels);
    }

    pub(in crate::eval::content_bench) fn row(&self, what: &str, system: &str) -> Row {
        row(what, system, &self.scores, &self.labels)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

pub(in crate::eval::content_bench) fn labels(pairs: &[PairIds]) -> Vec<bool> {
    pairs.iter().map(|pair| pair.label).collect()
}
