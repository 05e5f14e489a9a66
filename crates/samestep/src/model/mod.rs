//! The paper's classifier: a Siamese encoder over the words of every vertex, a GCN over the graph, an MLP for the pair.
//!
//! A [`Sample`] is a pair as the network sees it: word numbers by sentence, sentences by vertex, arcs. [`forward`](Network::forward)
//! keeps what the gradient needs; [`Scorer`] only scores.

mod config;
mod ensemble;
mod file;
mod forward;
pub(crate) mod matrix;
mod network;
mod sample;
mod scorer;
mod table;

pub use config::{Aggregation, Edges, MOST_MEMBERS, NetworkConfig};
pub use ensemble::Ensemble;
pub use forward::{Encoded, Forward, NO_SENTENCE};
pub use network::{Network, Tensor};
pub use sample::{Sample, SampleSide, TERM_SIMILARITIES};
pub use scorer::Scorer;
pub use table::{WordTable, Words};
