//! The folder of an index: who writes it, and what must not lie in it.

use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

use super::super::{
    catalogue::{CATALOGUE, Catalogue},
    features,
};
use crate::{Error, Result};

/// The file that a writer holds.
const LOCK: &str = "lock";

/// Refuses a folder that holds something else, so that no file of the user's stands among ours.
pub(super) fn refuse_others(folder: &Path) -> Result<()> {
    if folder.join(CATALOGUE).exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(|error| Error::io(folder, error))? {
        let name = entry.map_err(|error| Error::io(folder, error))?.file_name();
        if name != LOCK {
            let message = format!(
                "is no index, and holds {}: give a folder that is empty or does not exist",
                name.display()
            );
            return Err(Error::format(folder, message));
        }
    }
    Ok(())
}

/// Refuses an index with a link in it, or with a pipe or a device: what is written to it would go elsewhere, what is read from it may
/// never end.
pub(in crate::corpus) fn refuse_links(folder: &Path) -> Result<()> {
    let fail = |error| Error::io(folder, error);
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            // A writer removed it meanwhile.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(fail(error)),
        };
        if kind.is_dir() {
            refuse_links(&entry.path())?;
        } else if !kind.is_file() {
            let message =
                "is no ordinary file, as an index holds: remove it, or make the index again in a new folder";
            return Err(Error::format(entry.path(), message));
        }
    }
    Ok(())
}

pub(super) fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    let fail = |error| Error::io(&path, error);
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(fail)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Error::format(folder, "another process is writing this index: wait until it is done"))
        }
        Err(TryLockError::Error(error)) => Err(fail(error)),
    }
}

/// Removes feature files that the catalogue does not name.
pub(super) fn remove_unnamed(folder: &Path, catalogue: &Catalogue) -> Result<()> {
    let named = catalogue.files()?;
    let fail = |error| Error::io(folder, error);
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let number = features::file_number(&entry.file_name().to_string_lossy());
        if number.is_some_and(|number| !named.contains_key(&number)) {
            fs::remove_file(entry.path()).map_err(|error| Error::io(entry.path(), error))?;
        }
    }
    Ok(())
}
