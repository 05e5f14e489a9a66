//! Which lists are some, and which paragraphs only start with a mark.

use super::super::markers::Style;
use super::super::pieces::List;
use super::{
    line::{HEADING, ends_sentence, starts_small},
    reader::Reader,
};

impl Reader<'_> {
    /// Tells lists of one item from paragraphs that start with a mark.
    pub(super) fn settle_lists(&mut self) {
        let mut is_list: Vec<bool> = self.lists.iter().map(|list| list.items > 1 || list.is_sure).collect();
        let may_be: Vec<bool> = (0..self.lists.len()).map(|at| self.may_be_list(at, &is_list)).collect();
        let counted =
            self.lists.iter().zip(&is_list).any(|(list, is)| *is && list.style.list() == List::Ordered);
        for kind in [List::Ordered, List::Bulleted] {
            let of_kind = |at: usize| may_be[at] && self.lists[at].style.list() == kind;
            if (counted && kind == List::Ordered) || self.is_most(of_kind) {
                (0..is_list.len()).filter(|&at| of_kind(at)).for_each(|at| is_list[at] = true);
            }
        }
        for part in &mut self.parts {
            if let Some((list, ..)) = part.item.filter(|&(list, ..)| !is_list[list]) {
                part.item = None;
                // What counts the paragraphs of a text is no part of it; "1. nothing" may be the end of "it costs".
                if !self.lists[list].style.is_label() || starts_small(part.span.of(self.text)) {
                    part.span.start = part.marked.unwrap_or(part.span.start);
                }
            }
        }
    }

    /// Whether a mark that no other follows may be a list's: the first number, at the start of a paragraph, below a title or an item.
    fn may_be_list(&self, at: usize, is_list: &[bool]) -> bool {
        let list = &self.lists[at];
        let first = matches!(list.style, Style::Step | Style::ChineseStep)
            || (list.first <= 1 && list.style.is_label());
        let Some(below) = list.below else { return first };
        let above = &self.parts[below];
        let small = self.parts.get(below + 1).is_some_and(|part| starts_small(part.span.of(self.text)));
        first
            && if let Some((other, ..)) = above.item {
                is_list[other]
            } else {
                self.is_short(below) && !small
            }
    }

    /// A short line that is no sentence, and a paragraph of its own.
    pub(super) fn is_short(&self, part: usize) -> bool {
        let text = self.parts[part].span.of(self.text);
        text.len() <= HEADING && !text.contains('\n') && !ends_sentence(text)
    }

    /// Whether some lists hold at least half of the text, a title aside: else a number heads a section, or is a note's.
    fn is_most(&self, lists: impl Fn(usize) -> bool) -> bool {
        let (mut own, mut other) = (0, 0);
        for (at, part) in self.parts.iter().enumerate() {
            let is_title = at == 0 && part.item.is_none() && self.is_short(at);
            if part.item.is_some_and(|(list, ..)| lists(list)) {
                own += part.span.len();
            } else if part.heading.is_none() && !is_title {
                other += part.span.len();
            }
        }
        own >= other
    }
}
