//! What does a person need to know about two documents?
//!
//! [`compare`] gathers all of it once: the verdict, the numbers, the evidence, and every step with its partner. The terminal
//! ([`terminal`]), the page ([`page`]) and the JSON show the same [`Comparison`]; nothing is worked out twice.

mod comparison;
mod differences;
mod model;
pub mod page;
pub mod terminal;
mod verdict;

pub use comparison::{Comparison, ModelName, Row, Side, compare, compare_with};
pub use differences::{Piece, differences};
pub use model::Model;
pub use verdict::verdict;

#[cfg(test)]
mod tests;
