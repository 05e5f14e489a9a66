//! From labelled pairs to a classifier.

use std::{path::Path, sync::Arc};

use super::{Basis, Classifier, Config, LabelledPair, Sampler};
use crate::{
    Result,
    model::Network,
    train::{self, Epoch, Labelled, Trained},
    vectors::WordVectors,
};

/// A trained classifier and how it came about.
pub struct Learned {
    /// The classifier, with the parameters of the best epoch.
    pub classifier: Classifier,
    /// All epochs.
    pub history: Vec<Epoch>,
}

/// What is told while a classifier is being learned.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'p> {
    /// Word vectors and frequencies are learned from the training documents.
    Basis,
    /// The graphs of the pairs are built.
    Graphs,
    /// An epoch ended.
    Epoch(&'p Epoch),
}

/// Learns a classifier from training pairs; validation pairs say when to stop and which epoch to keep.
///
/// Frequencies, features and (unless they are given) word vectors come from the training documents alone. With a checkpoint,
/// the file and the fingerprint of data and settings, a run that was stopped goes on.
///
/// # Errors
/// If a parameter is out of range, there are no pairs, a stage refuses a document, or the checkpoint belongs to another run.
pub fn learn(
    config: &Config,
    (train, valid): (&[LabelledPair<'_>], &[LabelledPair<'_>]),
    vectors: Option<Arc<WordVectors>>,
    checkpoint: Option<(&Path, &str)>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Learned> {
    config.check()?;
    progress(Progress::Basis);
    let basis = Basis::fit(config, train, vectors)?;
    let sampler = Sampler::new(config.clone(), basis)?;
    progress(Progress::Graphs);
    let (train, valid) = (sampler.labelled(train)?, sampler.labelled(valid)?);
    let trained = fit(&sampler, (&train, &valid), checkpoint, progress)?;
    Ok(Learned { classifier: Classifier::new(sampler, trained.network)?, history: trained.history })
}

/// Trains a network on samples that a sampler made.
///
/// # Errors
/// As [`learn`].
pub fn fit(
    sampler: &Sampler,
    samples: (&[Labelled], &[Labelled]),
    checkpoint: Option<(&Path, &str)>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Trained> {
    let (config, basis) = (sampler.config(), sampler.basis());
    let mut network = Network::new(
        config.network.clone(),
        basis.vectors.dimensions(),
        basis.feature_count(),
        config.train.seed,
    )?;
    train::start_from_features(&mut network, samples.0)?;
    train::train(network, &basis.words(), samples, &config.train, checkpoint, &mut |epoch| {
        progress(Progress::Epoch(epoch));
    })
}
