//! What a measure says where it is not a straight line: boosted stumps, added up measure by measure.

use serde::{Deserialize, Serialize};

use crate::train::sigmoid;

/// Stumps that are added up: few, as the pairs are few.
const ROUNDS: usize = 100;

/// The part of each stump that counts.
const RATE: f64 = 0.1;

/// Values of a measure that a stump may cut at.
const CUTS: usize = 31;

/// Pairs on either side of a cut at least.
const SIDE_LEAST: usize = 20;

/// Added to the curvature of a side: a few pairs say little.
const PENALTY: f64 = 1.0;

/// A function of one measure that is constant between cuts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Shape {
    /// Where it changes, rising.
    cuts: Vec<f64>,
    /// One more than there are cuts: below the first, from the first to the second, and so on.
    values: Vec<f64>,
}

impl Shape {
    pub(super) fn value(&self, at: f64) -> f64 {
        let place = self.cuts.partition_point(|&cut| cut <= at);
        self.values.get(place).copied().unwrap_or(0.0)
    }

    /// Its greatest value.
    #[cfg(feature = "corpus")]
    pub(super) fn most(&self) -> f64 {
        self.values.iter().copied().reduce(f64::max).unwrap_or(0.0)
    }

    pub(super) fn is_valid(&self) -> bool {
        let counted =
            self.values.len() == self.cuts.len() + 1 || self.values.is_empty() && self.cuts.is_empty();
        let rising = self.cuts.windows(2).all(|two| two[0] < two[1]);
        counted && rising && self.values.iter().chain(&self.cuts).all(|value| value.is_finite())
    }

    /// The same function, everywhere times a factor, then less an amount.
    pub(super) fn scaled(mut self, factor: f64, less: f64) -> Self {
        self.values.iter_mut().for_each(|value| *value = *value * factor - less);
        self
    }
}

/// A measure while it is learned from: the values that may be cut at, and for each row how many of them it reaches.
struct Binned {
    cuts: Vec<f64>,
    bins: Vec<u8>,
    /// What the stumps on this measure add in each bin.
    values: Vec<f64>,
}

impl Binned {
    fn of(column: &[f64]) -> Self {
        let mut sorted = column.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let mut cuts: Vec<f64> =
            (1..=CUTS).map(|part| sorted[part * (sorted.len() - 1) / (CUTS + 1)]).collect();
        cuts.dedup();
        // Nothing lies below the least value.
        cuts.retain(|&cut| cut > sorted[0]);
        let bins = column.iter().map(|&value| cuts.partition_point(|&cut| cut <= value) as u8).collect();
        Binned { values: vec![0.0; cuts.len() + 1], cuts, bins }
    }

    /// The cut that lowers the loss most: how much, the first bin above it, and what each side adds.
    fn best(&self, slopes: &[(f64, f64)]) -> Option<(f64, usize, [f64; 2])> {
        let mut sums = vec![(0.0, 0.0, 0usize); self.values.len()];
        for (&bin, &(slope, curvature)) in self.bins.iter().zip(slopes) {
            let sum = &mut sums[bin as usize];
            *sum = (sum.0 + slope, sum.1 + curvature, sum.2 + 1);
        }
        let add = |a: (f64, f64, usize), b: &(f64, f64, usize)| (a.0 + b.0, a.1 + b.1, a.2 + b.2);
        let gain = |(slope, curvature, _): (f64, f64, usize)| slope * slope / (curvature + PENALTY);
        let all = sums.iter().fold((0.0, 0.0, 0), add);
        let mut below = (0.0, 0.0, 0);
        let mut best: Option<(f64, usize, [f64; 2])> = None;
        for (bin, sum) in sums.iter().enumerate().take(self.cuts.len()) {
            below = add(below, sum);
            let above = (all.0 - below.0, all.1 - below.1, all.2 - below.2);
            if below.2 < SIDE_LEAST || above.2 < SIDE_LEAST {
                continue;
            }
            let gained = gain(below) + gain(above) - gain(all);
            if best.is_none_or(|(most, ..)| gained > most) {
                let sides = [below, above].map(|(slope, curvature, _)| RATE * slope / (curvature + PENALTY));
                best = Some((gained, bin + 1, sides));
            }
        }
        best
    }

    /// The function without cuts at which nothing changes.
    fn into_shape(self) -> Shape {
        let mut shape = Shape { cuts: Vec::new(), values: vec![self.values[0]] };
        for (cut, two) in self.cuts.into_iter().zip(self.values.windows(2)) {
            if two[0] != two[1] {
                shape.cuts.push(cut);
                shape.values.push(two[1]);
            }
        }
        shape
    }
}

/// The logit of the mean pair, and for each column a function of its values; all add up to the logit of a row.
pub(super) fn fit(columns: &[Vec<f64>], labels: &[bool]) -> (f64, Vec<Shape>) {
    let mut binned: Vec<Binned> = columns.iter().map(|column| Binned::of(column)).collect();
    let same = labels.iter().filter(|&&label| label).count() as f64;
    let bias = ((same + 0.5) / (labels.len() as f64 - same + 0.5)).ln();
    let mut logits = vec![bias; labels.len()];
    for _ in 0..ROUNDS {
        let slopes: Vec<(f64, f64)> = logits
            .iter()
            .zip(labels)
            .map(|(&logit, &label)| {
                let probability = sigmoid(logit);
                (f64::from(u8::from(label)) - probability, probability * (1.0 - probability))
            })
            .collect();
        // The first of equally good columns, whatever the number of threads.
        let found = binned.iter().map(|column| column.best(&slopes)).enumerate();
        let best =
            found.filter_map(|(at, best)| Some((at, best?))).reduce(|a, b| if b.1.0 > a.1.0 { b } else { a });
        let Some((column, (_, from, [below, above]))) = best else { break };
        let column = &mut binned[column];
        for (bin, value) in column.values.iter_mut().enumerate() {
            *value += if bin < from { below } else { above };
        }
        for (logit, &bin) in logits.iter_mut().zip(&column.bins) {
            *logit += if usize::from(bin) < from { below } else { above };
        }
    }
    (bias, binned.into_iter().map(Binned::into_shape).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_learned_and_a_column_of_noise_is_not() {
        let values: Vec<f64> = (0..600).map(|at| f64::from(at * 7 % 100)).collect();
        let noise: Vec<f64> = (0..600).map(|at| f64::from(at * 31 % 17)).collect();
        let labels: Vec<bool> = values.iter().map(|value| (30.0..70.0).contains(value)).collect();
        let (bias, shapes) = fit(&[values, noise], &labels);
        let logit = |value: f64| bias + shapes[0].value(value);
        assert!(logit(50.0) > 1.0 && logit(10.0) < -1.0 && logit(90.0) < -1.0);
        assert!(shapes.iter().all(Shape::is_valid));
        let spread =
            |shape: &Shape| (0..17).map(|value| shape.value(f64::from(value)).abs()).fold(0.0, f64::max);
        assert!(spread(&shapes[1]) < 0.5, "{}", spread(&shapes[1]));
    }

    #[test]
    fn one_value_and_one_label_are_no_trouble() {
        let (bias, shapes) = fit(&[vec![1.0; 50]], &[true; 50]);
        assert!(bias.is_finite() && shapes[0].is_valid());
        assert_eq!(shapes[0].value(3.0), shapes[0].value(-3.0));
    }
}
