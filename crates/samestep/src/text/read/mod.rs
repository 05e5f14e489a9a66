//! From a file to [`Document`]s: which format is it, what is its visible text, and which parts are steps?
//!
//! [`read_document`] and [`read_documents`] are the ways in. A file is opened and unpacked (`bytes`), its encoding
//! checked (`encoding`), its format settled ([`Format`]); a reader a format then takes it apart into pieces
//! (`pieces`), and one rule shared by all formats says which pieces are steps (`steps`).

mod bytes;
mod elements;
mod encoding;
mod format;
mod html;
mod inline;
mod input;
mod json;
mod letters;
mod markdown;
mod markers;
mod names;
mod outline;
mod pieces;
mod plain;
mod references;
mod steps;
mod vocabulary;

pub(super) use bytes::Lines;
pub use format::Format;
pub(super) use format::file_stem;
#[cfg(feature = "corpus")]
pub(crate) use input::select;
pub use input::{
    Documents, ReadOptions, draft_from_str, is_table, read_bytes, read_document, read_documents, read_string,
    unpack,
};
pub use json::{JsonLines, Pair, Records, read_pairs, read_records};
pub(super) use plain::draft as plain_draft;

use super::{Document, TokenKind};
use crate::{Error, Result};

/// How much a reader takes before it gives up, so that a small hostile file cannot fill the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes read from the file or from standard input.
    pub read: u64,
    /// Bytes after unpacking; of JSON lines, which are read one by one, the bytes of a single line.
    pub unpacked: u64,
    /// Steps of a document.
    pub steps: u64,
    /// Words and numbers of a document.
    pub words: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { read: 256 << 20, unpacked: 256 << 20, steps: 20_000, words: 2_000_000 }
    }
}

impl Limits {
    /// No limit: for what was read before.
    pub const NONE: Limits = Limits { read: u64::MAX, unpacked: u64::MAX, steps: u64::MAX, words: u64::MAX };

    /// Refuses a document with more steps or words.
    ///
    /// # Errors
    /// If there are more.
    pub fn check(&self, document: &Document) -> Result<()> {
        let refuse = |what, got: usize, limit: u64, advice| {
            let got = got as u64;
            if got > limit { Err(Error::Limit { what, got, limit, advice }) } else { Ok(()) }
        };
        let words = document.tokens().iter().filter(|token| token.kind != TokenKind::Mark).count();
        refuse(
            "the number of steps of a document",
            document.steps().len(),
            self.steps,
            "split the document, or raise the limit with --max-steps",
        )?;
        refuse(
            "the number of words of a document",
            words,
            self.words,
            "split the document, or raise the limit with --max-words",
        )
    }
}

#[cfg(test)]
mod tests;
