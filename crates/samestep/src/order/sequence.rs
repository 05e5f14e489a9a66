//! What stays in order: increasing subsequences and monotone matchings of greatest weight.

use super::Matrix;

/// For every column the heaviest that ends there or before.
struct Heaviest {
    /// A Fenwick tree of maxima; each with the number of what ends there.
    tree: Vec<(f64, Option<u32>)>,
}

impl Heaviest {
    fn new(columns: usize) -> Self {
        Heaviest { tree: vec![(0.0, None); columns + 1] }
    }

    /// The heaviest that ends before a column; the first found of equal ones.
    fn before(&self, column: usize) -> (f64, Option<u32>) {
        let (mut best, mut at) = ((0.0, None), column);
        while at > 0 {
            if self.tree[at].0 > best.0 {
                best = self.tree[at];
            }
            at &= at - 1;
        }
        best
    }

    fn enter(&mut self, column: usize, weight: f64, number: u32) {
        let mut at = column + 1;
        while at < self.tree.len() {
            if weight > self.tree[at].0 {
                self.tree[at] = (weight, Some(number));
            }
            at += at & at.wrapping_neg();
        }
    }
}

/// Which of `(column, weight)`, given by row, make up the increasing subsequence of greatest weight; O(n log n).
pub(super) fn heaviest_increasing(columns: usize, pairs: &[(u32, f64)]) -> Vec<bool> {
    let mut heaviest = Heaviest::new(columns);
    let mut before = Vec::with_capacity(pairs.len());
    for (number, &(column, weight)) in (0u32..).zip(pairs) {
        let (sum, last) = heaviest.before(column as usize);
        before.push(last);
        heaviest.enter(column as usize, sum + weight, number);
    }
    let mut kept = vec![false; pairs.len()];
    let mut at = heaviest.before(columns).1;
    while let Some(number) = at {
        kept[number as usize] = true;
        at = before[number as usize];
    }
    kept
}

/// The greatest sum of similarities of a matching in which no two pairs cross; O(e log n) for e similarities.
pub(super) fn monotone_value(matrix: &Matrix) -> f64 {
    let mut heaviest = Heaviest::new(matrix.columns());
    for row in 0..matrix.rows() {
        // From the last column on, so that a row is not its own predecessor.
        for &(column, value) in matrix.row(row).iter().rev() {
            let sum = heaviest.before(column as usize).0 + value;
            heaviest.enter(column as usize, sum, 0);
        }
    }
    heaviest.before(matrix.columns()).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;

    #[test]
    fn no_increasing_subsequence_is_heavier() {
        let mut random = Random::new(3, 0);
        for _ in 0..300 {
            let size = random.below(9);
            let pairs: Vec<(u32, f64)> =
                random.order(size).into_iter().map(|column| (column, 0.1 + random.unit())).collect();
            let sum = |chosen: &dyn Fn(usize) -> bool| {
                let kept: Vec<(u32, f64)> = (0..size).filter(|&at| chosen(at)).map(|at| pairs[at]).collect();
                let rises = kept.windows(2).all(|two| two[0].0 < two[1].0);
                rises.then(|| kept.iter().map(|pair| pair.1).sum::<f64>())
            };
            let best =
                (0..1usize << size).filter_map(|set| sum(&|at| set & (1 << at) != 0)).fold(0.0, f64::max);
            let kept = heaviest_increasing(size, &pairs);
            let found = sum(&|at| kept[at]).expect("it rises");
            assert!((found - best).abs() < 1e-12);
        }
    }

    /// The textbook recursion.
    fn plain(matrix: &Matrix, rows: usize, columns: usize) -> f64 {
        if rows == 0 || columns == 0 {
            return 0.0;
        }
        let both = plain(matrix, rows - 1, columns - 1) + matrix.get(rows - 1, columns - 1);
        both.max(plain(matrix, rows - 1, columns)).max(plain(matrix, rows, columns - 1))
    }

    #[test]
    fn no_monotone_matching_is_better() {
        let mut random = Random::new(4, 0);
        for _ in 0..100 {
            let (rows, columns) = (random.below(6), random.below(6));
            let matrix = Matrix::of_rows(
                columns,
                (0..rows)
                    .map(|_| (0..columns).map(|_| random.unit()).collect::<Vec<_>>())
                    .collect::<Vec<_>>(),
            );
            assert!((monotone_value(&matrix) - plain(&matrix, rows, columns)).abs() < 1e-12);
        }
    }
}
