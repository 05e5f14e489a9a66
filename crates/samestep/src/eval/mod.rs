//! How well are pairs told apart, and how much of that would simple methods do as well?
//!
//! [`protocol`] makes labelled pairs and splits them without leaks, [`baselines`] are the simple methods that every result is
//! put beside, [`reproduce`] runs the paper's table with its controls, [`order_bench`] measures how well order is told, [`content_bench`]
//! how well the judge that ships does where it has not learned, [`harm_bench`] how
//! well harmful moves are told, [`align_bench`] how well actions are aligned, and [`report`] writes tables.

pub mod report;
pub mod protocol;
pub mod baselines;
pub mod reproduce;
pub mod order_bench;
pub mod content_bench;
pub mod ara;
pub mod harm_bench;
pub mod align_bench;

pub use crate::{
    metrics::{self, Metrics, Spread},
    pipeline::{LabelledPair, PairFile},
};
