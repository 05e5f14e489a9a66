//! Tables: rows that are counted are steps, rows of what is needed are none.

use super::super::pieces::{Item, List};
use super::super::steps::{self, Rows};
use super::Reader;
use crate::text::Span;

/// An open table.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// Whether a cell of the row names what stands below it, and whether one does not.
    heads: bool,
    holds: bool,
    /// Whether a row before had cells that do not.
    begun: bool,
    /// What the rows below the first are.
    rows: Rows,
    /// The cells of the row that have begun.
    cells: usize,
    /// The head of the first column.
    first: String,
}

impl Table {
    /// Whether the row names the columns.
    fn is_head(&self) -> bool {
        !self.begun && self.heads && !self.holds
    }
}

impl Reader<'_, '_, '_> {
    /// Before a cell: where the one before it counts the row, the row is a step of its own.
    pub(super) fn cell(&mut self, heads: bool, at: usize) {
        let before = self.out.open_text().trim();
        let is_free = self.item.is_none();
        if let Some(table) = self.table.as_mut() {
            table.cells += 1;
            table.heads |= heads;
            table.holds |= !heads;
            let is_second = table.cells == 2;
            if is_second && !table.begun {
                before.clone_into(&mut table.first);
            }
            let starts = !table.begun && steps::is_first_count(before) && !table.is_head();
            let counts =
                is_free && is_second && ((table.rows == Rows::Counted && steps::is_count(before)) || starts);
            if counts {
                table.rows = Rows::Counted;
                self.out.drop_open();
                self.space = None;
                self.item = Some(Item { number: self.items, list: List::Ordered });
                self.items += 1;
                return;
            }
        }
        self.space = self.space.or(Some(Span::new(at, at)));
    }

    /// Whether the open text is no step because of its row: the first one of a table, which tells what the columns hold and so what the others
    /// are, or one of what is needed.
    pub(super) fn is_beside_rows(&mut self) -> bool {
        let Some(table) = self.table.as_mut() else { return false };
        if table.begun || table.cells == 0 {
            return table.rows == Rows::Needed && table.cells > 0;
        }
        match Rows::below(&table.first, self.out.open_text()) {
            Rows::Counted => table.rows = Rows::Counted,
            Rows::Needed if table.is_head() && table.rows == Rows::Open => table.rows = Rows::Needed,
            Rows::Needed | Rows::Open => return table.is_head(),
        }
        true
    }

    /// After a row of a table.
    pub(super) fn end_row(&mut self) {
        if let Some(table) = self.table.as_mut() {
            let begun = table.begun || table.cells > 0;
            *table = Table { begun, rows: table.rows, ..Table::default() };
            self.item = self.outer;
        }
    }

    /// A table within a row that is counted is part of that step.
    pub(super) fn open_table(&mut self) {
        let outer = self.table.take();
        let is_free = self.item.is_none();
        self.tables.push(outer);
        self.table = is_free.then(Table::default);
    }

    pub(super) fn close_table(&mut self) {
        self.end_row();
        self.table = self.tables.pop().flatten();
    }
}
