//! Scoring without gradients.

use super::{Encoded, Network, Sample, WordTable, Words};

/// A network with its word table made once: scores samples, keeps nothing.
#[derive(Debug, Clone)]
pub struct Scorer {
    network: Network,
    table: WordTable,
    empty: Encoded,
}

impl Scorer {
    /// Applies the encoder to all words once.
    pub fn new(network: Network, words: &Words) -> Self {
        let table = WordTable::new(&network, words);
        let empty = Encoded::new(&table, &[Vec::new()]);
        Scorer { network, table, empty }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Encodes a document's sentences, once for all its comparisons.
    pub fn encode(&self, sentences: &[Vec<u32>]) -> Encoded {
        Encoded::new(&self.table, sentences)
    }

    /// The logit of a sample whose sides were encoded.
    pub fn logit_of(&self, sample: &Sample, encoded: [&Encoded; 2]) -> f32 {
        self.network.forward(sample, encoded, &self.empty).logit
    }

    /// The logit of a sample.
    pub fn logit(&self, sample: &Sample) -> f32 {
        let [left, right] = [0, 1].map(|side| self.encode(&sample.sides[side].sentences));
        self.logit_of(sample, [&left, &right])
    }
}
