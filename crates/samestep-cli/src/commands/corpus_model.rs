//! The model that reads an index.

use anyhow::{Result, bail};
use samestep::judge::Judge;

use super::model::folder;
use crate::args::{Common, ModelOption};

/// A judge of the user's, or the one that ships.
pub enum CorpusModel {
    Shipped(&'static Judge),
    Own(Box<Judge>),
}

impl CorpusModel {
    pub fn judge(&self) -> &Judge {
        match self {
            CorpusModel::Shipped(judge) => judge,
            CorpusModel::Own(judge) => judge,
        }
    }
}

/// Reads the model's folder.
pub fn load(common: &Common, option: &ModelOption) -> Result<CorpusModel> {
    match folder(common, option) {
        None => Ok(CorpusModel::Shipped(Judge::shipped())),
        Some(folder) if Judge::is_in(folder) => Ok(CorpusModel::Own(Box::new(Judge::open(folder)?))),
        Some(folder) => bail!(
            "{}: an index is read by a judge, which this folder does not hold; networks compare pairs (`samestep score`)",
            folder.display()
        ),
    }
}
