//! The open elements that matter, and how many of each kind there are.

use super::super::elements::{BESIDE, HIDDEN};
use super::super::pieces::List;
use super::Reader;

/// An open element that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    List(List),
    Item,
    Heading(u8),
    Preformatted,
    Hidden(&'static str),
    Beside(&'static str),
}

/// How many elements of each kind are open, so that a stray end tag costs no search.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) lists: usize,
    pub(super) items: usize,
    pub(super) headings: usize,
    pub(super) preformatted: usize,
    hidden: [usize; HIDDEN.len()],
    pub(super) hidden_total: usize,
    beside: [usize; BESIDE.len()],
    pub(super) beside_total: usize,
}

impl Counts {
    pub(super) fn of(&mut self, open: Open) -> &mut usize {
        match open {
            Open::List(_) => &mut self.lists,
            Open::Item => &mut self.items,
            Open::Heading(_) => &mut self.headings,
            Open::Preformatted => &mut self.preformatted,
            Open::Hidden(name) => {
                let at = HIDDEN.iter().position(|hidden| *hidden == name).unwrap_or(0);
                &mut self.hidden[at]
            }
            Open::Beside(name) => {
                let at = BESIDE.iter().position(|beside| *beside == name).unwrap_or(0);
                &mut self.beside[at]
            }
        }
    }
}

impl Reader<'_, '_, '_> {
    pub(super) fn push(&mut self, open: Open) {
        *self.counts.of(open) += 1;
        self.counts.hidden_total += usize::from(matches!(open, Open::Hidden(_)));
        self.counts.beside_total += usize::from(matches!(open, Open::Beside(_)));
        self.stack.push(open);
    }

    pub(super) fn is_open(&mut self, open: Open) -> bool {
        *self.counts.of(open) > 0
    }

    /// Closes the innermost element of a kind with everything inside it.
    pub(super) fn close(&mut self, open: Open) {
        if !self.is_open(open) {
            return;
        }
        let same = |other: &Open| match (open, other) {
            (Open::Hidden(name), Open::Hidden(other)) | (Open::Beside(name), Open::Beside(other)) => {
                name == *other
            }
            _ => std::mem::discriminant(&open) == std::mem::discriminant(other),
        };
        if let Some(at) = self.stack.iter().rposition(same) {
            self.cut(at);
        }
    }

    pub(super) fn cut(&mut self, at: usize) {
        for open in self.stack.split_off(at) {
            *self.counts.of(open) -= 1;
            self.counts.hidden_total -= usize::from(matches!(open, Open::Hidden(_)));
            self.counts.beside_total -= usize::from(matches!(open, Open::Beside(_)));
        }
    }
}
