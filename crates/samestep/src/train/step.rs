//! Loss and gradient of a batch.

use rayon::prelude::*;

use super::{EncoderGradient, SentenceGradient, backward};
use crate::model::{Encoded, NO_SENTENCE, Network, Sample, WordTable, Words};

/// A sample with its label.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelled {
    /// The pair.
    pub sample: Sample,
    /// Whether it is the same procedure.
    pub label: bool,
}

/// One sample's part of a batch.
struct Part {
    loss: f64,
    gradient: Vec<f32>,
    reached: Vec<SentenceGradient>,
    encoded: [Encoded; 2],
}

/// The mean loss of a batch and its gradient with respect to all parameters.
pub fn loss_and_gradient(network: &Network, words: &Words, batch: &[&Labelled]) -> (f64, Vec<f32>) {
    let table = WordTable::new(network, words);
    let empty = Encoded::new(&table, &[Vec::new()]);
    let share = 1.0 / batch.len().max(1) as f32;
    let parts: Vec<Part> =
        batch.par_iter().map(|labelled| part(network, &table, &empty, labelled, share)).collect();
    let mut gradient = vec![0.0; network.parameters.len()];
    let mut encoder = EncoderGradient::new(network);
    let mut loss = 0.0;
    for (part, labelled) in parts.iter().zip(batch) {
        loss += part.loss;
        for (sum, value) in gradient.iter_mut().zip(&part.gradient) {
            *sum += value;
        }
        for &reached in &part.reached {
            let side = usize::from(reached.side);
            match reached.sentence {
                NO_SENTENCE => encoder.add(&table, words, &[], &empty, reached),
                sentence => {
                    let sentence = &labelled.sample.sides[side].sentences[sentence as usize];
                    encoder.add(&table, words, sentence, &part.encoded[side], reached);
                }
            }
        }
    }
    encoder.finish(network, &mut gradient);
    (loss / batch.len().max(1) as f64, gradient)
}

fn part(network: &Network, table: &WordTable, empty: &Encoded, labelled: &Labelled, share: f32) -> Part {
    let sample = &labelled.sample;
    let encoded = [0, 1].map(|side| Encoded::new(table, &sample.sides[side].sentences));
    let run = network.forward(sample, [&encoded[0], &encoded[1]], empty);
    let (loss, slope) = cross_entropy(run.logit, labelled.label);
    let mut gradient = vec![0.0; network.parameters.len()];
    let reached = backward(network, sample, &run, slope * share, &mut gradient);
    Part { loss, gradient, reached, encoded }
}

/// The loss of a logit against its label, and its derivative.
fn cross_entropy(logit: f32, label: bool) -> (f64, f32) {
    let target = f32::from(u8::from(label));
    let z = f64::from(logit);
    let loss = z.max(0.0) - z * f64::from(target) + (-z.abs()).exp().ln_1p();
    (loss, sigmoid(logit) - target)
}

pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Logit and loss of every sample, in order.
pub fn losses(network: &Network, words: &Words, samples: &[Labelled]) -> Vec<(f32, f64)> {
    let table = WordTable::new(network, words);
    let empty = Encoded::new(&table, &[Vec::new()]);
    samples
        .par_iter()
        .map(|labelled| {
            let encoded = [0, 1].map(|side| Encoded::new(&table, &labelled.sample.sides[side].sentences));
            let logit = network.forward(&labelled.sample, [&encoded[0], &encoded[1]], &empty).logit;
            (logit, cross_entropy(logit, labelled.label).0)
        })
        .collect()
}
