//! All stages in a row: the only module that knows every one of them.

mod classifier;
mod config;
mod folder;
mod learn;
mod pair_graph;
mod pairs;
mod sampler;
mod term_similarities;

pub use classifier::{Classifier, ReadyDocument, probability};
pub use config::Config;
pub use folder::{FORMAT, ModelConfig};
pub use learn::{Learned, Progress, checkpoint_of, fit, learn};
#[cfg(feature = "corpus")]
pub(crate) use pair_graph::shown;
pub use pair_graph::{GraphBuilder, PairGraph, Prepared};
pub(crate) use pairs::Distinct;
pub use pairs::{BadPair, LabelledPair, PairFile, PairOptions};
pub use sampler::{Basis, PreparedDocument, Sampler, ScaledFeatures};
