//! From encoded sentences to a logit, with all that the gradient needs.

use super::{
    Aggregation, Edges, Network, NetworkConfig, Sample, SampleSide, WordTable,
    matrix::{Factor, multiply},
};

/// The sentences of a document after the encoder.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Encoded {
    /// By sentence, then by filter.
    pub values: Vec<f32>,
    /// For each value the place in the sentence that it comes from.
    pub places: Vec<u32>,
}

impl Encoded {
    /// Encodes all sentences of a document.
    pub fn new(table: &WordTable, sentences: &[Vec<u32>]) -> Self {
        let mut encoded = Encoded::default();
        for sentence in sentences {
            table.encode(sentence, &mut encoded.values, &mut encoded.places);
        }
        encoded
    }
}

/// A vertex's side without sentences.
pub const NO_SENTENCE: u32 = u32::MAX;

/// The values of every layer for one sample.
#[derive(Debug, Clone, PartialEq)]
pub struct Forward {
    /// For each side, by vertex and filter, the sentence that the value comes from.
    pub winners: [Vec<u32>; 2],
    /// For each side, by vertex and filter, the context vectors c_A and c_B.
    pub contexts: [Vec<f32>; 2],
    /// The input of each graph convolution by vertex, and the output of the last.
    pub layers: Vec<Vec<f32>>,
    /// The input of each graph convolution after hearing the neighbours.
    pub heard: Vec<Vec<f32>>,
    /// The input of the MLP: the mean over the vertices, then the pair's features.
    pub pooled: Vec<f32>,
    /// The hidden layer of the MLP.
    pub hidden: Vec<f32>,
    /// The logit of the probability that the pair is the same procedure.
    pub logit: f32,
    /// Who hears whom: `(vertex, neighbour, share)`.
    pub shares: Vec<(u32, u32, f32)>,
}

impl Network {
    /// Runs the network on a sample whose sentences were encoded; `empty` is the encoding of a sentence without words.
    ///
    /// A sample without vertices has the mean of nothing, zeros, as its pooled vector.
    pub fn forward(&self, sample: &Sample, encoded: [&Encoded; 2], empty: &Encoded) -> Forward {
        let n = sample.vertices();
        let filters = self.config.filters;
        let pool = |side: usize| pool(&sample.sides[side], n, encoded[side], empty, filters);
        let ((left_winners, left), (right_winners, right)) = (pool(0), pool(1));
        let shares = shares(&self.config, n, &sample.arcs);
        let mut layers = vec![self.match_vectors(sample, &left, &right)];
        let mut heard = Vec::with_capacity(self.config.layers);
        for layer in 0..self.config.layers {
            let (weight, bias) = self.convolution(layer);
            let mixed = hear(&shares, &layers[layer], n, weight.rows);
            let mut output = bias.of(&self.parameters).repeat(n);
            let shape = [n, weight.rows, weight.columns];
            multiply(Factor::plain(&mixed), Factor::plain(weight.of(&self.parameters)), shape, &mut output);
            output.iter_mut().for_each(|value| *value = value.max(0.0));
            heard.push(mixed);
            layers.push(output);
        }
        let mut pooled = mean_rows(&layers[self.config.layers], n, self.config.hidden);
        pooled.extend_from_slice(&sample.features[..self.features]);
        let (hidden, logit) = self.classify(&pooled);
        Forward {
            winners: [left_winners, right_winners],
            contexts: [left, right],
            layers,
            heard,
            pooled,
            hidden,
            logit,
            shares,
        }
    }

    /// The MLP: its hidden layer and the logit.
    fn classify(&self, pooled: &[f32]) -> (Vec<f32>, f32) {
        let [weight, bias, out, out_bias] = self.mlp().map(|tensor| tensor.of(&self.parameters));
        let mut hidden = vec![0.0; self.config.mlp];
        affine(pooled, weight, bias, &mut hidden);
        hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        let logit = out_bias[0] + dot(&hidden, out);
        let features = &pooled[self.config.hidden..];
        let logit = logit + self.direct().map_or(0.0, |direct| dot(features, direct.of(&self.parameters)));
        (hidden, logit)
    }

    /// (|c_A - c_B|, c_A * c_B), and the term similarities where they are wanted.
    fn match_vectors(&self, sample: &Sample, left: &[f32], right: &[f32]) -> Vec<f32> {
        let filters = self.config.filters;
        let mut out = Vec::with_capacity(sample.vertices() * self.match_length());
        for (at, (left, right)) in left.chunks_exact(filters).zip(right.chunks_exact(filters)).enumerate() {
            out.extend(left.iter().zip(right).map(|(a, b)| (a - b).abs()));
            out.extend(left.iter().zip(right).map(|(a, b)| a * b));
            if self.config.term_similarities {
                out.extend_from_slice(&sample.term_similarities[at]);
            }
        }
        out
    }
}

/// For each vertex and filter the greatest value over the vertex's sentences, and the sentence it comes from.
fn pool(
    side: &SampleSide,
    n: usize,
    encoded: &Encoded,
    empty: &Encoded,
    filters: usize,
) -> (Vec<u32>, Vec<f32>) {
    let mut winners = vec![NO_SENTENCE; n * filters];
    let mut contexts = vec![0.0; n * filters];
    for (vertex, sentences) in side.vertices.iter().enumerate() {
        let winners = &mut winners[vertex * filters..][..filters];
        let contexts = &mut contexts[vertex * filters..][..filters];
        let Some((&first, rest)) = sentences.split_first() else {
            contexts.copy_from_slice(&empty.values);
            continue;
        };
        let row = |sentence: u32| &encoded.values[sentence as usize * filters..][..filters];
        contexts.copy_from_slice(row(first));
        winners.fill(first);
        for &sentence in rest {
            for ((context, winner), &value) in contexts.iter_mut().zip(winners.iter_mut()).zip(row(sentence))
            {
                if value > *context {
                    *context = value;
                    *winner = sentence;
                }
            }
        }
    }
    (winners, contexts)
}

/// Row-normalised weights of every vertex's neighbourhood, itself included with weight 1.
pub(crate) fn shares(config: &NetworkConfig, n: usize, arcs: &[(u32, u32, f32)]) -> Vec<(u32, u32, f32)> {
    let mut heard: Vec<(u32, u32, f32)> = (0..n as u32).map(|vertex| (vertex, vertex, 1.0)).collect();
    if config.edges != Edges::None {
        for &(from, to, weight) in arcs {
            if config.aggregation != Aggregation::Predecessors {
                heard.push((from, to, weight));
            }
            if config.aggregation != Aggregation::Successors {
                heard.push((to, from, weight));
            }
        }
    }
    heard.sort_by_key(|&(vertex, other, _)| (vertex, other));
    let mut sums = vec![0.0f32; n];
    for &(vertex, _, weight) in &heard {
        sums[vertex as usize] += weight;
    }
    for (vertex, _, weight) in &mut heard {
        *weight /= sums[*vertex as usize];
    }
    heard
}

fn hear(shares: &[(u32, u32, f32)], states: &[f32], n: usize, width: usize) -> Vec<f32> {
    let mut out = vec![0.0; n * width];
    for &(vertex, other, share) in shares {
        let from = &states[other as usize * width..][..width];
        for (value, other) in out[vertex as usize * width..][..width].iter_mut().zip(from) {
            *value += share * other;
        }
    }
    out
}

/// `output = bias + input * weight`, the weight by rows of inputs.
fn affine(input: &[f32], weight: &[f32], bias: &[f32], output: &mut [f32]) {
    output.copy_from_slice(bias);
    for (value, row) in input.iter().zip(weight.chunks_exact(output.len())) {
        if *value != 0.0 {
            for (sum, weight) in output.iter_mut().zip(row) {
                *sum += value * weight;
            }
        }
    }
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

fn mean_rows(rows: &[f32], n: usize, width: usize) -> Vec<f32> {
    let mut mean = vec![0.0; width];
    for row in rows.chunks_exact(width) {
        for (sum, value) in mean.iter_mut().zip(row) {
            *sum += value;
        }
    }
    mean.iter_mut().for_each(|sum| *sum /= n.max(1) as f32);
    mean
}
