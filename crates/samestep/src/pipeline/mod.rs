//! All stages in a row: the only module that knows every one of them.

mod config;
mod pair_graph;

pub use config::Config;
pub use pair_graph::{GraphBuilder, PairGraph, Prepared};
