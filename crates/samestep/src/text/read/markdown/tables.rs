//! Tables: rows that are counted are steps, rows of what is needed are none.

use super::super::pieces::{Kind, List};
use super::super::steps::{self, Rows};
use super::Reader;
use crate::text::Span;

/// An open table.
#[derive(Default)]
pub(super) struct Table {
    /// What the rows below the head are.
    pub(super) rows: Rows,
    /// The cells of the open row that have begun.
    pub(super) cells: usize,
    /// Whether the open row is the head.
    pub(super) in_head: bool,
    /// The head of the first column.
    first: String,
}

impl Reader<'_> {
    /// Before a cell: where the one before it counts the row, the row is a step of its own.
    pub(super) fn cell(&mut self, at: usize) {
        let before = self.out.open_text().trim();
        if let Some(table) = self.table.as_mut() {
            table.cells += 1;
            let is_second = table.cells == 2;
            let counts = if table.in_head {
                steps::is_first_count(before)
            } else {
                table.rows == Rows::Counted && steps::is_count(before)
            };
            if is_second && table.in_head {
                before.clone_into(&mut table.first);
            }
            if is_second && counts {
                table.rows = Rows::Counted;
                self.out.drop_open();
                self.begin_item(List::Ordered);
                return;
            }
        }
        if !self.out.open_text().trim().is_empty() {
            self.out.put(" ", Span::new(at, at));
        }
    }

    /// After the first row of a table, which tells what its columns hold unless it is counted itself.
    pub(super) fn end_head(&mut self) {
        let Some(table) = self.table.as_mut() else { return self.flush() };
        if table.rows == Rows::Counted {
            self.flush();
            self.item = None;
        } else {
            table.rows = Rows::below(&table.first, self.out.open_text());
            self.out.end(Kind::Aside, None);
        }
    }
}
