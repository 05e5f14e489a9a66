//! Plain text: paragraphs, lists and headings by the marks and spaces that people use.
//!
//! Each line is read by itself (`line`), then what its `neighbours` tell of its mark; the `reader` puts lines together into paragraphs and
//! items, and says at the end which lists are some (`lists`).

mod line;
mod neighbours;
mod reader;
mod lists;

use self::{
    neighbours::{look_ahead, settle_bare_numbers, settle_numerals},
    reader::Reader,
};
use super::super::{Draft, SourceMap, Span};
use super::pieces::blocks;
use super::{inline, letters, outline};

pub(super) use self::line::{HEADING, Line, ends_sentence};

/// Nobody wraps running text to fewer characters than this.
pub(super) const NARROWEST: usize = 60;

/// Reads plain text that stands `offset` bytes into its file; but for its title, the text is its own source.
pub(in crate::text) fn draft(text: &str, offset: usize) -> Draft {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        // Old programs end lines by a carriage return alone.
        let whole = line.trim_end_matches(['\r', '\n']).len();
        let mut start = 0;
        for (cut, _) in line[..whole].match_indices('\r') {
            lines.push(Line::new(&line[start..=cut], at + start));
            start = cut + 1;
        }
        lines.push(Line::new(&line[start..], at + start));
        at += line.len();
    }
    settle_numerals(&mut lines);
    settle_bare_numbers(&mut lines);
    outline::settle(&mut lines);
    look_ahead(&mut lines);
    let (greeting, closing) = letters::frame(&lines);
    let mut reader = Reader::new(text);
    for (at, line) in lines.iter().enumerate() {
        if (at < greeting || at >= closing) && !line.text.is_empty() {
            reader.aside(line);
        } else {
            reader.line(line);
        }
    }
    reader.settle_lists();
    let mut pieces = reader.pieces();
    inline::count_within(&mut pieces, text);
    let title = reader.title();
    let blocks = blocks(&pieces, text, title);
    let mut source = SourceMap::identity();
    if offset > 0 && !text.is_empty() {
        source.push_verbatim(0, Span::new(offset, offset + text.len()));
    }
    let draft = Draft { text: text.to_owned(), blocks, source, ..Draft::default() };
    match title {
        Some(title) => draft.with_title_apart(title),
        None => draft,
    }
}

#[cfg(test)]
mod tests;
