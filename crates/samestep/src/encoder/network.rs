//! BERT's forward pass.

use std::path::Path;

use ndarray::{Array1, Array2, ArrayView2, ArrayViewMut2, Axis, Slice, concatenate, linalg::general_mat_mul};

use super::{config::Config, weights::Weights};
use crate::{
    Result,
    files::{LARGEST_MODEL_FILE, read_whole},
};

/// The network's weights.
pub(super) struct Network {
    words: Array2<f32>,
    /// Position vectors, with the vector of the first segment added.
    positions: Array2<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    heads: usize,
}

struct Layer {
    /// Query, key and value side by side: one product for the three.
    attention: Linear,
    output: Linear,
    attention_norm: Norm,
    widening: Linear,
    narrowing: Linear,
    norm: Norm,
}

impl Network {
    /// Reads the weights.
    pub fn open(path: &Path, config: &Config) -> Result<Self> {
        let bytes = read_whole(path, LARGEST_MODEL_FILE)?;
        let weights = Weights::parse(path, &bytes)?;
        let hidden = config.hidden_size;
        let mut positions =
            weights.matrix("embeddings.position_embeddings.weight", config.positions, hidden)?;
        let types = weights.matrix("embeddings.token_type_embeddings.weight", config.types, hidden)?;
        positions += &types.row(0);
        Ok(Network {
            words: weights.matrix("embeddings.word_embeddings.weight", config.vocab_size, hidden)?,
            positions,
            norm: Norm::read(&weights, "embeddings.LayerNorm", config)?,
            layers: (0..config.layers).map(|at| Layer::read(&weights, at, config)).collect::<Result<_>>()?,
            heads: config.heads,
        })
    }

    /// The number of a vector's entries.
    pub fn hidden(&self) -> usize {
        self.words.ncols()
    }

    /// For sequences of `length` word pieces each, one after another in `ids`: the sum of the last layer's vectors.
    ///
    /// Ids lie below the vocabulary's size, and `length` is at most the number of positions.
    pub fn sums(&self, ids: &[u32], length: usize) -> Vec<Vec<f32>> {
        let mut states = self.embed(ids, length);
        for layer in &self.layers {
            layer.run(&mut states, length, self.heads);
        }
        let sum = |sequence: ArrayView2<'_, f32>| sequence.sum_axis(Axis(0)).to_vec();
        states.axis_chunks_iter(Axis(0), length).map(sum).collect()
    }

    fn embed(&self, ids: &[u32], length: usize) -> Array2<f32> {
        let mut states = Array2::zeros((ids.len(), self.hidden()));
        for (at, (mut row, &id)) in states.rows_mut().into_iter().zip(ids).enumerate() {
            row.assign(&self.words.row(id as usize));
            row += &self.positions.row(at % length);
        }
        self.norm.run(&mut states);
        states
    }
}

impl Layer {
    fn read(weights: &Weights<'_>, at: usize, config: &Config) -> Result<Self> {
        let name = |part: &str| format!("encoder.layer.{at}.{part}");
        let (hidden, wide) = (config.hidden_size, config.intermediate_size);
        let linear = |part: &str, from: usize, to: usize| Linear::read(weights, &name(part), from, to);
        Ok(Layer {
            attention: Linear::beside([
                linear("attention.self.query", hidden, hidden)?,
                linear("attention.self.key", hidden, hidden)?,
                linear("attention.self.value", hidden, hidden)?,
            ]),
            output: linear("attention.output.dense", hidden, hidden)?,
            attention_norm: Norm::read(weights, &name("attention.output.LayerNorm"), config)?,
            widening: linear("intermediate.dense", hidden, wide)?,
            narrowing: linear("output.dense", wide, hidden)?,
            norm: Norm::read(weights, &name("output.LayerNorm"), config)?,
        })
    }

    fn run(&self, states: &mut Array2<f32>, length: usize, heads: usize) {
        let attended = attend(&self.attention.run(states), length, heads);
        *states += &self.output.run(&attended);
        self.attention_norm.run(states);
        let mut wide = self.widening.run(states);
        wide.mapv_inplace(gelu);
        *states += &self.narrowing.run(&wide);
        self.norm.run(states);
    }
}

/// Scaled dot-product attention within each sequence, head by head.
fn attend(joined: &Array2<f32>, length: usize, heads: usize) -> Array2<f32> {
    let hidden = joined.ncols() / 3;
    let size = hidden / heads;
    let scale = 1.0 / (size as f32).sqrt();
    let mut attended = Array2::zeros((joined.nrows(), hidden));
    let mut shares = Array2::zeros((length, length));
    let sequences =
        joined.axis_chunks_iter(Axis(0), length).zip(attended.axis_chunks_iter_mut(Axis(0), length));
    for (sequence, mut result) in sequences {
        for head in 0..heads {
            let part = |third: usize| {
                let first = third * hidden + head * size;
                sequence.slice_axis(Axis(1), Slice::from(first..first + size))
            };
            general_mat_mul(scale, &part(0), &part(1).t(), 0.0, &mut shares);
            softmax(shares.view_mut());
            let mut place = result.slice_axis_mut(Axis(1), Slice::from(head * size..(head + 1) * size));
            general_mat_mul(1.0, &shares, &part(2), 0.0, &mut place);
        }
    }
    attended
}

fn softmax(mut rows: ArrayViewMut2<'_, f32>) {
    for mut row in rows.rows_mut() {
        let most = row.fold(f32::NEG_INFINITY, |most, &x| most.max(x));
        row.mapv_inplace(|x| (x - most).exp());
        let sum = row.sum();
        row.mapv_inplace(|x| x / sum);
    }
}

struct Linear {
    /// A row for each output.
    weights: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    fn read(weights: &Weights<'_>, name: &str, from: usize, to: usize) -> Result<Self> {
        Ok(Linear {
            weights: weights.matrix(&format!("{name}.weight"), to, from)?,
            bias: weights.vector(&format!("{name}.bias"), to)?,
        })
    }

    /// One map with the outputs of three, one after another.
    fn beside(maps: [Linear; 3]) -> Self {
        let weights = maps.each_ref().map(|map| map.weights.view());
        let bias = maps.each_ref().map(|map| map.bias.view());
        Linear {
            weights: concatenate(Axis(0), &weights).expect("all have one number of columns"),
            bias: concatenate(Axis(0), &bias).expect("all are vectors"),
        }
    }

    fn run(&self, states: &Array2<f32>) -> Array2<f32> {
        let shape = (states.nrows(), self.bias.len());
        let mut result = self.bias.broadcast(shape).expect("a row can be repeated").to_owned();
        general_mat_mul(1.0, states, &self.weights.t(), 1.0, &mut result);
        result
    }
}

struct Norm {
    scale: Array1<f32>,
    shift: Array1<f32>,
    epsilon: f32,
}

impl Norm {
    fn read(weights: &Weights<'_>, name: &str, config: &Config) -> Result<Self> {
        Ok(Norm {
            scale: weights.vector(&format!("{name}.weight"), config.hidden_size)?,
            shift: weights.vector(&format!("{name}.bias"), config.hidden_size)?,
            epsilon: config.epsilon,
        })
    }

    fn run(&self, states: &mut Array2<f32>) {
        let count = self.scale.len() as f32;
        for mut row in states.rows_mut() {
            let mean = row.sum() / count;
            row.mapv_inplace(|x| x - mean);
            let variance = row.fold(0.0, |sum, x| sum + x * x) / count;
            row *= 1.0 / (variance + self.epsilon).sqrt();
            row *= &self.scale;
            row += &self.shift;
        }
    }
}

/// The Gaussian error linear unit, by the error function.
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// The error function to 2e-7: Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26.
fn erf(x: f32) -> f32 {
    const FACTORS: [f32; 5] = [1.061_405_4, -1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6];
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let sum = FACTORS.iter().fold(0.0, |sum, factor| (sum + factor) * t);
    (1.0 - sum * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_function_at_known_points() {
        for (x, expected) in
            [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (-2.0, -0.995_322_3), (9.0, 1.0)]
        {
            assert!((erf(x) - expected).abs() < 5e-7, "erf({x}) = {}", erf(x));
        }
    }

    #[test]
    fn attention_to_equal_keys_is_the_mean_of_the_values() {
        // Two sequences of two pieces, one head of size 1: columns are query, key, value.
        let joined = ndarray::arr2(&[[1.0, 0.0, 2.0], [1.0, 0.0, 4.0], [3.0, 1.0, 5.0], [3.0, 1.0, 7.0]]);
        assert_eq!(attend(&joined, 2, 1), ndarray::arr2(&[[3.0], [3.0], [6.0], [6.0]]));
    }

    #[test]
    fn layer_norm_centres_and_scales() {
        let norm =
            Norm { scale: ndarray::arr1(&[1.0, 2.0]), shift: ndarray::arr1(&[0.0, 1.0]), epsilon: 1e-12 };
        let mut states = ndarray::arr2(&[[3.0, 5.0]]);
        norm.run(&mut states);
        assert_eq!(states, ndarray::arr2(&[[-1.0, 3.0]]));
    }
}
