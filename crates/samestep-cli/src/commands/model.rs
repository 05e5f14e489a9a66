//! The model that the user names, or the one that ships.

use std::path::Path;

use anyhow::Result;
use samestep::explain::Model;

use crate::args::{Common, ModelOption};

/// Reads the model's folder.
pub fn load(common: &Common, option: &ModelOption) -> Result<Model> {
    Ok(Model::open(folder(common, option))?)
}

/// The model's folder: as the command has it, else as the settings file does.
pub fn folder<'a>(common: &'a Common, option: &'a ModelOption) -> Option<&'a Path> {
    option.model.as_deref().or(common.filed.model.as_deref())
}
