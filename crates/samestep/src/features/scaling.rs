//! Features on a common scale.

use serde::{Deserialize, Serialize};

/// Mean and deviation of every feature over training pairs: a network learns best from numbers around 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scaling {
    means: Vec<f64>,
    deviations: Vec<f64>,
}

/// How many deviations from the mean a feature may lie; what lies further counts as this far.
const FURTHEST: f64 = 5.0;

impl Scaling {
    /// Measures rows of one length.
    pub fn fit(rows: &[Vec<f64>]) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        let count = rows.len().max(1) as f64;
        let mean = |at: usize| rows.iter().map(|row| row[at]).sum::<f64>() / count;
        let means: Vec<f64> = (0..width).map(mean).collect();
        let deviation = |at: usize| {
            let squares: f64 = rows.iter().map(|row| (row[at] - means[at]).powi(2)).sum();
            (squares / count).sqrt()
        };
        let deviations = (0..width).map(deviation).collect();
        Scaling { means, deviations }
    }

    /// The number of features.
    pub fn len(&self) -> usize {
        self.means.len()
    }

    /// Whether there are no features.
    pub fn is_empty(&self) -> bool {
        self.means.is_empty()
    }

    /// Whether both lists have one length and only finite numbers.
    pub fn is_valid(&self) -> bool {
        self.means.len() == self.deviations.len()
            && self.means.iter().chain(&self.deviations).all(|value| value.is_finite())
    }

    /// A row in deviations from the mean; a feature that never varied is 0.
    pub fn apply(&self, row: &[f64]) -> Vec<f32> {
        let scale = self.means.iter().zip(&self.deviations);
        let scaled = |(value, (mean, deviation)): (&f64, (&f64, &f64))| {
            if *deviation > 1e-9 {
                ((value - mean) / deviation).clamp(-FURTHEST, FURTHEST) as f32
            } else {
                0.0
            }
        };
        row.iter().zip(scale).map(scaled).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_centred_and_constants_vanish() {
        let scaling = Scaling::fit(&[vec![1.0, 7.0], vec![3.0, 7.0]]);
        assert_eq!(scaling.apply(&[3.0, 9.0]), [1.0, 0.0]);
        assert_eq!(scaling.apply(&[100.0, 9.0]), [5.0, 0.0]);
        assert_eq!((scaling.len(), scaling.is_valid(), Scaling::fit(&[]).len()), (2, true, 0));
    }
}
