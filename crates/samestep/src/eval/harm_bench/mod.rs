//! Is it known which moves do harm? Steps of ARA's recipes taken to other places.
//!
//! Every recipe carries the graph of its actions: which directly depends on which. A move does harm if the step passes one that depends on
//! it, directly or through others, or that it depends on. Nine of ten random moves do; so of every recipe as many harmful as harmless
//! moves are drawn, at most 8 of a kind, five times. One dish is left out in turn: weights and thresholds come from the others.
//! Procedures of other trades whose dependencies somebody marked are measured with the weights that ship.

mod marked;
mod measure;
mod moves;
mod report;

pub use marked::{is_marked, run_marked};
pub use measure::{MovedRecipe, learn, run};
pub use moves::Level;
pub use report::{HarmReport, HarmRow, Natural};

#[cfg(test)]
mod tests;
