//! Samestep tells whether two documents describe the same procedure: the same things, done in the same order.
//!
//! A document flows one way through the modules, in the order in which they are declared here:
//!
//! 1. [`text`] reads a file and cuts it into steps, sentences and tokens, with byte spans;
//! 2. [`keywords`] finds the words and phrases that the document is about;
//! 3. [`concepts`] groups keywords that occur together;
//! 4. [`cig`] builds the (joint) concept interaction graph of one document or of a pair;
//! 5. [`direction`] makes that graph directed and sparse.
//!
//! [`eval`] measures how well pairs are told apart, beside simple methods.
//!
//! A module uses only modules above it; `tests/layering.rs` keeps it so.

pub mod error;
pub mod files;
pub mod graph;
pub mod metrics;
pub mod encoder;
pub mod text;
pub mod tfidf;
pub mod vectors;
pub mod keywords;
pub mod concepts;
pub mod cig;
pub mod direction;
pub mod draw;
pub mod features;
pub mod order;
pub mod dependencies;
pub mod model;
pub mod train;
pub mod salience;
pub mod judge;
pub mod pipeline;
pub mod explain;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod eval;

pub use error::{Error, Result};
pub use pipeline::{Config, GraphBuilder, PairGraph};
pub use text::Document;
pub use vectors::WordVectors;
