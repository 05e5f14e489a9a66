//! Whether what is alike in two documents stands in the same order, without deciding which step is which.

use super::Matrix;

/// Sums of weights by column: a Fenwick tree.
struct Sums {
    tree: Vec<f64>,
    whole: f64,
}

impl Sums {
    fn new(columns: usize) -> Self {
        Sums { tree: vec![0.0; columns + 1], whole: 0.0 }
    }

    /// The sum of all columns before one.
    fn before(&self, column: usize) -> f64 {
        let (mut sum, mut at) = (0.0, column);
        while at > 0 {
            sum += self.tree[at];
            at &= at - 1;
        }
        sum
    }

    fn add(&mut self, column: usize, weight: f64) {
        self.whole += weight;
        let mut at = column + 1;
        while at < self.tree.len() {
            self.tree[at] += weight;
            at += at & at.wrapping_neg();
        }
    }
}

/// Concordant less discordant pairs of cells, from -1 to 1; 0 where no two cells differ in row and column.
///
/// A cell weighs by how much its similarity exceeds what its row and its column lead to expect (`S - row mean - column mean + mean`); a pair of
/// cells weighs the product, and is concordant if the later row has the later column. O(e log n) for e similarities.
pub(super) fn concordance(matrix: &Matrix) -> f64 {
    let (rows, columns) = (matrix.rows(), matrix.columns());
    let mut column_means = vec![0.0; columns];
    let mut row_means = vec![0.0; rows];
    for (row, mean) in row_means.iter_mut().enumerate() {
        for &(column, value) in matrix.row(row) {
            *mean += value / columns as f64;
            column_means[column as usize] += value / rows as f64;
        }
    }
    let mean = row_means.iter().sum::<f64>() / rows.max(1) as f64;
    let mut above = Sums::new(columns);
    let (mut concordant, mut discordant) = (0.0, 0.0);
    for (row, row_mean) in row_means.into_iter().enumerate() {
        let excess = |&(column, value): &(u32, f64)| {
            let column = column as usize;
            (column, (value - row_mean - column_means[column] + mean).max(0.0))
        };
        for (column, weight) in matrix.row(row).iter().map(excess) {
            concordant += weight * above.before(column);
            discordant += weight * (above.whole - above.before(column + 1));
        }
        matrix.row(row).iter().map(excess).for_each(|(column, weight)| above.add(column, weight));
    }
    // Differences of sums may fall below 0 by rounding.
    let (concordant, discordant) = (concordant, discordant.max(0.0));
    let whole = concordant + discordant;
    if whole > 0.0 { (concordant - discordant) / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;

    fn plain(matrix: &Matrix) -> f64 {
        let (rows, columns) = (matrix.rows(), matrix.columns());
        let row = |i: usize| (0..columns).map(|j| matrix.get(i, j)).sum::<f64>() / columns as f64;
        let column = |j: usize| (0..rows).map(|i| matrix.get(i, j)).sum::<f64>() / rows as f64;
        let mean = (0..rows).map(row).sum::<f64>() / rows as f64;
        let cell = |i: usize, j: usize| (matrix.get(i, j) - row(i) - column(j) + mean).max(0.0);
        let (mut sum, mut whole) = (0.0, 0.0);
        for i in 0..rows {
            for k in i + 1..rows {
                for j in 0..columns {
                    for l in (0..columns).filter(|&l| l != j) {
                        let product = cell(i, j) * cell(k, l);
                        whole += product;
                        sum += if j < l { product } else { -product };
                    }
                }
            }
        }
        sum / whole
    }

    #[test]
    fn it_counts_pairs_of_cells() {
        let mut random = Random::new(5, 0);
        for _ in 0..50 {
            let (rows, columns) = (2 + random.below(5), 2 + random.below(5));
            let values: Vec<Vec<f64>> =
                (0..rows).map(|_| (0..columns).map(|_| 0.01 + random.unit()).collect()).collect();
            let matrix = Matrix::of_rows(columns, values);
            assert!((concordance(&matrix) - plain(&matrix)).abs() < 1e-9);
        }
    }

    #[test]
    fn the_diagonal_agrees_and_the_other_one_does_not() {
        let diagonal = |turned: bool| {
            let cell = |i: usize, j: usize| f64::from(u8::from(if turned { i + j == 3 } else { i == j }));
            Matrix::of_rows(
                4,
                (0..4).map(|i| (0..4).map(|j| cell(i, j)).collect::<Vec<_>>()).collect::<Vec<_>>(),
            )
        };
        assert!((concordance(&diagonal(false)) - 1.0).abs() < 1e-12);
        assert!((concordance(&diagonal(true)) + 1.0).abs() < 1e-12);
        assert_eq!(concordance(&Matrix::of_rows(0, [[0.0; 0]; 0])), 0.0);
    }
}
