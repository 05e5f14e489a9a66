//! Small changes that turn a step round: another amount, a negation, the opposite.
//!
//! What of a step could be turned is read once ([`Claim`]); two steps are then held against each other without their texts ([`alterations`]).
//! Which words deny stands in `negations`, which stand against each other in `opposites`.

mod negations;
mod forms;
mod opposites;
mod claim;
mod alteration;

pub(super) use alteration::alterations;
pub use alteration::{Alteration, Alterations};
pub(super) use claim::{Claim, claims};

/// Of two steps with a smaller share of words in common, a negation or an opposite may be part of other words.
const NEAR: f64 = 0.4;

/// From this share on little else changes: "Plug the lamp in" and "Unplug the lamp".
const ALONE: f64 = 0.57;

/// And so it does where each of two short steps has one word that the other has not: "Turn left" and "Turn right".
const ONE_EACH: f64 = 2.0;

/// Of two steps with a smaller share of words in common "no" tells nothing, nor does a word beside its opposite.
const MOSTLY: f64 = 0.75;

#[cfg(test)]
mod tests;
