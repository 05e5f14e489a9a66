//! Which step corresponds to which, and are they done in the same order?
//!
//! [`Aligner::prepare`] reads the steps of a document once; [`Aligner::align`] pairs the steps of two prepared documents. Steps are bags of
//! lower-case words, weighed by how rare a word is among the steps of a corpus ([`StepWeights`]). The pairs are the best assignment over the
//! matrix of their cosines (`assignment`), with gaps and crossings; the heaviest increasing subsequence of the pairs stays (`sequence`), what
//! crosses it was moved, and one number tells how far the order agrees (`score`). Steps told in other words find their partner between
//! neighbours that agree (`gaps`), by related words (`meaning`). Of two steps that correspond, what a change turns round is named (`claims`).
//!
//! All of it is the same whichever document comes first: pairs are worked out in one canonical orientation and turned back.

mod params;
mod weights;
mod amounts;
mod claims;
mod wording;
mod meaning;
mod steps;
mod matrix;
mod assignment;
mod sequence;
mod concordance;
mod split;
mod score;
mod alignment;
mod uncross;
mod weak;
mod gaps;
mod align;

pub use align::Aligner;
pub use alignment::{Alignment, Kind, Link};
pub(crate) use amounts::{is_one_amount, measures_only};
pub use claims::{Alteration, Alterations};
pub use matrix::Matrix;
pub use params::Params;
pub use score::OrderParts;
pub use steps::Steps;
pub use weights::StepWeights;

#[cfg(test)]
mod tests;
