//! Whole files: written so that a reader never sees half a file, and read within a limit.

use std::{
    ffi::OsString,
    fs::{File, Metadata},
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;

use crate::{Error, Result};

/// Makes a folder, with those that it stands in, unless it is there.
///
/// # Errors
/// If it cannot be made, or a file has its name.
pub fn make_folder(folder: &Path) -> Result<()> {
    if folder.is_file() {
        return Err(Error::format(folder, "is a file; a folder was expected"));
    }
    std::fs::create_dir_all(folder).map_err(|error| Error::io(folder, error))
}

/// The most that is read of a file of a model or an encoder.
pub const LARGEST_MODEL_FILE: u64 = 1 << 30;

/// The whole content of an ordinary file, or of one that a link leads to; a larger one than `limit` is refused.
///
/// For what is found in a folder that may come from a stranger: a pipe or a device there would be read forever.
///
/// # Errors
/// If the file cannot be read, is no ordinary file, or is too large.
pub fn read_whole(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let fail = |error| Error::io(path, error);
    if !std::fs::metadata(path).map_err(fail)?.is_file() {
        return Err(Error::format(path, "is no ordinary file"));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(fail)?.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > limit {
        return Err(Error::format(
            path,
            format!("is larger than {limit} bytes, the most that is read of such a file"),
        ));
    }
    Ok(bytes)
}

/// Packs bytes with zstd as hard as it can, and tells their number ahead: for what is packed once and read often.
///
/// # Errors
/// If they cannot be packed.
pub fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, HARDEST)
}

/// The level at which zstd packs hardest.
const HARDEST: i32 = 22;

/// What zstd packed; more than `limit` bytes are refused.
///
/// # Errors
/// If the bytes are damaged, or stand for too many.
pub fn unpack(packed: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    let too_large =
        || io::Error::new(io::ErrorKind::InvalidData, format!("it unpacks to more than {limit} bytes"));
    match zstd::zstd_safe::get_frame_content_size(packed) {
        // At once, into as much memory as it takes.
        Ok(Some(size)) if size <= limit => zstd::bulk::decompress(packed, size as usize),
        Ok(Some(_)) => Err(too_large()),
        // Files that earlier versions wrote do not tell; the decoder says what is wrong with others.
        Ok(None) | Err(_) => {
            let mut bytes = Vec::new();
            zstd::Decoder::new(packed)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
        }
    }
}

/// Refuses an ordinary file of more bytes than a limit: for files that are read piece by piece, without end.
///
/// # Errors
/// If it has more.
pub fn check_size(path: &Path, limit: u64) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(meta) if meta.is_file() && meta.len() > limit => {
            let advice = "split the input, or raise the limit with --max-bytes";
            let what = "the number of bytes of the file";
            Err(Error::Limit { what, got: meta.len(), limit, advice }.at(path, None))
        }
        // What cannot be looked at is told when it is read.
        _ => Ok(()),
    }
}

/// Writes one JSON value a line to `path`, or to standard output for `-`; returns the number of lines.
///
/// # Errors
/// As [`write_whole`].
pub fn write_json_lines<T: Serialize>(path: &Path, values: impl IntoIterator<Item = T>) -> Result<usize> {
    write_whole(path, |mut writer| write_lines(&mut writer, values))
}

/// Writes a file whole or not at all, or to standard output for `-`.
///
/// The file is written under another name in the same folder, synced and then renamed; it keeps the permissions of the file that it
/// replaces, and a link is followed. What is no file (a device, a pipe) is written to directly.
///
/// # Errors
/// If the file cannot be written; what stood at `path` before stands there still.
pub fn write_whole<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> Result<T> {
    if path == Path::new("-") {
        return write_to(io::stdout().lock(), write).map_err(|error| Error::io("standard output", error));
    }
    let written = match std::fs::metadata(path) {
        Ok(old) if old.is_file() => {
            path.canonicalize().and_then(|target| replace(&target, Some(&old), write))
        }
        Ok(_) => File::options().write(true).open(path).and_then(|file| write_to(file, write)),
        Err(_) => replace(path, None, write),
    };
    written.map_err(|error| Error::io(path, error))
}

/// As [`write_whole`], for a file of a folder that is ours alone: a link that stands there is replaced, and nothing outside is touched.
///
/// # Errors
/// If the file cannot be written; what stood at `path` before stands there still.
pub fn write_own<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> Result<T> {
    let old = std::fs::symlink_metadata(path).ok().filter(Metadata::is_file);
    replace(path, old.as_ref(), write).map_err(|error| Error::io(path, error))
}

fn write_to<T>(target: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let mut writer = BufWriter::new(target);
    let value = write(&mut writer)?;
    writer.flush()?;
    Ok(value)
}

fn replace<T>(
    path: &Path,
    old: Option<&Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<T> {
    let temporary = temporary_name(path);
    let written = write_synced(&temporary, write).and_then(|value| {
        if let Some(old) = old {
            std::fs::set_permissions(&temporary, old.permissions())?;
        }
        std::fs::rename(&temporary, path)?;
        sync_folder(path)?;
        Ok(value)
    });
    if written.is_err() {
        // The error that matters is the first one.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

fn write_synced<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    // One that is left over, or a link that someone put there, is not written through.
    if let Err(error) = std::fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let mut writer = BufWriter::new(File::create_new(path)?);
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

/// Removes what writers that were killed left in a folder; the file that each was about to replace stands there whole.
///
/// # Errors
/// If the folder cannot be read, or such a file cannot be removed.
pub fn clear_temporaries(folder: &Path) -> Result<()> {
    let fail = |error| Error::io(folder, error);
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let number = name
            .strip_prefix('.')
            .and_then(|name| name.strip_suffix(".tmp"))
            .and_then(|name| name.rsplit_once('.'));
        if number.is_some_and(|(_, process)| process.parse::<u32>().is_ok()) {
            std::fs::remove_file(&path).map_err(|error| Error::io(&path, error))?;
        }
    }
    Ok(())
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

    #[test]
    fn what_is_packed_is_unpacked_within_its_limit() {
        let bytes = b"Open the lid. ".repeat(100);
        // As we write it, and as a stream that does not tell its length.
        for packed in [pack(&bytes).expect("memory"), zstd::encode_all(&*bytes, 1).expect("memory")] {
            assert_eq!(unpack(&packed, 1400).expect("whole"), bytes);
            let error = unpack(&packed, 1399).expect_err("one byte too many").to_string();
            assert!(error.contains("more than 1399 bytes"), "{error}");
            assert!(unpack(&packed[..packed.len() - 1], 1400).is_err());
        }
        assert!(unpack(b"not packed", 1400).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_and_permissions_stay() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = std::env::temp_dir().join(format!("samestep-link-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let (file, link) = (folder.join("file"), folder.join("link"));
        std::fs::write(&file, "old").expect("writable");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("ours");
        symlink(&file, &link).expect("links exist on unix");
        write_json_lines(&link, [1]).expect("writable");
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "1\n");
        assert!(link.symlink_metadata().expect("there").is_symlink());
        assert_eq!(file.metadata().expect("there").permissions().mode() & 0o777, 0o600);
        write_own(&link, |writer| writer.write_all(b"own")).expect("writable");
        assert!(link.symlink_metadata().expect("there").is_file(), "the link is replaced");
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "1\n", "and not followed");
        assert_eq!(read_whole(&link, 3).expect("small enough"), b"own");
        assert!(read_whole(&link, 2).unwrap_err().to_string().contains("larger than 2 bytes"));
        assert!(read_whole(Path::new("/dev/zero"), 2).unwrap_err().to_string().contains("no ordinary file"));
        write_json_lines(Path::new("/dev/null"), [1]).expect("the null device takes anything");
        assert!(Path::new("/dev/null").metadata().expect("there").file_type().is_char_device());
        std::fs::remove_dir_all(&folder).expect("removable");
    }
}
