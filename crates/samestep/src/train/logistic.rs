//! Logistic regression.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// Newton steps at most; a dozen is usual.
const STEPS_MOST: usize = 100;
const SETTLED: f64 = 1e-9;

/// Rows that one thread takes at a time.
const PIECE: usize = 1024;

/// A logistic regression with an L2 penalty on standardised features, fitted by Newton's method.
///
/// The penalty is half the sum of squared weights beside the summed loss; the bias is free. This is what scikit-learn fits by
/// default (C = 1). Nothing is random in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Logistic {
    means: Vec<f64>,
    deviations: Vec<f64>,
    weights: Vec<f64>,
    bias: f64,
}

impl Logistic {
    /// Fits rows of features to labels.
    ///
    /// # Errors
    /// If there are no rows, or they differ in length or hold numbers that are not finite.
    pub fn fit(rows: &[Vec<f64>], labels: &[bool]) -> Result<Self> {
        Logistic::fit_penalised(rows, labels, 1.0)
    }

    /// As [`Logistic::fit`], with half the sum of squared weights counted so many times: the inverse of scikit-learn's C.
    ///
    /// # Errors
    /// As [`Logistic::fit`].
    pub fn fit_penalised(rows: &[Vec<f64>], labels: &[bool], penalty: f64) -> Result<Self> {
        let counts: Vec<[f64; 2]> =
            labels.iter().map(|&label| if label { [0.0, 1.0] } else { [1.0, 0.0] }).collect();
        Logistic::minimum(rows, &counts, penalty)
    }

    /// Fits rows of features to how often each was seen with the label 0 and with the label 1: what [`Logistic::fit`] gives for rows that are
    /// repeated as often, at the cost of the distinct ones.
    ///
    /// # Errors
    /// As [`Logistic::fit`].
    pub fn fit_counts(rows: &[Vec<f64>], counts: &[[f64; 2]]) -> Result<Self> {
        Logistic::minimum(rows, counts, 1.0)
    }

    fn minimum(rows: &[Vec<f64>], counts: &[[f64; 2]], penalty: f64) -> Result<Self> {
        check_rows(rows, counts)?;
        let (means, deviations) = moments(rows, counts);
        let mut model = Logistic { weights: vec![0.0; means.len()], bias: 0.0, means, deviations };
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| model.standardise(row)).collect();
        for _ in 0..STEPS_MOST {
            let step = model.newton_step(&rows, counts, penalty)?;
            let scale = model.apply(&step, &rows, counts, penalty);
            if step.iter().all(|change| (change * scale).abs() < SETTLED) {
                break;
            }
        }
        Ok(model)
    }

    /// The probability of the label 1; features beyond those that it was fitted on are not read.
    pub fn probability(&self, row: &[f64]) -> f64 {
        sigmoid(self.logit(&self.standardise(row)))
    }

    /// The weights of the standardised features: how much a standard deviation of each moves the logit.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Bias and weights for features as they are given, not standardised.
    pub fn plain_weights(&self) -> (f64, Vec<f64>) {
        let scaled = self.weights.iter().zip(&self.deviations).map(|(weight, deviation)| weight / deviation);
        let weights: Vec<f64> = scaled.collect();
        let shift: f64 = weights.iter().zip(&self.means).map(|(weight, mean)| weight * mean).sum();
        (self.bias - shift, weights)
    }

    fn standardise(&self, row: &[f64]) -> Vec<f64> {
        let scales = self.means.iter().zip(&self.deviations);
        row.iter().zip(scales).map(|(value, (mean, deviation))| (value - mean) / deviation).collect()
    }

    fn logit(&self, standard: &[f64]) -> f64 {
        self.bias + self.weights.iter().zip(standard).map(|(weight, value)| weight * value).sum::<f64>()
    }

    /// The change of bias and weights that the quadratic approximation asks for.
    fn newton_step(&self, rows: &[Vec<f64>], counts: &[[f64; 2]], penalty: f64) -> Result<Vec<f64>> {
        let size = self.weights.len() + 1;
        // Pieces of fixed size, summed in order: the same sums at any number of threads.
        let pieces: Vec<(Vec<f64>, Vec<f64>)> = rows
            .par_chunks(PIECE)
            .zip(counts.par_chunks(PIECE))
            .map(|(rows, counts)| self.slopes(rows, counts))
            .collect();
        let mut gradient = vec![0.0; size];
        let mut curvature = vec![0.0; size * size];
        for (slope, bend) in pieces {
            gradient.iter_mut().zip(slope).for_each(|(sum, value)| *sum += value);
            curvature.iter_mut().zip(bend).for_each(|(sum, value)| *sum += value);
        }
        for (at, weight) in self.weights.iter().enumerate() {
            gradient[at + 1] -= penalty * weight;
            curvature[(at + 1) * size + at + 1] += penalty;
        }
        solve(&mut curvature, gradient).ok_or_else(|| {
            Error::Pairs("the logistic regression has no solution: the features are degenerate".into())
        })
    }

    /// Gradient of the gain and curvature (its lower half) over some rows.
    fn slopes(&self, rows: &[Vec<f64>], counts: &[[f64; 2]]) -> (Vec<f64>, Vec<f64>) {
        let size = self.weights.len() + 1;
        let (mut gradient, mut curvature) = (vec![0.0; size], vec![0.0; size * size]);
        let mut values = vec![1.0; size];
        for (row, &[zeros, ones]) in rows.iter().zip(counts) {
            let probability = sigmoid(self.logit(row));
            let error = ones - (zeros + ones) * probability;
            let spread = (probability * (1.0 - probability)).max(1e-10) * (zeros + ones);
            values[1..].copy_from_slice(row);
            for i in 0..size {
                gradient[i] += error * values[i];
                let scaled = spread * values[i];
                let line = &mut curvature[i * size..i * size + i + 1];
                line.iter_mut().zip(&values).for_each(|(sum, value)| *sum += scaled * value);
            }
        }
        (gradient, curvature)
    }

    /// Takes a step, halved until the loss no longer grows; returns the share taken.
    fn apply(&mut self, step: &[f64], rows: &[Vec<f64>], counts: &[[f64; 2]], penalty: f64) -> f64 {
        let before = self.loss(rows, counts, penalty);
        let (bias, weights) = (self.bias, self.weights.clone());
        let mut scale = 1.0;
        for _ in 0..30 {
            self.bias = bias + scale * step[0];
            for (weight, (old, change)) in self.weights.iter_mut().zip(weights.iter().zip(&step[1..])) {
                *weight = old + scale * change;
            }
            if self.loss(rows, counts, penalty) <= before {
                return scale;
            }
            scale /= 2.0;
        }
        (self.bias, self.weights) = (bias, weights);
        0.0
    }

    fn loss(&self, rows: &[Vec<f64>], counts: &[[f64; 2]], penalty: f64) -> f64 {
        let squares = self.weights.iter().map(|weight| weight * weight).sum::<f64>() / 2.0;
        let losses = rows.iter().zip(counts).map(|(row, &[zeros, ones])| {
            let logit = self.logit(row);
            zeros * log_loss(logit, false) + ones * log_loss(logit, true)
        });
        penalty * squares + losses.sum::<f64>()
    }
}

/// The logistic function.
pub(crate) fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The loss of a logit, without overflow.
pub(crate) fn log_loss(logit: f64, label: bool) -> f64 {
    let signed = if label { -logit } else { logit };
    signed.max(0.0) + (-signed.abs()).exp().ln_1p()
}

/// Mean and deviation of every column; a constant column has deviation 1.
fn moments(rows: &[Vec<f64>], counts: &[[f64; 2]]) -> (Vec<f64>, Vec<f64>) {
    let counts: Vec<f64> = counts.iter().map(|[zeros, ones]| zeros + ones).collect();
    let count: f64 = counts.iter().sum();
    let columns = rows.first().map_or(0, Vec::len);
    let mean = |at: usize| rows.iter().zip(&counts).map(|(row, times)| times * row[at]).sum::<f64>() / count;
    let means: Vec<f64> = (0..columns).map(mean).collect();
    let deviation = |at: usize| {
        let squares: f64 =
            rows.iter().zip(&counts).map(|(row, times)| times * (row[at] - means[at]).powi(2)).sum();
        Some((squares / count).sqrt()).filter(|&deviation| deviation > 1e-12).unwrap_or(1.0)
    };
    let deviations = (0..columns).map(deviation).collect();
    (means, deviations)
}

/// Solves `matrix * x = right` by Cholesky's method; the matrix is symmetric, its lower half is read and overwritten.
pub(crate) fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| matrix[i * size + k] * matrix[j * size + k]).sum();
            let rest = matrix[i * size + j] - dot;
            matrix[i * size + j] = if i == j {
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / matrix[j * size + j]
            };
        }
    }
    for i in 0..size {
        let dot: f64 = (0..i).map(|k| matrix[i * size + k] * right[k]).sum();
        right[i] = (right[i] - dot) / matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let dot: f64 = (i + 1..size).map(|k| matrix[k * size + i] * right[k]).sum();
        right[i] = (right[i] - dot) / matrix[i * size + i];
    }
    Some(right)
}

/// Refuses what no classifier can be fitted on.
pub(crate) fn check_rows<L>(rows: &[Vec<f64>], labels: &[L]) -> Result<()> {
    let Some(first) = rows.first() else {
        return Err(Error::Pairs("there are no training pairs to learn from".into()));
    };
    if rows.len() != labels.len() {
        return Err(Error::Pairs(format!("{} rows of features, but {} labels", rows.len(), labels.len())));
    }
    match rows.iter().position(|row| row.len() != first.len() || row.iter().any(|value| !value.is_finite())) {
        None => Ok(()),
        Some(at) => Err(Error::Pairs(format!(
            "row {at} of the features is malformed: expected {} finite numbers",
            first.len()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The gradient of the penalised loss is zero at the solution, whatever the method.
    #[test]
    fn the_solution_is_a_minimum() {
        let rows: Vec<Vec<f64>> =
            (0..60).map(|at| vec![(at % 7) as f64, ((at * at) % 11) as f64 * 100.0, 3.0]).collect();
        let labels: Vec<bool> = (0..60).map(|at| (at % 7) + (at % 3) > 4).collect();
        let model = Logistic::fit(&rows, &labels).unwrap();
        let standard: Vec<Vec<f64>> = rows.iter().map(|row| model.standardise(row)).collect();
        let counts: Vec<[f64; 2]> =
            labels.iter().map(|&one| if one { [0.0, 1.0] } else { [1.0, 0.0] }).collect();
        let loss = model.loss(&standard, &counts, 1.0);
        for at in 0..=3 {
            for change in [-1e-3, 1e-3] {
                let mut moved = model.clone();
                match at {
                    0 => moved.bias += change,
                    at => moved.weights[at - 1] += change,
                }
                assert!(moved.loss(&standard, &counts, 1.0) > loss, "{at} {change}");
            }
        }
        assert_eq!(model.weights()[2], 0.0, "a constant feature says nothing");
    }

    #[test]
    fn counted_rows_weigh_as_much_as_repeated_ones() {
        let rows: Vec<Vec<f64>> = (0..8).map(|at| vec![f64::from(at % 5), f64::from(at * at % 7)]).collect();
        let counts: Vec<[f64; 2]> = (0..8).map(|at| [f64::from(at % 3), f64::from((at + 1) % 4)]).collect();
        let (mut repeated, mut labels) = (Vec::new(), Vec::new());
        for (row, seen) in rows.iter().zip(&counts) {
            for (label, times) in seen.iter().enumerate() {
                for _ in 0..*times as usize {
                    repeated.push(row.clone());
                    labels.push(label == 1);
                }
            }
        }
        let (counted, plain) =
            (Logistic::fit_counts(&rows, &counts).unwrap(), Logistic::fit(&repeated, &labels).unwrap());
        for row in &rows {
            assert!((counted.probability(row) - plain.probability(row)).abs() < 1e-9);
        }
    }

    #[test]
    fn separable_labels_stay_finite() {
        let rows: Vec<Vec<f64>> = (0..20).map(|at| vec![f64::from(at)]).collect();
        let labels: Vec<bool> = (0..20).map(|at| at >= 10).collect();
        let model = Logistic::fit(&rows, &labels).unwrap();
        assert!(model.probability(&[0.0]) < 0.1 && model.probability(&[19.0]) > 0.9);
        let one_label = Logistic::fit(&rows, &[true; 20]).unwrap();
        assert!(one_label.probability(&[5.0]) > 0.9);
    }

    #[test]
    fn bad_rows_are_refused() {
        assert!(Logistic::fit(&[], &[]).is_err());
        assert!(Logistic::fit(&[vec![1.0], vec![f64::NAN]], &[true, false]).is_err());
        assert!(Logistic::fit(&[vec![1.0], vec![1.0, 2.0]], &[true, false]).is_err());
    }
}
