//! word2vec with negative sampling.

use super::{
    Corpus, Model, Params, WordVectors,
    alias::AliasTable,
    kernel::{self, Sigmoid},
    vocabulary::{RARE, Vocabulary},
};
use crate::{Error, Result, graph::random::Random};

/// Random words are drawn by their frequency to this power.
const FLATTEN: f64 = 0.75;
/// Progress is told after about this many words.
const STRETCH: u64 = 10_000;
/// Random streams under one seed.
const INITIAL: u64 = 0;
const LEARNING: u64 = 1;

/// How far training has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Words gone through, over all epochs.
    pub words: u64,
    /// Words to go through.
    pub total: u64,
    /// The epoch under way, counted from 1.
    pub epoch: usize,
}

/// Learns a vector for each frequent word of a corpus: skip-gram or CBOW with negative sampling, as in word2vec.
///
/// A sentence is a context: windows do not reach across its ends. One thread does the work, so that the same corpus and
/// parameters give the same vectors on every run. `tell` is called now and then, and at the end.
///
/// Literature: Mikolov, Sutskever, Chen, Corrado and Dean 2013, *Distributed Representations of Words and Phrases and
/// their Compositionality*. Where it leaves choices open we follow gensim: subsampling before windows are cut, windows of
/// random reach, a learning rate that falls evenly over all epochs.
///
/// # Errors
/// If a parameter is out of range, or no word occurs often enough.
pub fn train(corpus: &Corpus, params: &Params, mut tell: impl FnMut(Progress)) -> Result<WordVectors> {
    params.check()?;
    let vocabulary = Vocabulary::new(corpus, params)?;
    let mut trainer = Trainer::new(&vocabulary, params);
    let total = corpus.len() as u64 * params.epochs as u64;
    let (mut words, mut told) = (0u64, 0u64);
    for epoch in 1..=params.epochs {
        for sentence in corpus.sentences() {
            trainer.set_rate(words as f64 / total as f64);
            trainer.sentence(sentence, &vocabulary);
            words += sentence.len() as u64;
            if words - told >= STRETCH || words == total {
                told = words;
                tell(Progress { words, total, epoch });
            }
        }
    }
    let input = trainer.input;
    if input.iter().any(|value| !value.is_finite()) {
        return Err(Error::vectors("training went astray: lower the learning rate"));
    }
    WordVectors::new(vocabulary.words, params.dim, input)
}

/// The weights and what a step needs.
struct Trainer<'p> {
    params: &'p Params,
    input: Vec<f32>,
    output: Vec<f32>,
    negatives: AliasTable,
    sigmoid: Sigmoid,
    random: Random,
    rate: f32,
    kept: Vec<u32>,
    hidden: Vec<f32>,
    error: Vec<f32>,
}

impl<'p> Trainer<'p> {
    fn new(vocabulary: &Vocabulary, params: &'p Params) -> Self {
        let size = vocabulary.words.len() * params.dim;
        let weights: Vec<f64> = vocabulary.counts.iter().map(|&count| (count as f64).powf(FLATTEN)).collect();
        Trainer {
            params,
            input: initial(size, params),
            output: vec![0.0; size],
            negatives: AliasTable::new(&weights),
            sigmoid: Sigmoid::new(),
            random: Random::new(params.seed, LEARNING),
            rate: params.learning_rate,
            kept: Vec::new(),
            hidden: vec![0.0; params.dim],
            error: vec![0.0; params.dim],
        }
    }

    fn set_rate(&mut self, done: f64) {
        let (first, last) = (f64::from(self.params.learning_rate), f64::from(self.params.min_learning_rate));
        self.rate = (first - (first - last) * done) as f32;
    }

    fn sentence(&mut self, sentence: &[u32], vocabulary: &Vocabulary) {
        self.kept.clear();
        for &number in sentence {
            let row = vocabulary.rows[number as usize];
            if row != RARE && (self.random.next() >> 32) as u32 <= vocabulary.keep[row as usize] {
                self.kept.push(row);
            }
        }
        let kept = std::mem::take(&mut self.kept);
        for at in 0..kept.len() {
            let reach = 1 + self.random.below(self.params.window);
            let before = &kept[at.saturating_sub(reach)..at];
            let after = &kept[at + 1..kept.len().min(at + 1 + reach)];
            match self.params.model {
                Model::Skipgram => {
                    before.iter().chain(after).for_each(|&context| self.skipgram(kept[at], context));
                }
                Model::Cbow => self.cbow(kept[at], before, after),
            }
        }
        self.kept = kept;
    }

    /// Tells a word from random ones by one word of its context.
    fn skipgram(&mut self, word: u32, context: u32) {
        let dim = self.params.dim;
        self.hidden.copy_from_slice(row(&self.input, context, dim));
        self.tell_apart(word);
        kernel::add(row_mut(&mut self.input, context, dim), &self.error);
    }

    /// Tells a word from random ones by the mean of its context.
    fn cbow(&mut self, word: u32, before: &[u32], after: &[u32]) {
        let dim = self.params.dim;
        let count = before.len() + after.len();
        if count == 0 {
            return;
        }
        self.hidden.fill(0.0);
        for &context in before.iter().chain(after) {
            kernel::add(&mut self.hidden, row(&self.input, context, dim));
        }
        let share = 1.0 / count as f32;
        self.hidden.iter_mut().for_each(|value| *value *= share);
        self.tell_apart(word);
        for &context in before.iter().chain(after) {
            kernel::add(row_mut(&mut self.input, context, dim), &self.error);
        }
    }

    /// Learns from a true word and random ones for the hidden layer; leaves its error in `error`.
    fn tell_apart(&mut self, word: u32) {
        let dim = self.params.dim;
        self.error.fill(0.0);
        let output = row_mut(&mut self.output, word, dim);
        kernel::learn(&self.sigmoid, &self.hidden, output, &mut self.error, (1.0, self.rate));
        for _ in 0..self.params.negative {
            let drawn = self.negatives.draw(&mut self.random);
            if drawn != word {
                let output = row_mut(&mut self.output, drawn, dim);
                kernel::learn(&self.sigmoid, &self.hidden, output, &mut self.error, (0.0, self.rate));
            }
        }
    }
}

/// Even numbers from -1 / dim to 1 / dim.
fn initial(size: usize, params: &Params) -> Vec<f32> {
    let mut random = Random::new(params.seed, INITIAL);
    let scale = 1.0 / params.dim as f32;
    let unit = |bits: u64| (bits >> 40) as f32 / (1u64 << 24) as f32;
    (0..size).map(|_| (2.0 * unit(random.next()) - 1.0) * scale).collect()
}

fn row(matrix: &[f32], at: u32, dim: usize) -> &[f32] {
    &matrix[at as usize * dim..][..dim]
}

fn row_mut(matrix: &mut [f32], at: u32, dim: usize) -> &mut [f32] {
    &mut matrix[at as usize * dim..][..dim]
}
