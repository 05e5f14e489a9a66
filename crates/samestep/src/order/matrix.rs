//! How alike each step of one document is to each of the other.

use super::assignment::place;
use crate::{features::terms::Bag, graph::Rows};

/// Similarities of steps, 0 to 1, a row a step of one document, a column a step of the other; what is not kept is 0.
///
/// Every similarity is kept up to [`Matrix::WHOLE`] cells. Beyond that each row and each column keeps its [`Matrix::BEST`] greatest, so that
/// memory and time grow with the number of steps and not with its square.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    columns: usize,
    rows: Rows<(u32, f64)>,
}

impl Matrix {
    /// The greatest number of cells at which every similarity is kept: 1,000 steps on each side.
    pub const WHOLE: usize = 1_000_000;
    /// How many similarities a row or column of a larger matrix keeps.
    pub const BEST: usize = 32;

    /// A matrix of given similarities, by row; values that are not above 0 are left out, greater ones than 1 count as 1.
    pub fn of_rows<R: IntoIterator<Item = f64>>(columns: usize, rows: impl IntoIterator<Item = R>) -> Self {
        let mut kept = Rows::default();
        for row in rows {
            let told = (0u32..).zip(row).take(columns).filter(|&(_, value)| value > 0.0);
            kept.push_row(told.map(|(column, value)| (column, value.min(1.0))));
        }
        Matrix { columns, rows: kept }
    }

    /// The cosines of vectors of length 1.
    pub(super) fn of_vectors(left: &[Bag], right: &[Bag]) -> Self {
        if left.len().saturating_mul(right.len()) <= Self::WHOLE {
            return Self::all(left, right);
        }
        let places = |bags: &[Bag]| -> Vec<f64> { (0..bags.len()).map(|at| place(at, bags.len())).collect() };
        let (rows, columns) = (places(left), places(right));
        let postings = Postings::new(right);
        let mut sums = vec![0.0; right.len()];
        let mut of_rows = Rows::with_capacity(left.len(), left.len() * Self::BEST);
        let mut of_columns = vec![Best::default(); right.len()];
        let mut best = Best::default();
        for (row, bag) in (0u32..).zip(left) {
            postings.add(bag, &mut sums);
            let told = (0u32..).zip(&mut sums).filter(|(_, sum)| **sum > 0.0);
            for (column, sum) in told {
                let value = std::mem::take(sum).min(1.0);
                best.offer((column, value), rows[row as usize], &columns);
                of_columns[column as usize].offer((row, value), columns[column as usize], &rows);
            }
            of_rows.push_row(best.take(rows[row as usize], &columns));
        }
        let of_columns: Vec<_> =
            of_columns.into_iter().zip(&columns).map(|(mut best, place)| best.take(*place, &rows)).collect();
        let cells = (0u32..)
            .zip(&of_columns)
            .flat_map(|(column, best)| best.iter().map(move |&(row, value)| (row as usize, (column, value))));
        let of_columns = Rows::spread(left.len(), (0, 0.0), cells);
        let mut kept = Rows::with_capacity(left.len(), of_rows.values().len() + of_columns.values().len());
        let mut row: Vec<(u32, f64)> = Vec::new();
        for (own, others) in of_rows.iter().zip(of_columns.iter()) {
            row.clear();
            row.extend(own.iter().chain(others));
            row.sort_unstable_by_key(|&(column, _)| column);
            row.dedup_by_key(|&mut (column, _)| column);
            kept.push_row(row.iter().copied());
        }
        Matrix { columns: right.len(), rows: kept }
    }

    fn all(left: &[Bag], right: &[Bag]) -> Self {
        let postings = Postings::new(right);
        let mut sums = vec![0.0; right.len()];
        let mut rows = Rows::with_capacity(left.len(), left.len() * right.len());
        for bag in left {
            postings.add(bag, &mut sums);
            let told = (0u32..).zip(&mut sums).filter(|(_, sum)| **sum > 0.0);
            rows.push_row(told.map(|(column, sum)| (column, std::mem::take(sum).min(1.0))));
        }
        Matrix { columns: right.len(), rows }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The similarities of a row that are kept, as `(column, similarity)` by column.
    pub fn row(&self, row: usize) -> &[(u32, f64)] {
        self.rows.row(row)
    }

    /// One similarity.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        let row = self.row(row);
        // Rows of short documents are mostly whole.
        match row.get(column) {
            Some(&(at, value)) if at as usize == column => value,
            _ => row.binary_search_by_key(&(column as u32), |&(at, _)| at).map_or(0.0, |at| row[at].1),
        }
    }

    /// Mixes in other evidence: `(1 - share)` of this and `share` of what `evidence` says of a row and a column (0 to 1).
    ///
    /// Only cells that are kept are asked for. The evidence must not depend on which document comes first.
    #[must_use]
    pub fn mixed(&self, share: f64, evidence: impl Fn(usize, usize) -> f64) -> Self {
        self.mapped(|row, column, value| (1.0 - share) * value + share * evidence(row, column))
    }

    /// Every kept cell by row, column and value made anew; what is not above 0 is left out.
    pub(super) fn mapped(&self, value: impl Fn(usize, usize, f64) -> f64) -> Self {
        let mut rows = Rows::with_capacity(self.rows(), self.rows.values().len());
        for at in 0..self.rows() {
            let new = |&(column, old): &(u32, f64)| (column, value(at, column as usize, old).clamp(0.0, 1.0));
            rows.push_row(self.row(at).iter().map(new).filter(|&(_, value)| value > 0.0));
        }
        Matrix { columns: self.columns, rows }
    }

    /// Rows made columns.
    #[must_use]
    pub fn turned(&self) -> Self {
        let cells = (0..self.rows()).flat_map(|row| {
            self.row(row).iter().map(move |&(column, value)| (column as usize, (row as u32, value)))
        });
        Matrix { columns: self.rows(), rows: Rows::spread(self.columns, (0, 0.0), cells) }
    }
}

/// The steps that hold each term.
struct Postings {
    terms: Vec<u64>,
    steps: Rows<(u32, f64)>,
}

impl Postings {
    fn new(bags: &[Bag]) -> Self {
        let mut all: Vec<(u64, u32, f64)> = (0u32..)
            .zip(bags)
            .flat_map(|(step, bag)| bag.iter().map(move |&(term, weight)| (term, step, weight)))
            .collect();
        all.sort_unstable_by_key(|&(term, step, _)| (term, step));
        let (mut terms, mut steps) = (Vec::new(), Rows::default());
        for run in all.chunk_by(|a, b| a.0 == b.0) {
            terms.push(run[0].0);
            steps.push_row(run.iter().map(|&(_, step, weight)| (step, weight)));
        }
        Postings { terms, steps }
    }

    /// Adds a bag's products with every step, term by term: the same sums whichever document holds the bag.
    fn add(&self, bag: &Bag, sums: &mut [f64]) {
        for (term, weight) in bag {
            if let Ok(at) = self.terms.binary_search(term) {
                for &(step, other) in self.steps.row(at) {
                    sums[step as usize] += weight * other;
                }
            }
        }
    }
}

/// The greatest similarities of a step; of equal ones those at the most equal relative places.
#[derive(Clone, Default)]
struct Best {
    kept: Vec<(u32, f64)>,
    /// What is less is none of them.
    least: f64,
}

impl Best {
    /// Takes one more; the step stands at `place`, the others at `places`.
    fn offer(&mut self, cell: (u32, f64), place: f64, places: &[f64]) {
        if cell.1 >= self.least {
            self.kept.push(cell);
            if self.kept.len() == 2 * Matrix::BEST {
                self.cut(place, places);
            }
        }
    }

    fn cut(&mut self, place: f64, places: &[f64]) {
        if self.kept.len() <= Matrix::BEST {
            return;
        }
        let far = |other: u32| (place - places[other as usize]).abs();
        let worse = |a: &(u32, f64), b: &(u32, f64)| {
            b.1.total_cmp(&a.1).then_with(|| far(a.0).total_cmp(&far(b.0))).then(a.0.cmp(&b.0))
        };
        let (_, last, _) = self.kept.select_nth_unstable_by(Matrix::BEST - 1, worse);
        self.least = last.1;
        self.kept.truncate(Matrix::BEST);
    }

    /// Those that were found, in any order; afterwards there are none.
    fn take(&mut self, place: f64, places: &[f64]) -> Vec<(u32, f64)> {
        self.cut(place, places);
        self.least = 0.0;
        std::mem::take(&mut self.kept)
    }
}
