//! Lists of different lengths in one piece of memory.

/// Lists that are filled one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rows<T> {
    values: Vec<T>,
    /// Where each row ends.
    ends: Vec<usize>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows { values: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Rows<T> {
    /// Room for so many rows and values.
    pub(crate) fn with_capacity(rows: usize, values: usize) -> Self {
        Rows { values: Vec::with_capacity(values), ends: Vec::with_capacity(rows) }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// One row.
    pub(crate) fn row(&self, number: usize) -> &[T] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.values[start..self.ends[number]]
    }

    /// All rows in order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + Clone + '_ {
        (0..self.len()).map(|number| self.row(number))
    }

    /// The values of all rows in order.
    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }

    /// Adds a value to the row that is not ended yet.
    pub(crate) fn push(&mut self, value: T) {
        self.values.push(value);
    }

    /// The row that is not ended yet.
    pub(crate) fn open_row(&mut self) -> &mut [T] {
        let start = self.ends.last().copied().unwrap_or(0);
        &mut self.values[start..]
    }

    /// Ends a row.
    pub(crate) fn end_row(&mut self) {
        self.ends.push(self.values.len());
    }

    /// Adds a row.
    pub(crate) fn push_row(&mut self, row: impl IntoIterator<Item = T>) {
        self.values.extend(row);
        self.end_row();
    }
}

impl<T: Copy> Rows<T> {
    /// Spreads `(row, value)` over so many rows; the values of a row keep their order. `any` is any value.
    pub(crate) fn spread(rows: usize, any: T, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut ends = vec![0; rows];
        let mut count = 0;
        for (row, _) in pairs.clone() {
            ends[row] += 1;
            count += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        // Every end is where its row starts until its values are in place.
        let mut values = vec![any; count];
        for (row, value) in pairs {
            values[ends[row]] = value;
            ends[row] += 1;
        }
        Rows { values, ends }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_what_they_are_given() {
        let mut rows = Rows::default();
        rows.push_row([1, 2]);
        rows.end_row();
        rows.push(3);
        rows.end_row();
        assert_eq!(rows.iter().collect::<Vec<_>>(), [&[1, 2][..], &[], &[3]]);
        let spread = Rows::spread(3, 0, [(2, 3), (0, 1), (0, 2)].into_iter());
        assert_eq!(spread, rows);
    }
}
