//! Epochs, early stopping, and going on where a killed run stopped.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{
    Adam, Labelled, Rate,
    checkpoint::{self, State},
    loss_and_gradient, losses,
    step::sigmoid,
};
use crate::{
    Error, Result,
    graph::Random,
    metrics::Metrics,
    model::{Network, Words},
};

/// How the network is trained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Params {
    /// Adam's learning rate.
    pub learning_rate: f64,
    /// How strongly parameters are drawn towards 0.
    pub decay: f64,
    /// The most epochs.
    pub epochs: usize,
    /// Stop after so many epochs without a lower loss on the validation pairs.
    pub patience: usize,
    /// Pairs a step.
    pub batch: usize,
    /// The seed of the first parameters and of the order of the pairs.
    pub seed: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params { learning_rate: 0.0005, decay: 0.01, epochs: 50, patience: 8, batch: 32, seed: 0 }
    }
}

impl Params {
    /// Refuses values that cannot train.
    ///
    /// # Errors
    /// If a value is outside its range.
    pub fn check(&self) -> Result<()> {
        let refuse = |name, got: String, expected| Err(Error::Parameter { name, got, expected });
        if !(self.learning_rate > 0.0 && self.learning_rate <= 1.0) {
            return refuse(
                "train.learning-rate",
                self.learning_rate.to_string(),
                "it must lie above 0, to 1",
            );
        }
        if !(0.0..1.0).contains(&self.decay) {
            return refuse("train.decay", self.decay.to_string(), "it must lie between 0 and 1");
        }
        for (name, value) in
            [("train.epochs", self.epochs), ("train.patience", self.patience), ("train.batch", self.batch)]
        {
            if value == 0 {
                return refuse(name, "0".to_owned(), "it must be at least 1");
            }
        }
        Ok(())
    }
}

/// What an epoch came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean loss of the training pairs, while they were learned from.
    pub loss: f64,
    /// The mean loss of the validation pairs.
    pub valid_loss: f64,
    /// The measures of the validation pairs.
    pub valid: Metrics,
    /// Whether it is the best so far.
    pub best: bool,
}

/// A trained network and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// The network with the parameters of the best epoch.
    pub network: Network,
    /// All epochs.
    pub history: Vec<Epoch>,
}

/// Trains a network; with a checkpoint file, goes on from it where it exists and writes it after each epoch.
///
/// The epoch of the lowest validation loss is kept. `fingerprint` names data and settings: a checkpoint of others is refused.
/// `progress` hears of every epoch, those of a checkpoint included.
///
/// # Errors
/// If a parameter is out of range, a set is empty, the loss is not finite, or the checkpoint cannot be read or written.
pub fn train(
    network: Network,
    words: &Words,
    (pairs, valid): (&[Labelled], &[Labelled]),
    params: &Params,
    checkpoint: Option<(&Path, &str)>,
    progress: &mut dyn FnMut(&Epoch),
) -> Result<Trained> {
    params.check()?;
    for (name, set) in [("training pairs", pairs), ("validation pairs", valid)] {
        if set.is_empty() {
            return Err(Error::Parameter { name, got: "none".to_owned(), expected: "at least one pair" });
        }
    }
    let mut state = match checkpoint {
        Some((path, fingerprint)) => checkpoint::read(path, fingerprint, &network)?,
        None => None,
    }
    .unwrap_or_else(|| State::new(&network));
    state.history.iter().for_each(&mut *progress);
    let mut network = network;
    while !state.finished(params) {
        network.parameters.clone_from(&state.parameters);
        let epoch =
            epoch(&mut network, words, (pairs, valid), params, &mut state.adam, state.history.len() + 1)?;
        state.parameters.clone_from(&network.parameters);
        state.push(epoch);
        if let Some((path, fingerprint)) = checkpoint {
            checkpoint::write(path, fingerprint, &state)?;
        }
        state.history.iter().next_back().into_iter().for_each(&mut *progress);
    }
    network.parameters = state.best;
    Ok(Trained { network, history: state.history })
}

fn epoch(
    network: &mut Network,
    words: &Words,
    (pairs, valid): (&[Labelled], &[Labelled]),
    params: &Params,
    adam: &mut Adam,
    number: usize,
) -> Result<Epoch> {
    let rate = Rate { learning: params.learning_rate as f32, decay: params.decay as f32 };
    // The order depends on seed and epoch alone, so that a run that goes on needs no generator's state.
    let order = Random::new(params.seed, number as u64).order(pairs.len());
    let order: Vec<&Labelled> = order.into_iter().map(|at| &pairs[at as usize]).collect();
    let mut sum = 0.0;
    for batch in order.chunks(params.batch) {
        let (loss, gradient) = loss_and_gradient(network, words, batch);
        sum += loss * batch.len() as f64;
        adam.step(&mut network.parameters, &gradient, rate);
    }
    let scored = losses(network, words, valid);
    let valid_loss = scored.iter().map(|(_, loss)| loss).sum::<f64>() / valid.len() as f64;
    if !(sum.is_finite() && valid_loss.is_finite()) {
        return Err(Error::Parameter {
            name: "train.learning-rate",
            got: params.learning_rate.to_string(),
            expected: "the loss grew beyond all numbers; lower it",
        });
    }
    let probabilities: Vec<f64> = scored.iter().map(|&(logit, _)| f64::from(sigmoid(logit))).collect();
    let labels: Vec<bool> = valid.iter().map(|labelled| labelled.label).collect();
    let valid = Metrics::new(&probabilities, &labels);
    Ok(Epoch { number, loss: sum / pairs.len() as f64, valid_loss, valid, best: false })
}

impl State {
    fn push(&mut self, mut epoch: Epoch) {
        let lowest = self.history.iter().map(|epoch| epoch.valid_loss).fold(f64::INFINITY, f64::min);
        epoch.best = epoch.valid_loss < lowest;
        if epoch.best {
            self.best.clone_from(&self.parameters);
        }
        self.history.push(epoch);
    }

    fn finished(&self, params: &Params) -> bool {
        let since_best = self.history.iter().rev().take_while(|epoch| !epoch.best).count();
        self.history.len() >= params.epochs || (!self.history.is_empty() && since_best >= params.patience)
    }
}
