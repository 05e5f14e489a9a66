//! A judge as bytes, on disk and inside the program.

use std::{
    path::{Path, PathBuf},
    sync::LazyLock,
};

use sha2::{Digest, Sha256};

use super::{Judge, measures::COUNT, model::Parts};
use crate::{
    Error, Result,
    files::{make_folder, pack, read_whole, unpack, write_own},
    order::{Aligner, Params},
};

/// The version of the format.
pub(super) const FORMAT: u32 = 7;

/// The file of a judge in its folder.
const FILE: &str = "judge.json.zst";

/// A judge is at most this large once it is unpacked.
const LARGEST: u64 = 256 << 20;

static SHIPPED_BYTES: &[u8] = include_bytes!("shipped.json.zst");

static SHIPPED: LazyLock<std::result::Result<Judge, String>> =
    LazyLock::new(|| parse(Path::new("the shipped model"), SHIPPED_BYTES).map_err(|error| error.to_string()));

impl Judge {
    /// The judge that is part of the program.
    ///
    /// # Panics
    /// Never, as long as the tests pass: they read it.
    pub fn shipped() -> &'static Judge {
        match &*SHIPPED {
            Ok(judge) => judge,
            Err(error) => panic!("{error}"),
        }
    }

    /// Whether a folder holds a judge, as [`Judge::save`] writes it.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).is_file()
    }

    /// Reads a folder that [`Judge::save`] wrote.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, too large, or of a later version.
    pub fn open(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let bytes = read_whole(&path, LARGEST)?;
        parse(&path, &bytes)
    }

    /// Writes a folder, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, folder: &Path) -> Result<PathBuf> {
        make_folder(folder)?;
        let path = folder.join(FILE);
        let bytes = packed(&self.parts)?;
        write_own(&path, |file| file.write_all(&bytes))?;
        Ok(path)
    }
}

fn json(parts: &Parts) -> Result<Vec<u8>> {
    serde_json::to_vec(parts).map_err(|error| Error::Pairs(format!("the model cannot be written: {error}")))
}

fn packed(parts: &Parts) -> Result<Vec<u8>> {
    pack(&json(parts)?).map_err(|error| Error::Pairs(format!("the model cannot be packed: {error}")))
}

/// The first digits of the SHA-256 of what was learned.
pub(super) fn hash(parts: &Parts) -> Result<String> {
    let digest = Sha256::digest(json(parts)?);
    Ok(digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect())
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Judge> {
    let wrong = |reason: String| Error::Pairs(format!("{}: {reason}", path.display()));
    let json =
        unpack(bytes, LARGEST).map_err(|error| wrong(format!("the packed model is damaged: {error}")))?;
    let parts = match serde_json::from_slice::<Parts>(&json) {
        Ok(parts) if parts.format == FORMAT => parts,
        // What holds other parts may be of another version: that is told first.
        other => {
            #[derive(serde::Deserialize)]
            struct Version {
                format: u32,
            }
            let version: Version =
                serde_json::from_slice(&json).map_err(|error| wrong(format!("this is no model: {error}")))?;
            return Err(match other {
                Err(error) if version.format == FORMAT => wrong(format!("the model is damaged: {error}")),
                _ => wrong(format!(
                    "its format is {}, but this program reads {FORMAT}: train it again",
                    version.format
                )),
            });
        }
    };
    if !parts.is_valid() {
        return Err(wrong("the model holds numbers that are missing or not finite".into()));
    }
    let aligner = Aligner::new(Params::default(), Some(parts.steps.clone()))?;
    let hash = Sha256::digest(&json).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    Ok(Judge { parts, aligner, hash })
}

impl Parts {
    fn is_valid(&self) -> bool {
        self.salience.is_valid()
            && self.steps.is_valid()
            && self.inside.is_valid(COUNT)
            && self.outside.is_valid(COUNT)
            && self.accounts.is_valid(COUNT)
    }
}
