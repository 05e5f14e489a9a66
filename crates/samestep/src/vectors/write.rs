//! Writing word vectors in the formats of word2vec.

use std::{
    io::{self, Write},
    path::Path,
};

use super::WordVectors;
use crate::{Error, Result, files::write_whole};

/// How vectors are written: a file's name tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// word2vec text (`.txt`, `.vec`, and `-`): a line with the counts, then a line a word. Numbers are exact.
    Text,
    /// word2vec binary (`.bin`).
    Binary,
}

impl FileFormat {
    /// The format that a file's name asks for.
    ///
    /// # Errors
    /// If the name ends in none that we know.
    pub fn from_name(path: &Path) -> Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("bin") => Ok(FileFormat::Binary),
            Some("txt" | "vec") => Ok(FileFormat::Text),
            None if path == Path::new("-") => Ok(FileFormat::Text),
            _ => Err(Error::format(
                path,
                "its name must end in .txt (word2vec text) or .bin (word2vec binary)",
            )),
        }
    }
}

pub(super) fn save(vectors: &WordVectors, path: &Path) -> Result<()> {
    let format = FileFormat::from_name(path)?;
    if let Some(word) = vectors.words().iter().find(|word| word.contains([' ', '\t', '\r', '\n'])) {
        return Err(Error::format(path, format!("cannot hold the word {word:?}: it has white space in it")));
    }
    write_whole(path, |writer| match format {
        FileFormat::Text => text(vectors, writer),
        FileFormat::Binary => binary(vectors, writer),
    })
}

fn text(vectors: &WordVectors, writer: &mut dyn Write) -> io::Result<()> {
    writeln!(writer, "{} {}", vectors.len(), vectors.dimensions())?;
    for (number, word) in vectors.words().iter().enumerate() {
        writer.write_all(word.as_bytes())?;
        for value in vectors.row(number as u32) {
            write!(writer, " {value}")?;
        }
        writer.write_all(b"\n")?;
    }
    Ok(())
}

fn binary(vectors: &WordVectors, writer: &mut dyn Write) -> io::Result<()> {
    writeln!(writer, "{} {}", vectors.len(), vectors.dimensions())?;
    for (number, word) in vectors.words().iter().enumerate() {
        writer.write_all(word.as_bytes())?;
        writer.write_all(b" ")?;
        for value in vectors.row(number as u32) {
            writer.write_all(&value.to_le_bytes())?;
        }
        writer.write_all(b"\n")?;
    }
    Ok(())
}
