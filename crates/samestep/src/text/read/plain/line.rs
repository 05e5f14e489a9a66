//! A line of plain text: its mark, and whether it is a heading.

use super::super::markers::{Marker, bare, marker};
use super::super::pieces::List;
use super::super::{outline, steps};

/// A longer line is no heading.
pub(in crate::text::read) const HEADING: usize = 60;

/// The level of a heading that nothing counts.
pub(super) const LEVEL: u8 = 2;

/// A line of plain text.
pub(in crate::text::read) struct Line<'t> {
    /// Without white space at either end.
    pub(in crate::text::read) text: &'t str,
    pub(super) start: usize,
    pub(super) indent: usize,
    pub(in crate::text::read) marker: Option<Marker>,
    /// The number that it starts with, if that stands bare.
    pub(in crate::text::read) bare: Option<Marker>,
    /// The level of the heading that it is in an outline, and the bytes that count it.
    pub(in crate::text::read) heads: Option<(u8, usize)>,
    /// Whether an outline counts it, so that it is an item also where it stands alone.
    pub(in crate::text::read) is_sure: bool,
    /// Whether the next line with a mark of this style goes on with its number.
    pub(super) goes_on: bool,
    /// Whether the next line with text is counted by a number.
    pub(super) above_number: bool,
}

impl<'t> Line<'t> {
    pub(super) fn new(line: &'t str, at: usize) -> Self {
        let inner = line.trim_start();
        let white = &line[..line.len() - inner.len()];
        let indent = white.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
        let text = inner.trim_end();
        let (marker, bare) = (marker(text), bare(text));
        let start = at + white.len();
        Line {
            text,
            start,
            indent,
            marker,
            bare,
            heads: None,
            is_sure: false,
            goes_on: false,
            above_number: false,
        }
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// A short line that names what follows.
    pub(super) fn is_heading(&self) -> bool {
        self.text.len() <= HEADING
            && (self.text.ends_with([':', '：']) || steps::is_section_name(self.text))
            && !self.text.contains(". ")
    }

    /// What heads a section though it is counted like an item: where its name starts, and its level.
    pub(super) fn heading(&self) -> Option<(usize, u8)> {
        let outlined = self.heads.map(|(level, length)| (self.start + length, level));
        let chinese = || self.section().map(|start| (start, LEVEL));
        outlined.or_else(chinese).or_else(|| self.named_section())
    }

    /// The name of a section that is counted like an item: "2. Materials".
    fn named_section(&self) -> Option<(usize, u8)> {
        let marker = self.marker.filter(|marker| marker.style.list() == List::Ordered)?;
        let name = self.text.get(marker.length..)?.trim();
        let is_name = !name.is_empty() && steps::is_section_name(name);
        is_name.then(|| (self.start + marker.length, outline::level(marker.style, false)))
    }

    /// The name of a section of a Chinese text, after its number: a short line above a list that is counted in digits.
    fn section(&self) -> Option<usize> {
        let marker = self.marker.filter(|marker| marker.style.is_chinese_section() && self.above_number)?;
        let is_name =
            marker.length < self.text.len() && self.text.len() <= HEADING && !ends_sentence(self.text);
        is_name.then(|| self.start + marker.length)
    }
}

/// Whether a line ends where a sentence, or a part of one, may end.
pub(in crate::text::read) fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '\'', ')', ']', '”', '’', '）', '】', '」', '》'])
        .ends_with(['.', '!', '?', ':', ';', '…', '。', '！', '？', '：', '；'])
}

pub(super) fn starts_small(text: &str) -> bool {
    text.starts_with(char::is_lowercase)
}
