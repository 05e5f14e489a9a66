//! The gradient of the loss with respect to every parameter.

use crate::model::{
    Encoded, Forward, NO_SENTENCE, Network, Sample, Tensor, WordTable, Words,
    matrix::{Factor, multiply},
};

/// A share of the gradient that reaches a sentence's encoding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SentenceGradient {
    /// The side, 0 or 1.
    pub side: u8,
    /// The sentence, or [`NO_SENTENCE`] for the stand-in of an empty side.
    pub sentence: u32,
    /// The filter.
    pub filter: u32,
    /// The derivative of the loss.
    pub value: f32,
}

/// Derives one sample's loss: adds to `gradient` (all parameters but the encoder's) and returns what reaches the sentences.
///
/// `slope` is the derivative of the loss with respect to the logit.
pub fn backward(
    network: &Network,
    sample: &Sample,
    run: &Forward,
    slope: f32,
    gradient: &mut [f32],
) -> Vec<SentenceGradient> {
    let n = sample.vertices();
    let pooled = through_mlp(network, run, slope, gradient);
    if n == 0 {
        return Vec::new();
    }
    let hidden = network.config.hidden;
    let mut slopes: Vec<f32> = Vec::with_capacity(n * hidden);
    for _ in 0..n {
        slopes.extend(pooled[..hidden].iter().map(|slope| slope / n as f32));
    }
    for layer in (0..network.config.layers).rev() {
        slopes = through_convolution(network, run, layer, slopes, gradient);
    }
    through_match(network, run, &slopes)
}

fn through_mlp(network: &Network, run: &Forward, slope: f32, gradient: &mut [f32]) -> Vec<f32> {
    let [weight, bias, out, out_bias] = network.mlp();
    out_bias.of_mut(gradient)[0] += slope;
    if let Some(direct) = network.direct() {
        let features = &run.pooled[network.config.hidden..];
        for (sum, feature) in direct.of_mut(gradient).iter_mut().zip(features) {
            *sum += slope * feature;
        }
    }
    for (sum, hidden) in out.of_mut(gradient).iter_mut().zip(&run.hidden) {
        *sum += slope * hidden;
    }
    let slopes: Vec<f32> = run
        .hidden
        .iter()
        .zip(out.of(&network.parameters))
        .map(|(&hidden, weight)| if hidden > 0.0 { slope * weight } else { 0.0 })
        .collect();
    through_affine(network, (weight, bias), &run.pooled, &slopes, gradient)
}

/// Derives `input * weight + bias`; returns the slopes of the input.
fn through_affine(
    network: &Network,
    (weight, bias): (&Tensor, &Tensor),
    input: &[f32],
    slopes: &[f32],
    gradient: &mut [f32],
) -> Vec<f32> {
    for (sum, slope) in bias.of_mut(gradient).iter_mut().zip(slopes) {
        *sum += slope;
    }
    let columns = slopes.len();
    let (weight, weight_gradient) = (weight.of(&network.parameters), weight.of_mut(gradient));
    let mut back = vec![0.0; input.len()];
    for (at, (value, back)) in input.iter().zip(&mut back).enumerate() {
        let row = at * columns..(at + 1) * columns;
        *back = weight[row.clone()].iter().zip(slopes).map(|(weight, slope)| weight * slope).sum();
        if *value != 0.0 {
            for (sum, slope) in weight_gradient[row].iter_mut().zip(slopes) {
                *sum += value * slope;
            }
        }
    }
    back
}

fn through_convolution(
    network: &Network,
    run: &Forward,
    layer: usize,
    mut slopes: Vec<f32>,
    gradient: &mut [f32],
) -> Vec<f32> {
    let (weight, bias) = network.convolution(layer);
    for (slope, output) in slopes.iter_mut().zip(&run.layers[layer + 1]) {
        if *output <= 0.0 {
            *slope = 0.0;
        }
    }
    for row in slopes.chunks_exact(weight.columns) {
        for (sum, slope) in bias.of_mut(gradient).iter_mut().zip(row) {
            *sum += slope;
        }
    }
    let input = &run.heard[layer];
    let n = slopes.len() / weight.columns;
    let shape = [weight.rows, n, weight.columns];
    multiply(Factor::transposed(input), Factor::plain(&slopes), shape, weight.of_mut(gradient));
    let mut heard = vec![0.0; input.len()];
    let shape = [n, weight.columns, weight.rows];
    let parameters = weight.of(&network.parameters);
    multiply(Factor::plain(&slopes), Factor::transposed(parameters), shape, &mut heard);
    let mut back = vec![0.0; heard.len()];
    for &(vertex, other, share) in &run.shares {
        let from = &heard[vertex as usize * weight.rows..][..weight.rows];
        for (sum, slope) in back[other as usize * weight.rows..][..weight.rows].iter_mut().zip(from) {
            *sum += share * slope;
        }
    }
    back
}

/// Through |c_A - c_B| and c_A * c_B to the sentences that won the pooling; a filter at 0 passes nothing on.
fn through_match(network: &Network, run: &Forward, slopes: &[f32]) -> Vec<SentenceGradient> {
    let (filters, width) = (network.config.filters, network.match_length());
    let mut reached = Vec::new();
    for (vertex, slopes) in slopes.chunks_exact(width).enumerate() {
        for filter in 0..filters {
            let at = vertex * filters + filter;
            let (a, b) = (run.contexts[0][at], run.contexts[1][at]);
            let (difference, product) = (slopes[filter], slopes[filters + filter]);
            let sign = if a > b {
                1.0
            } else if a < b {
                -1.0
            } else {
                0.0
            };
            let sides = [(a, sign * difference + b * product), (b, -sign * difference + a * product)];
            for (side, (context, value)) in sides.into_iter().enumerate() {
                if context > 0.0 && value != 0.0 {
                    let sentence = run.winners[side][at];
                    reached.push(SentenceGradient {
                        side: side as u8,
                        sentence,
                        filter: filter as u32,
                        value,
                    });
                }
            }
        }
    }
    reached
}

/// The gradient of the encoder, by filter, then by place in the window and dimension: the order in which it is added up.
pub struct EncoderGradient {
    weight: Vec<f32>,
    bias: Vec<f32>,
    length: usize,
}

impl EncoderGradient {
    /// A gradient of zeros.
    pub fn new(network: &Network) -> Self {
        let tensor = network.encoder_weight();
        let filters = network.config.filters;
        EncoderGradient {
            weight: vec![0.0; tensor.rows * filters],
            bias: vec![0.0; filters],
            length: tensor.rows,
        }
    }

    /// Adds a sentence's share: through the place that won the pooling to the words of its window.
    pub fn add(
        &mut self,
        table: &WordTable,
        words: &Words,
        sentence: &[u32],
        encoded: &Encoded,
        reached: SentenceGradient,
    ) {
        let filter = reached.filter as usize;
        let row = if reached.sentence == NO_SENTENCE { 0 } else { reached.sentence as usize };
        let place = encoded.places[row * table.filters() + filter] as usize;
        self.bias[filter] += reached.value;
        let weight = &mut self.weight[filter * self.length..][..self.length];
        for (at, weight) in weight.chunks_exact_mut(words.dimensions()).enumerate() {
            let word = table.word_at(sentence, place, at);
            if word != words.beyond() {
                for (sum, value) in weight.iter_mut().zip(words.row(word)) {
                    *sum += reached.value * value;
                }
            }
        }
    }

    /// Adds all to the gradient of the parameters.
    pub fn finish(self, network: &Network, gradient: &mut [f32]) {
        let filters = network.config.filters;
        let weight = network.encoder_weight().of_mut(gradient);
        for (filter, row) in self.weight.chunks_exact(self.length).enumerate() {
            for (at, value) in row.iter().enumerate() {
                weight[at * filters + filter] += value;
            }
        }
        for (sum, value) in network.encoder_bias().of_mut(gradient).iter_mut().zip(&self.bias) {
            *sum += value;
        }
    }
}
