//! A choice among candidates: one linear score each, a softmax over them.

use super::features::Candidates;
use crate::{Error, Result, train::solve};

/// Newton steps at most, and the gain of the penalised likelihood at which they end.
const STEPS_MOST: usize = 40;
const SETTLED: f64 = 1e-6;

/// A conditional logit (McFadden 1974) over standardised features, with an L2 penalty, fitted by Newton's method.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    targets: Scale,
    none: Scale,
    weights: Vec<f64>,
}

/// The answers of a recipe: none is known, nothing corresponds, or the action at a place.
pub(super) type Answer = Option<Option<usize>>;

#[derive(Debug, Clone)]
struct Scale {
    means: Vec<f64>,
    deviations: Vec<f64>,
}

impl Scale {
    fn of<'r>(rows: impl Iterator<Item = &'r Vec<f64>> + Clone) -> Self {
        let count = rows.clone().count().max(1) as f64;
        let size = rows.clone().next().map_or(0, Vec::len);
        let mut means = vec![0.0; size];
        rows.clone().for_each(|row| means.iter_mut().zip(row).for_each(|(sum, value)| *sum += value / count));
        let mut deviations = vec![0.0; size];
        for row in rows {
            for ((sum, value), mean) in deviations.iter_mut().zip(row).zip(&means) {
                *sum += (value - mean).powi(2) / count;
            }
        }
        for (deviation, mean) in deviations.iter_mut().zip(&mut means) {
            *deviation = deviation.sqrt();
            // A feature that never changes is kept as it is: it may be the constant.
            if *deviation < 1e-9 {
                (*deviation, *mean) = (1.0, 0.0);
            }
        }
        Scale { means, deviations }
    }

    fn apply(&self, row: &[f64]) -> Vec<f64> {
        let scales = self.means.iter().zip(&self.deviations);
        row.iter().zip(scales).map(|(value, (mean, deviation))| (value - mean) / deviation).collect()
    }
}

/// A source action with a known answer, standardised.
struct Row {
    none: Vec<f64>,
    targets: Vec<Vec<f64>>,
    answer: Option<usize>,
}

impl Choice {
    pub(super) fn fit(recipes: &[(&Candidates, &[Answer])], penalty: f64) -> Result<Self> {
        let all = || recipes.iter().map(|(candidates, _)| *candidates);
        let targets = Scale::of(all().flat_map(|one| one.targets.iter().flatten()));
        let none = Scale::of(all().flat_map(|one| one.none.iter()));
        let mut rows = Vec::new();
        for (candidates, answers) in recipes {
            for (at, answer) in answers.iter().enumerate() {
                let Some(answer) = answer else { continue };
                rows.push(Row {
                    none: none.apply(&candidates.none[at]),
                    targets: candidates.targets[at].iter().map(|row| targets.apply(row)).collect(),
                    answer: *answer,
                });
            }
        }
        let weights = vec![0.0; targets.means.len() + none.means.len()];
        let mut choice = Choice { targets, none, weights };
        choice.climb(&rows, penalty)?;
        Ok(choice)
    }

    fn climb(&mut self, rows: &[Row], penalty: f64) -> Result<()> {
        let mut value = self.value(rows, penalty);
        for _ in 0..STEPS_MOST {
            let step = self.step(rows, penalty).ok_or_else(|| {
                Error::Pairs("the alignments cannot be learnt from: the features are degenerate".into())
            })?;
            let start = self.weights.clone();
            let mut scale = 1.0;
            let mut reached = value;
            for _ in 0..30 {
                self.weights =
                    start.iter().zip(&step).map(|(weight, change)| weight + scale * change).collect();
                reached = self.value(rows, penalty);
                if reached >= value {
                    break;
                }
                scale /= 2.0;
            }
            if reached < value {
                self.weights = start;
                break;
            }
            if reached - value < SETTLED * value.abs() {
                break;
            }
            value = reached;
        }
        Ok(())
    }

    /// The logarithm of the likelihood, less the penalty.
    fn value(&self, rows: &[Row], penalty: f64) -> f64 {
        let squares: f64 = self.weights.iter().map(|weight| weight * weight).sum();
        let logs = rows.iter().map(|row| {
            let shares = self.shares(&row.none, &row.targets);
            shares[row.answer.map_or(0, |target| target + 1)].max(1e-300).ln()
        });
        logs.sum::<f64>() - penalty / 2.0 * squares
    }

    fn step(&self, rows: &[Row], penalty: f64) -> Option<Vec<f64>> {
        let size = self.weights.len();
        let own = self.targets.means.len();
        let mut gradient: Vec<f64> = self.weights.iter().map(|weight| -penalty * weight).collect();
        let mut curvature = vec![0.0; size * size];
        for row in rows {
            let shares = self.shares(&row.none, &row.targets);
            let mut mean = vec![0.0; size];
            for (share, target) in shares[1..].iter().zip(&row.targets) {
                mean.iter_mut().zip(target).for_each(|(sum, value)| *sum += share * value);
                add_outer(&mut curvature, size, 0, target, *share);
            }
            mean[own..].iter_mut().zip(&row.none).for_each(|(sum, value)| *sum += shares[0] * value);
            add_outer(&mut curvature, size, own, &row.none, shares[0]);
            add_outer(&mut curvature, size, 0, &mean, -1.0);
            match row.answer {
                Some(target) => {
                    gradient.iter_mut().zip(&row.targets[target]).for_each(|(sum, value)| *sum += value)
                }
                None => gradient[own..].iter_mut().zip(&row.none).for_each(|(sum, value)| *sum += value),
            }
            gradient.iter_mut().zip(&mean).for_each(|(sum, value)| *sum -= value);
        }
        (0..size).for_each(|at| curvature[at * size + at] += penalty);
        solve(&mut curvature, gradient)
    }

    /// The probability of nothing, then of every target.
    fn shares(&self, none: &[f64], targets: &[Vec<f64>]) -> Vec<f64> {
        let (weights, other) = self.weights.split_at(self.targets.means.len());
        let score = |weights: &[f64], row: &[f64]| weights.iter().zip(row).map(|(a, b)| a * b).sum::<f64>();
        let mut shares = vec![score(other, none)];
        shares.extend(targets.iter().map(|target| score(weights, target)));
        let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        shares.iter_mut().for_each(|share| *share = (*share - most).exp());
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        shares
    }

    /// For every source action the probability of nothing, then of every target.
    pub(super) fn probabilities(&self, candidates: &Candidates) -> Vec<Vec<f64>> {
        let rows = candidates.none.iter().zip(&candidates.targets);
        rows.map(|(none, targets)| {
            let targets: Vec<Vec<f64>> = targets.iter().map(|row| self.targets.apply(row)).collect();
            self.shares(&self.none.apply(none), &targets)
        })
        .collect()
    }
}

/// Adds the lower half of a vector's product with itself to a square matrix, from a place on.
fn add_outer(matrix: &mut [f64], size: usize, from: usize, vector: &[f64], factor: f64) {
    for (i, value) in vector.iter().enumerate() {
        let scaled = factor * value;
        let line = &mut matrix[(from + i) * size + from..(from + i) * size + from + i + 1];
        line.iter_mut().zip(vector).for_each(|(sum, other)| *sum += scaled * other);
    }
}
