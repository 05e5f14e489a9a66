//! Is it the same procedure? Documents in, probability out.

use rayon::prelude::*;

use super::{LabelledPair, PreparedDocument, Sampler, pairs::Distinct};
use crate::{
    Document, Error, Result,
    model::{Encoded, Ensemble, Network, Sample},
};

/// A trained model: all stages from the text to the probability.
pub struct Classifier {
    sampler: Sampler,
    ensemble: Ensemble,
}

/// A document with all that its comparisons share, its sentences encoded.
#[derive(Debug, Clone)]
pub struct ReadyDocument {
    document: PreparedDocument,
    /// As each network does it.
    encoded: Vec<Encoded>,
}

impl Classifier {
    /// Joins a sampler and the networks whose logits are averaged.
    ///
    /// # Errors
    /// If there is no network, or one was made for vectors of another length, or another number of features.
    pub fn new(sampler: Sampler, networks: Vec<Network>) -> Result<Self> {
        let (vectors, features) = (sampler.basis().vectors.dimensions(), sampler.basis().feature_count());
        if networks.is_empty() {
            return Err(Error::Pairs("a model has at least one network, but there is none".to_owned()));
        }
        let fits = |network: &&Network| {
            network.dimensions == vectors && (network.features == 0 || network.features == features)
        };
        if let Some(network) = networks.iter().find(|network| !fits(network)) {
            return Err(Error::Pairs(format!(
                "the network takes vectors of {} dimensions and {} features, but there are {vectors} and {features}",
                network.dimensions, network.features
            )));
        }
        let ensemble = Ensemble::new(networks, &sampler.basis().words());
        Ok(Classifier { sampler, ensemble })
    }

    /// The stages up to the network.
    pub fn sampler(&self) -> &Sampler {
        &self.sampler
    }

    /// The first network; the others have the same shape.
    pub fn network(&self) -> &Network {
        self.ensemble.networks().next().expect("there is at least one")
    }

    /// The networks whose logits are averaged.
    pub fn networks(&self) -> impl ExactSizeIterator<Item = &Network> {
        self.ensemble.networks()
    }

    /// All that a document costs, paid once.
    ///
    /// # Errors
    /// If a stage refuses the document.
    pub fn prepare(&self, document: &Document) -> Result<ReadyDocument> {
        let document = self.sampler.prepare(document)?;
        let encoded = self.ensemble.encode(document.sentences());
        Ok(ReadyDocument { document, encoded })
    }

    /// The logit of the probability that two documents are the same procedure.
    ///
    /// # Errors
    /// If the joint keyword graph is refused by the community algorithm.
    pub fn logit(&self, left: &ReadyDocument, right: &ReadyDocument) -> Result<f32> {
        let sample = self.sampler.sample(&left.document, &right.document)?;
        Ok(self.logit_of(&sample, left, right))
    }

    /// The logit of a sample that was made of two documents.
    pub fn logit_of(&self, sample: &Sample, left: &ReadyDocument, right: &ReadyDocument) -> f32 {
        self.ensemble.logit_of(sample, [&left.encoded, &right.encoded])
    }

    /// The probability that two documents are the same procedure.
    ///
    /// # Errors
    /// If the joint keyword graph is refused by the community algorithm.
    pub fn probability(&self, left: &ReadyDocument, right: &ReadyDocument) -> Result<f64> {
        self.logit(left, right).map(probability)
    }

    /// The probabilities of many pairs, in order, on all threads; every document is prepared once. Labels are not read.
    ///
    /// # Errors
    /// If a stage refuses a document.
    pub fn probabilities(&self, pairs: &[LabelledPair<'_>]) -> Result<Vec<f64>> {
        let Distinct { documents, pairs } = Distinct::of(pairs);
        let ready: Vec<Result<ReadyDocument>> =
            documents.par_iter().map(|document| self.prepare(document)).collect();
        let ready: Vec<ReadyDocument> = ready.into_iter().collect::<Result<_>>()?;
        let scored: Vec<Result<f64>> =
            pairs.par_iter().map(|&(left, right)| self.probability(&ready[left], &ready[right])).collect();
        scored.into_iter().collect()
    }
}

/// The probability that a logit stands for.
pub fn probability(logit: f32) -> f64 {
    1.0 / (1.0 + (-f64::from(logit)).exp())
}
