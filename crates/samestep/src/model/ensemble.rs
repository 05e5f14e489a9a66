//! Several networks that score together.

use super::{Encoded, Network, Sample, Scorer, Words};

/// The networks of a model, each with its word table: their logits are averaged.
#[derive(Debug, Clone)]
pub struct Ensemble {
    members: Vec<Scorer>,
}

impl Ensemble {
    /// Applies the encoder of every network to all words once. There should be at least one.
    pub fn new(networks: Vec<Network>, words: &Words) -> Self {
        Ensemble { members: networks.into_iter().map(|network| Scorer::new(network, words)).collect() }
    }

    /// The networks, in order.
    pub fn networks(&self) -> impl ExactSizeIterator<Item = &Network> {
        self.members.iter().map(Scorer::network)
    }

    /// Encodes a document's sentences, once for all its comparisons, as each network does.
    pub fn encode(&self, sentences: &[Vec<u32>]) -> Vec<Encoded> {
        self.members.iter().map(|member| member.encode(sentences)).collect()
    }

    /// The mean logit of a sample whose sides were encoded.
    pub fn logit_of(&self, sample: &Sample, [left, right]: [&[Encoded]; 2]) -> f32 {
        let sides = left.iter().zip(right);
        let logits = self
            .members
            .iter()
            .zip(sides)
            .map(|(member, (left, right))| member.logit_of(sample, [left, right]));
        self.mean(logits)
    }

    /// The mean logit of a sample.
    pub fn logit(&self, sample: &Sample) -> f32 {
        self.mean(self.members.iter().map(|member| member.logit(sample)))
    }

    fn mean(&self, logits: impl Iterator<Item = f32>) -> f32 {
        logits.sum::<f32>() / self.members.len() as f32
    }
}
