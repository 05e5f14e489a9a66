//! One measurement, kept in a file.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{
    Error, Result,
    eval::{Metrics, protocol::Protocol},
    files::write_whole,
};

/// What a method reached in one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Names data, pairs and settings: a cell of others is not taken for this one.
    pub fingerprint: String,
    /// The data set.
    pub set: String,
    /// The protocol.
    pub protocol: Protocol,
    /// The run, from 1.
    pub run: usize,
    /// The method's name.
    pub method: String,
    /// The hash of the pair list.
    pub pairs_sha256: String,
    /// The numbers of training, validation and test pairs.
    pub pairs: [usize; 3],
    /// What it reached on the test pairs.
    pub test: Metrics,
    /// What it reached on the validation pairs.
    pub valid: Metrics,
    /// The mean number of edges of a graph; none where there are no graphs.
    pub edges: Option<f64>,
    /// The mean number of vertices of a graph.
    pub vertices: Option<f64>,
    /// Seconds that an epoch took.
    pub seconds_per_epoch: Option<f64>,
    /// The epochs; of the first network where there are several.
    pub history: Vec<Point>,
    /// The ROC curve on the test pairs: false alarms, hits.
    pub roc: Vec<(f32, f32)>,
}

/// A point of the learning curves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The mean loss of the training pairs.
    pub loss: f32,
    /// The mean loss of the validation pairs.
    pub valid_loss: f32,
    /// The accuracy on the validation pairs.
    pub valid_accuracy: f32,
}

impl Cell {
    /// A finished cell; none where there is none, or one of other data or settings.
    pub(super) fn read(path: &Path, fingerprint: &str) -> Option<Self> {
        let text = std::fs::read_to_string(path).ok()?;
        let cell: Cell = serde_json::from_str(&text).ok()?;
        (cell.fingerprint == fingerprint).then_some(cell)
    }

    /// Keeps the cell, whole or not at all.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string(self).map_err(|error| Error::format(path, error.to_string()))?;
        write_whole(path, |writer| writer.write_all(text.as_bytes()))
    }
}
