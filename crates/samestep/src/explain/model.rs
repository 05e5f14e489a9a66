//! Whichever model judges: the one that ships, one of a user's, or the paper's network.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::{Comparison, ModelName, comparison::judged};
use crate::{
    Document, Result,
    files::{LARGEST_MODEL_FILE, read_whole},
    judge::{Evidence, Judge, Judgement, Reading, Score},
    pipeline::{Classifier, Distinct, LabelledPair, probability},
};

/// The file whose hash names a network.
const WEIGHTS: &str = "model.safetensors";

/// A model that compares documents.
pub enum Model {
    /// The judge that is part of the program.
    Shipped(&'static Judge),
    /// A judge of the user's.
    Judge(Box<Judge>),
    /// The paper's network; steps are aligned by the judge that ships.
    Network {
        /// The network with its stages.
        classifier: Box<Classifier>,
        /// Its name and hash.
        name: ModelName,
    },
}

impl Model {
    /// The model of a folder, or the one that ships.
    ///
    /// # Errors
    /// If the folder holds no model, or a damaged one.
    pub fn open(folder: Option<&Path>) -> Result<Self> {
        let Some(folder) = folder else { return Ok(Model::Shipped(Judge::shipped())) };
        if Judge::is_in(folder) {
            return Ok(Model::Judge(Box::new(Judge::open(folder)?)));
        }
        let classifier = Box::new(Classifier::load(folder)?);
        let weights: PathBuf = folder.join(WEIGHTS);
        let bytes = read_whole(&weights, LARGEST_MODEL_FILE)?;
        let hash = Sha256::digest(bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let name = folder
            .file_name()
            .map_or_else(|| "network".to_owned(), |name| name.to_string_lossy().into_owned());
        Ok(Model::Network { classifier, name: ModelName { name, hash } })
    }

    /// What judges contents, or at least aligns the steps.
    fn judge(&self) -> &Judge {
        match self {
            Model::Shipped(judge) => judge,
            Model::Judge(judge) => judge,
            Model::Network { .. } => Judge::shipped(),
        }
    }

    /// Its name and hash.
    pub fn name(&self) -> ModelName {
        match self {
            Model::Network { name, .. } => name.clone(),
            _ => ModelName::of(self.judge()),
        }
    }

    /// Compares two documents.
    ///
    /// # Errors
    /// If a stage of the network refuses a document.
    pub fn compare(&self, left: &Document, right: &Document) -> Result<Comparison> {
        let (mut judgement, analysis) = judged(self.judge(), left, right);
        if let Model::Network { classifier, .. } = self {
            let logit = classifier.logit(&classifier.prepare(left)?, &classifier.prepare(right)?)?;
            judgement = by_network(judgement, logit);
        }
        Ok(Comparison::new(judgement, [left, right], &analysis, self.name()))
    }

    /// The numbers of many pairs, in order, on all threads; a document of several pairs is read once. Labels are not read.
    ///
    /// # Errors
    /// If a stage of the network refuses a document.
    pub fn scores(&self, pairs: &[LabelledPair<'_>]) -> Result<Vec<Score>> {
        let judge = self.judge();
        let distinct = Distinct::of(pairs);
        let readings: Vec<Reading> =
            distinct.documents.par_iter().map(|document| judge.read(document)).collect();
        let score = |&(left, right): &(usize, usize)| judge.score(&readings[left], &readings[right]);
        let mut scores: Vec<Score> = distinct.pairs.par_iter().map(score).collect();
        if let Model::Network { classifier, .. } = self {
            for (score, probability) in scores.iter_mut().zip(classifier.probabilities(pairs)?) {
                (score.probability, score.content) = (probability, probability);
            }
        }
        Ok(scores)
    }
}

/// The network's logit in place of the judge's; it cannot be taken apart.
fn by_network(judgement: Judgement, logit: f32) -> Judgement {
    let probability = probability(logit);
    let piece = Evidence {
        name: "network",
        detail: "the network's score of the concept graph, as a whole".to_owned(),
        weight: f64::from(logit),
        words: Vec::new(),
        steps: Default::default(),
    };
    Judgement {
        probability,
        content: probability,
        logit: f64::from(logit),
        bias: 0.0,
        evidence: vec![piece],
        ..judgement
    }
}
