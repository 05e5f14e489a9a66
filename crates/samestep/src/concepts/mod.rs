//! Keywords that occur together, grouped into concepts.

mod detect;
mod keyword_graph;

pub use detect::{Concept, Concepts, Params, detect};
pub use keyword_graph::{KeywordSet, keyword_graph};
