//! Sentences, concepts and vertices as weighted bags of words.
//!
//! [`DocumentTerms`] reduces a document's words to terms, [`TermIndex`] gives the terms of several documents common numbers, [`Idf`] weighs
//! them, and [`SparseVector`] compares them.

mod idf;
mod index;
mod vector;

pub use idf::Idf;
pub use index::{DocumentTerms, TermForm, TermIndex};
pub(crate) use vector::cosine;
pub use vector::{SparseVector, SparseVectors, VectorBuilder};
