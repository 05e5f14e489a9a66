//! Making the joint concept interaction graph directed and sparse.
//!
//! The [`Pseudograph`] records which concept follows which, sentence by sentence. Dominant direction deduction (D3) reads one
//! direction off it: [`sgs`] (supergenome sorting) pair by pair, [`hp`] (Hamiltonian path) for all vertices at once. The
//! result is intersected with the CIG or JCIG: direction from the pseudograph, weight from the graph.

mod deduce;
pub mod hp;
mod params;
mod pseudograph;
pub mod sgs;

pub use deduce::{Arc, Directed, direct};
pub use params::{Direction, Params, Scope};
pub use pseudograph::{Follow, Pseudograph};

#[cfg(test)]
mod tests;
