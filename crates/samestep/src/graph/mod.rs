//! Graphs on dense ids, and the algorithms that run on them. Knows nothing of documents.

mod undirected;

pub use undirected::UndirectedGraph;
