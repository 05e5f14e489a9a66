//! What is this document about? For each word, the odds that it names the thing worked on.
//!
//! A word's place and role tell: the part that a repair manual replaces comes late, heads its phrase, and is the object of the last verbs of
//! removal. [`Salience::fit`] learns this from documents whose subject is known; [`Salience::topic`] gives the words of any document with
//! their odds. No word counts by its name, only by its place, its role and its vector, so that it carries over to subjects never seen.

mod measures;
mod roles;
mod topic;

pub use measures::NAMES;
pub(crate) use roles::tells_aim;
pub use topic::{Salience, Topic, TopicWord};

#[cfg(test)]
mod tests;
