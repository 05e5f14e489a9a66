//! Reading word vectors: which format is it, and is it whole?

mod binary;
mod text;

use std::{collections::HashSet, path::Path};

use super::{WordVectors, table::check_dimensions};
use crate::{
    Error, Result,
    text::read::{self, Limits},
};

/// How much of a file of vectors is read: enough for three million words of 300 dimensions.
pub const LIMITS: Limits = Limits { read: 4 << 30, unpacked: 4 << 30, ..Limits::NONE };

/// A first line is no longer than this if it is word2vec's: two counts.
const HEADER: usize = 64;

pub(super) fn open(path: &Path) -> Result<WordVectors> {
    parse(path, &read::unpack(path, LIMITS)?)
}

/// Text is UTF-8 without NUL; vectors in binary practically never are, and have word2vec's first line.
pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<WordVectors> {
    let header = Header::of(bytes);
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    match (text, header) {
        (Some(text), header) => text::parse(path, text, header),
        (None, Some(header)) => binary::parse(path, bytes, header),
        (None, None) => {
            let message = "holds no word vectors: expected word2vec text or binary, or GloVe text, in UTF-8";
            Err(Error::format(path, message))
        }
    }
}

/// word2vec's first line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Header {
    words: usize,
    dimensions: usize,
    /// Bytes of the line, with its line break.
    length: usize,
}

impl Header {
    fn of(bytes: &[u8]) -> Option<Self> {
        let start = &bytes[..bytes.len().min(HEADER)];
        // A file may be cut off right after the counts.
        let whole = (bytes.len() < HEADER).then_some(bytes.len());
        let end = start.iter().position(|&byte| byte == b'\n').or(whole)?;
        let line = std::str::from_utf8(&start[..end]).ok()?;
        let mut counts = line.split_ascii_whitespace();
        let words = counts.next()?.parse().ok()?;
        let dimensions = counts.next()?.parse().ok()?;
        counts.next().is_none().then_some(Header { words, dimensions, length: (end + 1).min(bytes.len()) })
    }

    /// Refuses counts that the bytes after the line cannot hold, so that a wrong header never makes us reserve memory.
    fn check(&self, path: &Path, bytes_after: usize, least_per_number: usize) -> Result<()> {
        let refuse = |message: String| Err(Error::record(path, 1, message));
        if let Err(message) = check_dimensions(self.dimensions) {
            return refuse(message);
        }
        if self.words == 0 {
            return refuse("the header promises no words: expected at least 1".to_owned());
        }
        // A word takes a letter and a space besides its numbers.
        let least = (self.dimensions * least_per_number + 2).checked_mul(self.words);
        if least.is_none_or(|least| least > bytes_after.saturating_add(1)) {
            let Header { words, dimensions, .. } = self;
            return refuse(format!(
                "the header promises {words} words of {dimensions} dimensions, but only {bytes_after} bytes follow: \
                 the file is cut off or the header wrong"
            ));
        }
        Ok(())
    }
}

/// Words and vectors as they are read.
#[derive(Default)]
struct Rows<'b> {
    words: Vec<&'b str>,
    seen: HashSet<&'b str, foldhash::fast::FixedState>,
    values: Vec<f32>,
}

impl<'b> Rows<'b> {
    /// Takes a word; the error is the message.
    fn word(&mut self, word: &'b str) -> std::result::Result<(), String> {
        if word.is_empty() {
            return Err("the word is empty".to_owned());
        }
        if !self.seen.insert(word) {
            return Err(format!("the word {word:?} is there twice"));
        }
        self.words.push(word);
        Ok(())
    }

    /// Takes a number of the last word; the error is the message.
    fn value(&mut self, value: f32) -> std::result::Result<(), String> {
        if !value.is_finite() {
            let word = self.words.last().copied().unwrap_or_default();
            return Err(format!("the vector of {word:?} holds {value}: expected finite numbers"));
        }
        self.values.push(value);
        Ok(())
    }

    fn finish(self, path: &Path, dimensions: usize) -> Result<WordVectors> {
        drop(self.seen);
        let words = self.words.into_iter().map(Box::from).collect();
        WordVectors::new(words, dimensions, self.values)
            .map_err(|error| Error::format(path, error.to_string()))
    }
}
