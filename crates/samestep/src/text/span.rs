//! Byte ranges.

use serde::{Serialize, Serializer, ser::SerializeTuple};

/// A byte range of a text; both ends lie on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The range from `start` to just before `end`.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "span {start}..{end} runs backwards");
        Span { start, end }
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether no byte lies inside.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The bytes of `text` in this range.
    pub fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }

    /// The same range, `offset` bytes further on.
    pub fn shifted(self, offset: usize) -> Self {
        Span::new(self.start + offset, self.end + offset)
    }
}

/// Written as `[start, end]`.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.start)?;
        pair.serialize_element(&self.end)?;
        pair.end()
    }
}
