//! From a file to [`Document`](super::Document)s: which format is it, what is its visible text, and which parts are steps?
//!
//! [`read_document`] and [`read_documents`] are the ways in. A file is opened and unpacked (`bytes`), its encoding
//! checked (`encoding`), its format settled ([`Format`]); a reader a format then takes it apart into pieces
//! (`pieces`), and one rule shared by all formats says which pieces are steps (`steps`).

mod bytes;
mod elements;
mod encoding;
mod format;
mod html;
mod input;
mod json;
mod markdown;
mod markers;
mod pieces;
mod plain;
mod references;
mod steps;

pub(super) use bytes::Lines;
pub use format::Format;
pub(super) use format::file_stem;
pub use input::{
    Documents, ReadOptions, draft_from_str, read_bytes, read_document, read_documents, read_string, unpack,
};
pub use json::{JsonLines, Pair, Records, read_pairs, read_records};
pub(super) use plain::draft as plain_draft;

/// How much a reader takes before it gives up, so that a small hostile file cannot fill the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes read from the file or from standard input.
    pub read: u64,
    /// Bytes after unpacking; of JSON lines, which are read one by one, the bytes of a single line.
    pub unpacked: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { read: 256 << 20, unpacked: 256 << 20 }
    }
}

#[cfg(test)]
mod tests;
