//! The documents that the judge is made and measured with.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::Told;
use crate::{
    Error, Result,
    text::{Record, import},
};

/// Manuals with the file that each came from, news, and recipes; what is absent is empty.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// Repair manuals; their further field `source` names the category.
    pub manuals: Vec<Record>,
    /// News.
    pub news: Vec<Record>,
    /// Recipes.
    pub recipes: Vec<Record>,
    /// Procedures told twice.
    pub told: Told,
}

impl Sources {
    /// Reads the folders `myfixit`, `ecbplus` and `ara` of a folder, as they are shipped by their makers, and a folder of procedures told
    /// twice.
    ///
    /// # Errors
    /// If there are no manuals, or a file cannot be read.
    pub fn read(folder: &Path, told: &Path) -> Result<Self> {
        let files = |name: &str, ending: &str| files(&folder.join(name), ending);
        let mut sources = Sources { told: Told::read(told)?, ..Sources::default() };
        for path in files("myfixit", ".jsonl.gz")? {
            sources.manuals.extend(import::myfixit(&path)?);
        }
        for path in files("ecbplus", ".jsonl.gz")? {
            sources.news.extend(import::ecbplus(&path)?);
        }
        for path in files("ara", ".conllu")? {
            sources.recipes.extend(import::ara(&path)?);
        }
        if sources.manuals.is_empty() {
            let message =
                format!("{}: no repair manuals (myfixit/*.jsonl.gz) to learn from", folder.display());
            return Err(Error::Pairs(message));
        }
        Ok(sources)
    }
}

/// The files below a folder whose names end so, sorted; none where there is no such folder.
pub(super) fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(folder).map_err(|error| Error::io(folder, error))? {
        let path = entry.map_err(|error| Error::io(folder, error))?.path();
        if path.is_dir() {
            found.extend(files(&path, ending)?);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
