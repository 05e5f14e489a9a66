//! How well is order told apart? Pairs of a document and a copy, in order or not, made from any documents with steps.
//!
//! Three kinds of pairs:
//! - a document and a copy of which some of the words were dropped;
//! - a document and a copy with words dropped and replaced, steps deleted and merged (`rewritten`);
//! - two documents of one subject as they are, against the same two with one side reordered (`real`), where the records tell the subject.
//!
//! Of each, pairs in order stand against pairs with one side reordered ([`Edit`]); the area under the ROC curve says how often a score puts the
//! first above the second. Documents are dealt into two halves by their ids: what is chosen is chosen on one, what is reported is measured on
//! the other, and the words' weights always come from the half that is not measured.

mod source;
mod edit;
pub(super) mod copies;
mod pairs;
mod peers;
mod measure;
mod report;

pub use edit::Edit;
pub use measure::{Settings, run};
pub use pairs::{Copy, OrderPair};
pub use report::{Alarms, MovedRow, OrderReport, OrderRow};
pub use source::{Collection, Half};

#[cfg(test)]
mod tests;
