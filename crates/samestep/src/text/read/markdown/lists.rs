//! Lists: which items a list has, and below which item of another one it hangs.

use super::super::pieces::{Item, List};
use super::Reader;

impl Reader<'_> {
    /// Many writers indent a list below "1. " by two columns, one too few to nest it; it belongs to that item.
    pub(super) fn open_top_list(&mut self, indent: usize) {
        self.indent = indent;
        self.item = self.previous.filter(|&(_, above)| above + 1 < indent).map(|(item, _)| item);
    }

    /// Whether the open top-level list hangs below an item of the list before it.
    pub(super) fn hangs(&self) -> bool {
        self.previous.is_some_and(|(item, above)| above + 1 < self.indent && self.item == Some(item))
    }

    pub(super) fn indentation(&self, at: usize) -> usize {
        let line = self.source[..at].rfind('\n').map_or(0, |end| end + 1);
        self.source[line..].bytes().take_while(|byte| *byte == b' ').count()
    }

    pub(super) fn begin_item(&mut self, list: List) {
        self.item = Some(Item { number: self.items, list });
        self.items += 1;
        self.letter = 0;
    }
}
