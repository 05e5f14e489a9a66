//! The encoder's filters applied to every word once.
//!
//! Word vectors are frozen, so a filter over a window of words is a sum of one row a word from tables that are made once
//! for given parameters.

use ndarray::ArrayView2;

use super::Network;

/// The vectors of the words that samples name: row i is word i; two more rows follow, the mean of all and zeros.
#[derive(Debug, Clone, PartialEq)]
pub struct Words {
    values: Vec<f32>,
    dimensions: usize,
}

impl Words {
    /// Takes over vectors of a length, by row, and appends their mean and a row of zeros.
    pub fn new(mut values: Vec<f32>, dimensions: usize) -> Self {
        let rows = values.len() / dimensions.max(1);
        let mut mean = vec![0.0f64; dimensions];
        for row in values.chunks_exact(dimensions.max(1)) {
            for (sum, value) in mean.iter_mut().zip(row) {
                *sum += f64::from(*value);
            }
        }
        values.extend(mean.iter().map(|sum| (sum / rows.max(1) as f64) as f32));
        values.extend(std::iter::repeat_n(0.0, dimensions));
        Words { values, dimensions }
    }

    /// The number of words, without the two rows behind them.
    pub fn len(&self) -> usize {
        self.values.len() / self.dimensions.max(1) - 2
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The length of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The row that stands for an empty side: the mean of the vocabulary.
    pub fn mean(&self) -> u32 {
        self.len() as u32
    }

    /// The row that stands beyond the ends of a sentence: zeros.
    pub fn beyond(&self) -> u32 {
        self.len() as u32 + 1
    }

    /// A word's vector.
    pub fn row(&self, word: u32) -> &[f32] {
        &self.values[word as usize * self.dimensions..][..self.dimensions]
    }
}

/// For each place in the window and each word, what every filter makes of it.
#[derive(Debug, Clone, PartialEq)]
pub struct WordTable {
    window: usize,
    filters: usize,
    rows: usize,
    /// By place in the window, then by word, then by filter.
    values: Vec<f32>,
    bias: Vec<f32>,
}

impl WordTable {
    /// Applies the encoder to all words.
    pub fn new(network: &Network, words: &Words) -> Self {
        let (window, filters) = (network.config.window, network.config.filters);
        let rows = words.len() + 2;
        let vectors =
            ArrayView2::from_shape((rows, words.dimensions), &words.values).expect("rows of one length");
        let weight = network.encoder_weight().of(&network.parameters);
        let mut values = Vec::with_capacity(window * rows * filters);
        for part in weight.chunks_exact(words.dimensions * filters) {
            let part =
                ArrayView2::from_shape((words.dimensions, filters), part).expect("a place of the window");
            values.extend(vectors.dot(&part).iter());
        }
        let bias = network.encoder_bias().of(&network.parameters).to_vec();
        WordTable { window, filters, rows, values, bias }
    }

    fn row(&self, place: usize, word: u32) -> &[f32] {
        &self.values[(place * self.rows + word as usize) * self.filters..][..self.filters]
    }

    /// Encodes a sentence: for each filter the greatest value over all places, not below 0, and the place where it stands.
    ///
    /// A sentence without words counts as the mean word. Cost: words times window times filters.
    pub fn encode(&self, sentence: &[u32], values: &mut Vec<f32>, places: &mut Vec<u32>) {
        let start = values.len();
        values.extend(std::iter::repeat_n(f32::NEG_INFINITY, self.filters));
        places.extend(std::iter::repeat_n(0, self.filters));
        let (values, places) = (&mut values[start..], &mut places[start..]);
        if self.window == 1 {
            for place in 0..sentence.len().max(1) {
                raise(values, places, self.row(0, self.word_at(sentence, place, 0)), place as u32);
            }
        } else {
            let mut sum = vec![0.0f32; self.filters];
            for place in 0..sentence.len().max(1) {
                sum.copy_from_slice(self.row(0, self.word_at(sentence, place, 0)));
                for at in 1..self.window {
                    let row = self.row(at, self.word_at(sentence, place, at));
                    for (sum, value) in sum.iter_mut().zip(row) {
                        *sum += value;
                    }
                }
                raise(values, places, &sum, place as u32);
            }
        }
        for (value, bias) in values.iter_mut().zip(&self.bias) {
            *value = (*value + bias).max(0.0);
        }
    }

    /// The word that a window around a place sees at one of its own places.
    pub fn word_at(&self, sentence: &[u32], place: usize, at: usize) -> u32 {
        let (mean, beyond) = (self.rows as u32 - 2, self.rows as u32 - 1);
        if sentence.is_empty() {
            return if at == self.window / 2 { mean } else { beyond };
        }
        let position = (place + at).checked_sub(self.window / 2);
        position.and_then(|position| sentence.get(position)).copied().unwrap_or(beyond)
    }

    /// The number of filters.
    pub fn filters(&self) -> usize {
        self.filters
    }

    /// The number of words that a filter sees.
    pub fn window(&self) -> usize {
        self.window
    }
}

/// Keeps the greater of two values for each filter, and the place of the greater; without branches, so that it runs on many at once.
fn raise(values: &mut [f32], places: &mut [u32], row: &[f32], place: u32) {
    for ((value, best), &other) in values.iter_mut().zip(places).zip(row) {
        let greater = other > *value;
        *value = if greater { other } else { *value };
        *best = if greater { place } else { *best };
    }
}
