//! Writing files so that a reader never sees half a file.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;

use crate::{Error, Result};

/// Writes one JSON value a line to `path`, or to standard output for `-`; returns the number of lines.
///
/// # Errors
/// As [`write_whole`].
pub fn write_json_lines<T: Serialize>(path: &Path, values: impl IntoIterator<Item = T>) -> Result<usize> {
    write_whole(path, |mut writer| write_lines(&mut writer, values))
}

/// Writes a file whole or not at all, or to standard output for `-`.
///
/// The file is written under another name in the same folder, synced and then renamed.
///
/// # Errors
/// If the file cannot be written; what stood at `path` before stands there still.
pub fn write_whole<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> Result<T> {
    if path == Path::new("-") {
        let mut writer = BufWriter::new(io::stdout().lock());
        return write(&mut writer)
            .and_then(|value| writer.flush().map(|()| value))
            .map_err(|error| Error::io("standard output", error));
    }
    let temporary = temporary_name(path);
    let written = write_synced(&temporary, write).and_then(|value| {
        std::fs::rename(&temporary, path)?;
        sync_folder(path)?;
        Ok(value)
    });
    written.map_err(|error| {
        // The error that matters is the first one.
        let _ = std::fs::remove_file(&temporary);
        Error::io(path, error)
    })
}

fn write_synced<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let mut writer = BufWriter::new(File::create(path)?);
    let value = write(&mut writer)?;
    writer.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    Ok(value)
}

fn write_lines<T: Serialize>(
    writer: &mut impl Write,
    values: impl IntoIterator<Item = T>,
) -> io::Result<usize> {
    let mut count = 0;
    for value in values {
        serde_json::to_writer(&mut *writer, &value)?;
        writer.write_all(b"\n")?;
        count += 1;
    }
    Ok(count)
}

/// A name of our own beside the file: two writers of one file do not share it.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Folders cannot be opened for syncing everywhere; where they can, a failure counts.
    match File::open(folder) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = std::env::temp_dir().join(format!("samestep-write-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let path = folder.join("out.jsonl");
        assert_eq!(write_json_lines(&path, [1, 2]).expect("writable"), 2);
        struct Bad;
        impl Serialize for Bad {
            fn serialize<S: serde::Serializer>(&self, _: S) -> std::result::Result<S::Ok, S::Error> {
                Err(serde::ser::Error::custom("no"))
            }
        }
        assert!(write_json_lines(&path, [Bad]).is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("still there"), "1\n2\n");
        assert_eq!(std::fs::read_dir(&folder).expect("readable").count(), 1, "no temporary file is left");
        std::fs::remove_dir_all(&folder).expect("removable");
    }
}
