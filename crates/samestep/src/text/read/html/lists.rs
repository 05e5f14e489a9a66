//! Lists: which of their items are items of the text, also where one list stands in another or an end tag is missing.

use super::super::pieces::{Item, List};
use super::{Reader, open::Open};

impl Reader<'_, '_, '_> {
    pub(super) fn open_list(&mut self, list: List) {
        self.end_heading();
        self.flush();
        self.push(Open::List(list));
    }

    pub(super) fn open_item(&mut self) {
        self.end_heading();
        self.flush();
        self.close_item();
        self.push(Open::Item);
        let innermost = self.innermost_list().unwrap_or(List::Bulleted);
        let list = match self.item {
            _ if self.counts.lists <= 1 && self.outer.is_none() => Some(innermost),
            // Many programs put a list into another one, beside its items.
            None if self.counts.items == 1 && innermost == List::Ordered => Some(self.outermost_list()),
            None if self.counts.items == 1 && self.items > 0 => {
                self.item = Some(Item { number: self.items - 1, list: self.outermost_list() });
                None
            }
            // Counted items below an item are steps of their own, as their order matters.
            Some(item) if innermost == List::Ordered => Some(item.list),
            _ => None,
        };
        if let Some(list) = list {
            self.item = Some(Item { number: self.items, list });
            self.items += 1;
        }
    }

    /// Closes the item of the innermost list, if one is open: its end tag may be missing.
    pub(super) fn close_item(&mut self) {
        let open = self.stack.iter().rposition(|open| matches!(open, Open::Item | Open::List(_)));
        if let Some(at) = open.filter(|&at| self.stack[at] == Open::Item) {
            self.cut(at);
        }
        self.leave_item();
    }

    pub(super) fn leave_item(&mut self) {
        if self.counts.items == 0 {
            self.item = self.outer;
        }
    }

    fn innermost_list(&self) -> Option<List> {
        self.stack.iter().rev().find_map(|open| if let Open::List(list) = open { Some(*list) } else { None })
    }

    fn outermost_list(&self) -> List {
        let list = |open: &Open| if let Open::List(list) = open { Some(*list) } else { None };
        self.stack.iter().find_map(list).unwrap_or(List::Bulleted)
    }
}
