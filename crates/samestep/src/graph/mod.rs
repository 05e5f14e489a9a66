//! Graphs on dense ids, and the algorithms that run on them. Knows nothing of documents.

pub(crate) mod random;
mod undirected;
pub mod communities;
pub mod hamiltonian;
mod pagerank;
mod rows;

pub use pagerank::{PageRankParams, pagerank};
pub(crate) use random::Random;
pub(crate) use rows::Rows;
pub use undirected::UndirectedGraph;
