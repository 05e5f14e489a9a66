//! Which action of a recipe corresponds to which of another? ARA's gold alignments, one dish left out in turn.
//!
//! For every action of the source recipe a softmax over nothing and all actions of the target: several may go to one. A first stage sees the
//! two actions and what stands around them; a second one sees the first one's guesses about the neighbours and the other way round too; the
//! answer is their mean. Where all recipes of a dish are seen, an action may also be found by way of a third recipe. An encoder's vectors are
//! further similarities, where a folder with one is given.

mod actions;
mod choice;
mod features;
mod grid;
mod measure;
mod peers;
mod report;
mod second;
mod similarity;

pub use measure::run;
pub use report::{AlignReport, AlignRow, Bin, RecipePair};

#[cfg(test)]
mod tests;
