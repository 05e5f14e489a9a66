//! How well are pairs told apart, and how much of that would simple methods do as well?
//!
//! [`protocol`] makes labelled pairs and splits them without leaks, [`baselines`] are the simple methods that every result is
//! put beside, [`metrics`] compares probabilities with labels, and [`report`] writes tables.

pub mod metrics;
pub mod report;
pub mod protocol;
mod pairs;
pub mod baselines;

pub use metrics::{Metrics, Spread};
pub use pairs::{LabelledPair, PairFile};
