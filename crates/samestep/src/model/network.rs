//! The parameters of the network: one list of numbers with names for its parts.

use super::{NetworkConfig, sample::TERM_SIMILARITIES};
use crate::{Result, graph::Random};

/// A named part of the parameters: `rows` times `columns` numbers, by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tensor {
    /// The name, as the model file has it.
    pub name: String,
    /// Where its numbers start.
    pub start: usize,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Tensor {
    /// Its numbers within the parameters.
    pub fn of<'p>(&self, parameters: &'p [f32]) -> &'p [f32] {
        &parameters[self.start..self.start + self.rows * self.columns]
    }

    /// Its numbers within the parameters, to be changed.
    pub fn of_mut<'p>(&self, parameters: &'p mut [f32]) -> &'p mut [f32] {
        &mut parameters[self.start..self.start + self.rows * self.columns]
    }
}

/// The network: its shape and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    /// The shape.
    pub config: NetworkConfig,
    /// The length of the word vectors.
    pub dimensions: usize,
    /// The number of pair features; 0 unless the configuration asks for them.
    pub features: usize,
    /// All parameters.
    pub parameters: Vec<f32>,
    tensors: Vec<Tensor>,
}

impl Network {
    /// A network with parameters drawn uniformly as Glorot and Bengio (2010) have it, biases and direct weights 0.
    ///
    /// # Errors
    /// If the configuration is not valid.
    pub fn new(config: NetworkConfig, dimensions: usize, features: usize, seed: u64) -> Result<Self> {
        config.check()?;
        let features = if config.pair_features { features } else { 0 };
        let tensors = layout(&config, dimensions, features);
        let count = tensors.iter().map(|tensor| tensor.rows * tensor.columns).sum();
        let mut parameters = vec![0.0; count];
        let mut random = Random::new(seed, 0);
        for tensor in tensors.iter().filter(|tensor| tensor.name.ends_with("weight")) {
            let span = (6.0 / (tensor.rows + tensor.columns) as f64).sqrt();
            for value in tensor.of_mut(&mut parameters) {
                *value = ((random.unit() * 2.0 - 1.0) * span) as f32;
            }
        }
        Ok(Network { config, dimensions, features, parameters, tensors })
    }

    /// The parts of the parameters, in order.
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    pub(crate) fn encoder_weight(&self) -> &Tensor {
        &self.tensors[0]
    }

    pub(crate) fn encoder_bias(&self) -> &Tensor {
        &self.tensors[1]
    }

    /// Weight and bias of a graph convolution.
    pub(crate) fn convolution(&self, layer: usize) -> (&Tensor, &Tensor) {
        (&self.tensors[2 + 2 * layer], &self.tensors[3 + 2 * layer])
    }

    /// Weights and biases of the MLP: hidden weight, hidden bias, output weight, output bias.
    pub(crate) fn mlp(&self) -> [&Tensor; 4] {
        let start = 2 + 2 * self.config.layers;
        [0, 1, 2, 3].map(|at| &self.tensors[start + at])
    }

    /// The weights by which the pair's features reach the logit past the MLP's hidden layer; none without features.
    pub(crate) fn direct(&self) -> Option<&Tensor> {
        (self.features > 0).then(|| &self.tensors[6 + 2 * self.config.layers])
    }

    /// The length of a vertex's match vector.
    pub(crate) fn match_length(&self) -> usize {
        2 * self.config.filters + if self.config.term_similarities { TERM_SIMILARITIES } else { 0 }
    }
}

fn layout(config: &NetworkConfig, dimensions: usize, features: usize) -> Vec<Tensor> {
    let mut tensors: Vec<Tensor> = Vec::new();
    let mut add = |name: String, rows: usize, columns: usize| {
        let start = tensors.last().map_or(0, |last| last.start + last.rows * last.columns);
        tensors.push(Tensor { name, start, rows, columns });
    };
    add("encoder.weight".into(), config.window * dimensions, config.filters);
    add("encoder.bias".into(), 1, config.filters);
    let mut width = 2 * config.filters + if config.term_similarities { TERM_SIMILARITIES } else { 0 };
    for layer in 0..config.layers {
        add(format!("gcn.{layer}.weight"), width, config.hidden);
        add(format!("gcn.{layer}.bias"), 1, config.hidden);
        width = config.hidden;
    }
    add("mlp.0.weight".into(), width + features, config.mlp);
    add("mlp.0.bias".into(), 1, config.mlp);
    add("mlp.1.weight".into(), config.mlp, 1);
    add("mlp.1.bias".into(), 1, 1);
    if features > 0 {
        add("mlp.direct".into(), features, 1);
    }
    tensors
}
