//! The settings of all stages, in one value.

use serde::{Deserialize, Serialize};

use crate::{Result, cig, concepts, direction, keywords, model::NetworkConfig, train, vectors};

/// The settings of every stage, in one value that can be read from a file and written to one.
///
/// ```
/// let config = samestep::Config::default();
/// config.check()?;
/// # Ok::<(), samestep::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// How word vectors are trained.
    pub vectors: vectors::Params,
    /// How keywords are found.
    pub keywords: keywords::Params,
    /// How keywords are grouped into concepts.
    pub concepts: concepts::Params,
    /// How the (joint) concept interaction graph is built.
    pub cig: cig::Params,
    /// How it is made directed and sparse.
    pub direction: direction::Params,
    /// The network that tells whether a pair is the same procedure.
    pub network: NetworkConfig,
    /// How the network is trained.
    pub train: train::Params,
}

impl Config {
    /// Refuses values outside their ranges.
    ///
    /// # Errors
    /// If a parameter of any stage is out of range.
    pub fn check(&self) -> Result<()> {
        self.vectors.check()?;
        self.concepts.check()?;
        self.cig.check()?;
        self.network.check()?;
        self.train.check()
    }
}
