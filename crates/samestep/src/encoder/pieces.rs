//! Word pieces, from a folder's `tokenizer.json`.

use std::path::{Path, PathBuf};

use tokenizers::Tokenizer;

use crate::{
    Error, Result,
    files::{LARGEST_MODEL_FILE, read_whole},
};

/// A tokenizer without the padding and cutting that its file may ask for.
pub(super) struct Pieces {
    path: PathBuf,
    tokenizer: Tokenizer,
    start: u32,
    end: u32,
}

impl Pieces {
    /// Reads the tokenizer; every piece must have one of the network's `vocabulary` vectors.
    pub fn open(folder: &Path, vocabulary: usize) -> Result<Self> {
        let path = folder.join("tokenizer.json");
        let bytes = read_whole(&path, LARGEST_MODEL_FILE)?;
        let mut tokenizer = Tokenizer::from_bytes(bytes)
            .map_err(|error| Error::format(&path, format!("not a tokenizer: {error}")))?;
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(|error| Error::format(&path, error.to_string()))?;
        let largest = tokenizer.get_vocab(true).values().max().copied().unwrap_or(0);
        if largest as usize >= vocabulary {
            let message = format!(
                "holds piece number {largest}: expected numbers below {vocabulary}, the vocab_size of config.json"
            );
            return Err(Error::format(path, message));
        }
        let mark = |name: &str| {
            tokenizer
                .token_to_id(name)
                .ok_or_else(|| Error::format(&path, format!("has no piece {name}: expected BERT's")))
        };
        let (start, end) = (mark("[CLS]")?, mark("[SEP]")?);
        Ok(Pieces { path, tokenizer, start, end })
    }

    /// The word pieces of a text, without marks.
    pub fn of(&self, text: &str) -> Result<Vec<u32>> {
        let encoding = self
            .tokenizer
            .encode_fast(text, false)
            .map_err(|error| Error::format(&self.path, error.to_string()))?;
        Ok(encoding.get_ids().to_vec())
    }

    /// Word pieces between the marks of start and end.
    pub fn framed(&self, pieces: &[u32]) -> Vec<u32> {
        let mut framed = Vec::with_capacity(pieces.len() + 2);
        framed.push(self.start);
        framed.extend_from_slice(pieces);
        framed.push(self.end);
        framed
    }
}
