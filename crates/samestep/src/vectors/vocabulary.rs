//! Which words get a vector, and how often each is kept.

use super::{Corpus, Params};
use crate::{Error, Result};

/// Marks a word of the corpus that gets no vector.
pub(super) const RARE: u32 = u32::MAX;

/// The words that get a vector, by falling frequency.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// The words.
    pub words: Vec<Box<str>>,
    /// How often each occurs.
    pub counts: Vec<u64>,
    /// A word's number here by its number in the corpus, or [`RARE`].
    pub rows: Vec<u32>,
    /// A word is kept in a sentence if a random number of 32 bits is at most this.
    pub keep: Vec<u32>,
}

impl Vocabulary {
    /// Takes the words that occur often enough; those of equal frequency stand in the order of the alphabet.
    pub fn new(corpus: &Corpus, params: &Params) -> Result<Self> {
        let count = |number: u32| corpus.counts()[number as usize];
        let mut chosen: Vec<u32> =
            (0..corpus.counts().len() as u32).filter(|&number| count(number) >= params.min_count).collect();
        if chosen.is_empty() {
            return Err(Error::vectors(missing(corpus, params)));
        }
        chosen.sort_unstable_by(|&a, &b| {
            count(b).cmp(&count(a)).then_with(|| corpus.word(a).cmp(corpus.word(b)))
        });
        let mut rows = vec![RARE; corpus.counts().len()];
        for (row, &number) in chosen.iter().enumerate() {
            rows[number as usize] = row as u32;
        }
        let counts: Vec<u64> = chosen.iter().map(|&number| count(number)).collect();
        let words = chosen.iter().map(|&number| corpus.word(number).into()).collect();
        let keep = keep(&counts, params.sample);
        Ok(Vocabulary { words, counts, rows, keep })
    }
}

fn missing(corpus: &Corpus, params: &Params) -> String {
    match corpus.is_empty() {
        true => "the corpus holds no word to train vectors on".to_owned(),
        false => format!("no word occurs {} times: lower --min-count", params.min_count),
    }
}

/// word2vec's subsampling: a word of share f is kept with probability sqrt(s / f) + s / f.
fn keep(counts: &[u64], sample: f64) -> Vec<u32> {
    let total: u64 = counts.iter().sum();
    let threshold = sample * total as f64;
    let probability = |count: u64| {
        let ratio = threshold / count as f64;
        if sample > 0.0 { ratio.sqrt() + ratio } else { 1.0 }
    };
    // A cast from float saturates: probabilities above 1 keep every occurrence.
    counts.iter().map(|&count| (probability(count) * f64::from(u32::MAX)) as u32).collect()
}
