//! Is it the same procedure, and what says so?
//!
//! A [`Judge`] weighs what two documents share: their words ([`features`](crate::features)), what each is about
//! ([`salience`](crate::salience)), how far they agree by a general measure of words (`general`), and the order of their aligned steps
//! ([`order`](crate::order)). Three linear heads share the work: one learned on repair manuals, where the words of the device say little, one
//! on news, where people and dates tell, and one on procedures of many trades told twice; how much a pair reads like repair manuals (`domain`)
//! or tells of people (`particulars`) says how much each counts. Of a copy, also a revised one, the heads' word is taken back (`measures`); what stands
//! outside the steps (`outside`) and what turns a step round (`changes`) is weighed by hand. All
//! of it is a sum, so that every piece of evidence has its weight, and the weights add up to the logit.

mod background;
mod changes;
mod domain;
mod evidence;
mod file;
mod general;
mod head;
mod learn;
mod measures;
mod model;
mod outside;
mod particulars;
mod passages;
mod shapes;
#[cfg(feature = "corpus")]
mod stored;
mod topics;

pub use evidence::{Evidence, Theme};
pub use general::word_counts;
pub use learn::{Collection, Origin, Others, TrainingDocument};
pub use measures::{NAMES, THEMES};
pub use model::{Judge, Judgement, Reading, Score};
#[cfg(feature = "corpus")]
pub(crate) use stored::READING_VERSION;

#[cfg(test)]
mod tests;
