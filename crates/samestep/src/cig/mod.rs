//! The concept interaction graph of a document (CIG) and of a pair (JCIG).
//!
//! Vertices are concepts plus one dummy vertex; sentences are assigned to the concepts that they are similar to, to the
//! dummy vertex where there is none; edges weigh how similar the sentences of two vertices are.

mod assignment;
mod graph;
mod large;
mod params;
mod profile;
mod similarity;
mod vertices;

pub use assignment::Assignment;
pub use graph::{Cig, Jcig};
pub use large::{COMMON_TERM, LARGE_GRAPH, MOST_CONCEPTS};
pub use params::{Params, VertexSet};
pub use profile::{PairProfile, Side};
pub use similarity::Similarities;
pub use vertices::{Vertex, VertexId, joint, union};
