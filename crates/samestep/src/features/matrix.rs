//! How alike each step of one document is to each of the other.

use super::{prepared::PreparedText, terms::ratio};

/// Cosines of steps, rows for the left document.
pub(super) struct StepMatrix {
    rows: usize,
    columns: usize,
    cosines: Vec<f64>,
}

/// For each step of one document, its most alike step of the other.
pub(super) struct BestMatches {
    pub(super) best: Vec<f64>,
}

impl StepMatrix {
    /// Joins the postings of both documents: only common terms cost time.
    pub(super) fn new(left: &PreparedText, right: &PreparedText) -> Self {
        let columns = right.steps;
        let mut cosines = vec![0.0; left.steps * columns];
        let (a, b) = (&left.postings, &right.postings);
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            let (x, y) = (a[i].0, b[j].0);
            if x < y {
                i += 1;
            } else if y < x {
                j += 1;
            } else {
                let ends = (run_end(a, i), run_end(b, j));
                for &(_, row, weight) in &a[i..ends.0] {
                    let row = row as usize * columns;
                    for &(_, column, other) in &b[j..ends.1] {
                        cosines[row + column as usize] += weight * other;
                    }
                }
                (i, j) = ends;
            }
        }
        StepMatrix { rows: left.steps, columns, cosines }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cosines[row * self.columns..(row + 1) * self.columns]
    }

    /// The cosine of both last steps; 0 where a document has none.
    pub(super) fn last(&self) -> f64 {
        self.cosines.last().copied().unwrap_or(0.0)
    }

    /// The best matches of the left steps and of the right ones.
    pub(super) fn best(&self) -> [BestMatches; 2] {
        let mut columns = vec![0.0f64; self.columns];
        let mut rows = Vec::with_capacity(self.rows);
        for row in 0..self.rows {
            let mut best = 0.0f64;
            for (column, &cosine) in columns.iter_mut().zip(self.row(row)) {
                best = best.max(cosine);
                *column = column.max(cosine);
            }
            rows.push(best);
        }
        [BestMatches { best: rows }, BestMatches { best: columns }]
    }

    /// The greatest sum of cosines of a matching in which no two pairs cross.
    pub(super) fn aligned(&self) -> f64 {
        let mut above = vec![0.0f64; self.columns + 1];
        let mut current = above.clone();
        for row in 0..self.rows {
            for (column, &cosine) in self.row(row).iter().enumerate() {
                current[column + 1] = (above[column] + cosine).max(above[column + 1]).max(current[column]);
            }
            std::mem::swap(&mut above, &mut current);
        }
        above[self.columns]
    }
}

fn run_end(postings: &[(u64, u32, f64)], from: usize) -> usize {
    from + postings[from..].iter().take_while(|posting| posting.0 == postings[from].0).count()
}

impl BestMatches {
    pub(super) fn mean(&self) -> f64 {
        ratio(self.best.iter().sum(), self.best.len() as f64)
    }

    pub(super) fn deviation(&self) -> f64 {
        let mean = self.mean();
        ratio(self.best.iter().map(|best| (best - mean).powi(2)).sum(), self.best.len() as f64).sqrt()
    }

    pub(super) fn greatest(&self) -> f64 {
        self.best.iter().copied().fold(0.0, f64::max)
    }

    pub(super) fn least(&self) -> f64 {
        self.best.iter().copied().reduce(f64::min).unwrap_or(0.0)
    }

    pub(super) fn first(&self) -> f64 {
        self.best.first().copied().unwrap_or(0.0)
    }

    pub(super) fn last(&self) -> f64 {
        self.best.last().copied().unwrap_or(0.0)
    }

    /// The mean with weights that grow as the square of the place: what a manual is about is told late.
    pub(super) fn late_mean(&self) -> f64 {
        let weights = (1..=self.best.len()).map(|place| (place as f64).powi(2));
        let sum: f64 = weights.clone().zip(&self.best).map(|(weight, best)| weight * best).sum();
        ratio(sum, weights.sum())
    }
}
