//! word2vec binary: the word, a space, its numbers as four bytes each; some writers end a word's numbers with a line break.

use std::path::Path;

use super::{Header, Rows};
use crate::{Error, Result, vectors::WordVectors};

const NUMBER: usize = size_of::<f32>();

/// Reads the words after the header.
pub(super) fn parse(path: &Path, bytes: &[u8], header: Header) -> Result<WordVectors> {
    let mut rest = &bytes[header.length..];
    header.check(path, rest.len(), NUMBER)?;
    let mut rows = Rows::default();
    rows.values.reserve_exact(header.words * header.dimensions);
    for number in 1..=header.words {
        rest = read_word(rest, header.dimensions, &mut rows).map_err(|message| {
            Error::format(path, format!("word {number} of {}: {message}", header.words))
        })?;
    }
    if !rest.trim_ascii().is_empty() {
        let message = format!("{} bytes after the last of {} words", rest.len(), header.words);
        return Err(Error::format(path, message));
    }
    rows.finish(path, header.dimensions)
}

/// Reads a word and its numbers and returns what follows them; the error is the message.
fn read_word<'b>(
    bytes: &'b [u8],
    dimensions: usize,
    rows: &mut Rows<'b>,
) -> std::result::Result<&'b [u8], String> {
    let cut_off = || "the file ends within it".to_owned();
    let bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
    let end = bytes.iter().position(|&byte| byte == b' ').ok_or_else(cut_off)?;
    let word = std::str::from_utf8(&bytes[..end]).map_err(|_| "the word is not UTF-8".to_owned())?;
    let (numbers, rest) = bytes[end + 1..].split_at_checked(dimensions * NUMBER).ok_or_else(cut_off)?;
    rows.word(word)?;
    for bytes in numbers.as_chunks::<NUMBER>().0 {
        rows.value(f32::from_le_bytes(*bytes))?;
    }
    Ok(rest)
}
