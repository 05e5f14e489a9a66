//! The model that the user names.

use anyhow::{Result, bail};
use samestep::pipeline::Classifier;

use crate::args::ModelOption;

/// Reads the model's folder.
pub fn load(option: &ModelOption) -> Result<Classifier> {
    match &option.model {
        Some(folder) => Ok(Classifier::load(folder)?),
        None => bail!("no model: give one with --model DIR (`samestep train` makes one)"),
    }
}
