//! Which step depends on which, and which moves break something?
//!
//! [`Units`] reads what every step names, does and refers to. Of recipes, [`PairTable`] measures each earlier step against each later one (shared
//! things, products and pronouns, vessels opened in between, classes of verbs and how they are put, places), and of all steps that a [`Move`] passes; of
//! any other procedure `ties` measures what two steps have in common, and a move does harm if one of its pairs does. [`Weights`], learnt on recipes
//! and procedures with known dependencies, turn that into probabilities. What a text says outright ("once the glue is dry", a part put back that was
//! taken off) counts beside it.
//!
//! English, Chinese, German, French and Spanish have words for what is done; in other languages only shared words count.

mod deeds;
mod graph;
mod lexicon;
mod moves;
mod pairs;
mod reasons;
mod ties;
mod units;
mod weights;

pub use graph::{Dependencies, Edge};
pub(crate) use lexicon::{CLASS_COUNT as VERB_CLASSES, class_of as verb_class};
pub use moves::Move;
pub use pairs::PairTable;
pub use units::Units;
pub(crate) use units::{MANNERS, manner};
pub use weights::{Linear, Weights, move_row, pair_row, tie_rows};

/// Longer documents get no table of pairs.
const TABLED_MOST: usize = 600;

#[cfg(test)]
mod tests;
