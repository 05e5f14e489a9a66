//! From labelled pairs to a classifier.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Basis, Classifier, Config, LabelledPair, Sampler};
use crate::{
    Result,
    model::Network,
    train::{self, Epoch, Labelled, Trained},
    vectors::WordVectors,
};

/// A trained classifier and how it came about.
pub struct Learned {
    /// The classifier, its networks with the parameters of their best epochs.
    pub classifier: Classifier,
    /// All epochs of each network.
    pub histories: Vec<Vec<Epoch>>,
}

/// What is told while a classifier is being learned.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'p> {
    /// Word vectors and frequencies are learned from the training documents.
    Basis,
    /// The graphs of the pairs are built.
    Graphs,
    /// An epoch of a network ended; networks are counted from 0.
    Epoch(usize, &'p Epoch),
}

/// Learns a classifier from training pairs; validation pairs say when to stop and which epoch to keep.
///
/// Frequencies, features and (unless they are given) word vectors come from the training documents alone. With a checkpoint,
/// the file and the fingerprint of data and settings, a run that was stopped goes on. The second network and those after it keep
/// theirs beside it: [`checkpoint_of`].
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
    let (networks, histories) =
        trained.into_iter().map(|Trained { network, history }| (network, history)).unzip();
    Ok(Learned { classifier: Classifier::new(sampler, networks)?, histories })
}

/// Where a network of a run keeps its checkpoint, if the first one keeps it at `path`.
pub fn checkpoint_of(path: &Path, member: usize) -> PathBuf {
    match member {
        0 => path.to_owned(),
        _ => path.with_extension(format!("{member}.safetensors")),
    }
}

/// Trains the networks of a model, one after the other, on samples that a sampler made.
///
/// # Errors
/// As [`learn`].
pub fn fit(
    sampler: &Sampler,
    samples: (&[Labelled], &[Labelled]),
    checkpoint: Option<(&Path, &str)>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Vec<Trained>> {
    let (config, basis) = (sampler.config(), sampler.basis());
    config.network.check()?;
    let words = basis.words();
    let mut trained = Vec::with_capacity(config.network.members);
    for member in 0..config.network.members {
        let params = train::Params { seed: member_seed(config.train.seed, member), ..config.train.clone() };
        let mut network = Network::new(
            config.network.clone(),
            basis.vectors.dimensions(),
            basis.feature_count(),
            params.seed,
        )?;
        train::start_from_features(&mut network, samples.0)?;
        let path = checkpoint.map(|(path, _)| checkpoint_of(path, member));
        let checkpoint = path.as_deref().zip(checkpoint.map(|(_, fingerprint)| fingerprint));
        let mut tell = |epoch: &Epoch| progress(Progress::Epoch(member, epoch));
        trained.push(train::train(network, &words, samples, &params, checkpoint, &mut tell)?);
    }
    Ok(trained)
}

/// The first network has the seed of the run, so that it is the one that would be trained alone; those of the others lie far from it.
fn member_seed(seed: u64, member: usize) -> u64 {
    seed.wrapping_add((member as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
