//! Thresholds of an alignment.

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// When two steps are a pair, and when a pair counts as moved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Two steps less alike than this are no pair.
    pub least_similarity: f64,
    /// A pair out of order counts as moved if exchanging partners with a pair in order would lose at least this much; crossing pairs that would
    /// lose less are exchanged.
    pub least_margin: f64,
    /// A left-over step joins the neighbour of its counterpart if the cosine of the joined steps is greater by this much.
    pub least_gain: f64,
}

impl Default for Params {
    fn default() -> Self {
        Params { least_similarity: 0.1, least_margin: 0.1, least_gain: 0.05 }
    }
}

impl Params {
    /// Refuses thresholds outside 0..1.
    ///
    /// # Errors
    /// If a threshold is no number from 0 to 1.
    pub fn check(&self) -> Result<()> {
        let named = [
            ("order.least_similarity", self.least_similarity),
            ("order.least_margin", self.least_margin),
            ("order.least_gain", self.least_gain),
        ];
        match named.into_iter().find(|(_, value)| !(0.0..=1.0).contains(value)) {
            Some((name, value)) => Err(Error::Parameter {
                name,
                got: value.to_string(),
                expected: "expected a number from 0 to 1",
            }),
            None => Ok(()),
        }
    }
}
