//! The shape of the network.

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// The options of the network; all of them are written into the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct NetworkConfig {
    /// How many neighbouring words a filter of the encoder sees: 1 or 3.
    pub window: usize,
    /// The number of filters of the encoder.
    pub filters: usize,
    /// The number of graph convolutions: 2, 3 or 4.
    pub layers: usize,
    /// The width of a graph convolution.
    pub hidden: usize,
    /// Which neighbours a vertex hears.
    pub aggregation: Aggregation,
    /// Which edges it hears along.
    pub edges: Edges,
    /// Whether a vertex also has Liu's five term similarities of its two sides.
    pub term_similarities: bool,
    /// Whether the pair's own features go into the MLP.
    pub pair_features: bool,
    /// The width of the MLP.
    pub mlp: usize,
    /// How many networks of this shape are trained, each from a seed of its own; their logits are averaged.
    pub members: usize,
}

/// The most networks that a model may average.
pub const MOST_MEMBERS: usize = 16;

/// Which neighbours a vertex hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aggregation {
    /// Those that its edges lead to.
    Successors,
    /// Those whose edges lead to it.
    Predecessors,
    /// All of them.
    #[default]
    Both,
}

/// Which edges the network hears along; all but the graph's own are controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edges {
    /// Those of the graph.
    #[default]
    Graph,
    /// None: every vertex hears only itself.
    None,
    /// As many as the graph has, of the same weights, between vertices drawn at random.
    Random,
}

impl Default for NetworkConfig {
    fn default() -> Self {
        NetworkConfig {
            window: 1,
            filters: 32,
            layers: 3,
            hidden: 32,
            aggregation: Aggregation::Both,
            edges: Edges::Graph,
            term_similarities: true,
            pair_features: false,
            mlp: 16,
            members: 1,
        }
    }
}

impl NetworkConfig {
    /// Refuses shapes that the network does not have.
    ///
    /// # Errors
    /// If a number is outside its range.
    pub fn check(&self) -> Result<()> {
        let refuse =
            |name, got: usize, expected| Err(Error::Parameter { name, got: got.to_string(), expected });
        if self.window != 1 && self.window != 3 {
            return refuse("network.window", self.window, "it must be 1 or 3");
        }
        if !(2..=4).contains(&self.layers) {
            return refuse("network.layers", self.layers, "it must be 2, 3 or 4");
        }
        if !(1..=MOST_MEMBERS).contains(&self.members) {
            return refuse("network.members", self.members, "it must lie between 1 and 16");
        }
        for (name, value) in
            [("network.filters", self.filters), ("network.hidden", self.hidden), ("network.mlp", self.mlp)]
        {
            if !(1..=1024).contains(&value) {
                return refuse(name, value, "it must lie between 1 and 1024");
            }
        }
        Ok(())
    }
}
