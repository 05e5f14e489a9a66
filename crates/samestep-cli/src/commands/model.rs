//! The model that the user names, or the one that ships.

use anyhow::Result;
use samestep::explain::Model;

use crate::args::ModelOption;

/// Reads the model's folder.
pub fn load(option: &ModelOption) -> Result<Model> {
    Ok(Model::open(option.model.as_deref())?)
}
