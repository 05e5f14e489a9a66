//! A value for every action of one recipe and every action of another.

/// A matrix: a row a source action, a column a target action.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grid {
    pub(super) rows: usize,
    pub(super) columns: usize,
    values: Vec<f64>,
}

impl Grid {
    pub(super) fn new(rows: usize, columns: usize, value: impl Fn(usize, usize) -> f64) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let values = places.map(|(row, column)| value(row, column)).collect();
        Grid { rows, columns, values }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.columns + column]
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// The greatest value of a row; 0 where there is none.
    pub(super) fn row_most(&self, row: usize) -> f64 {
        self.row(row).iter().copied().reduce(f64::max).unwrap_or(0.0)
    }

    pub(super) fn column_most(&self, column: usize) -> f64 {
        (0..self.rows).map(|row| self.at(row, column)).reduce(f64::max).unwrap_or(0.0)
    }

    /// The value so many rows and columns further on; 0 outside.
    pub(super) fn beside(&self, row: usize, column: usize, (down, right): (isize, isize)) -> f64 {
        match (row.checked_add_signed(down), column.checked_add_signed(right)) {
            (Some(row), Some(column)) if row < self.rows && column < self.columns => self.at(row, column),
            _ => 0.0,
        }
    }

    /// The mean of several matrices of one size.
    pub(super) fn mean(grids: &[Grid]) -> Grid {
        let count = grids.len().max(1) as f64;
        let (rows, columns) = grids.first().map_or((0, 0), |grid| (grid.rows, grid.columns));
        Grid::new(rows, columns, |row, column| {
            grids.iter().map(|grid| grid.at(row, column)).sum::<f64>() / count
        })
    }
}
