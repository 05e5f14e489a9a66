//! How good are probabilities?

use serde::{Deserialize, Serialize};

/// What `eval` prints.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// How many pairs were scored.
    pub pairs: usize,
    /// The share of pairs on the right side of one half.
    pub accuracy: f64,
    /// The harmonic mean of precision and recall of the label 1.
    pub f1: f64,
    /// The probability that a pair of label 1 scores above a pair of label 0; ties count one half.
    pub auc: f64,
    /// The expected calibration error over ten bins of equal width.
    pub ece: f64,
}

/// Bins of the calibration error.
const BINS: usize = 10;

impl Metrics {
    /// Compares probabilities with labels, one each. AUC is one half where only one label occurs.
    ///
    /// Cost: sorting the pairs.
    ///
    /// # Panics
    /// If there are more labels than probabilities, or fewer.
    pub fn new(probabilities: &[f64], labels: &[bool]) -> Self {
        assert_eq!(probabilities.len(), labels.len(), "one label a probability");
        let pairs = labels.len();
        let scored = || probabilities.iter().zip(labels);
        let right = scored().filter(|&(&p, &label)| (p >= 0.5) == label).count();
        let hits = scored().filter(|&(&p, &label)| p >= 0.5 && label).count() as f64;
        let called = probabilities.iter().filter(|&&p| p >= 0.5).count() as f64;
        let positives = labels.iter().filter(|&&label| label).count() as f64;
        Metrics {
            pairs,
            accuracy: share(right as f64, pairs as f64),
            f1: share(2.0 * hits, called + positives),
            auc: auc(probabilities, labels),
            ece: calibration_error(probabilities, labels),
        }
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The area under the ROC curve, by ranks.
pub fn auc(scores: &[f64], labels: &[bool]) -> f64 {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    let (mut sum, mut at) = (0.0, 0);
    while at < order.len() {
        // No number equals itself if it is NaN: each then stands alone.
        let tied = order[at..].iter().take_while(|&&i| scores[i] == scores[order[at]]).count().max(1);
        let rank = at as f64 + (tied as f64 + 1.0) / 2.0;
        sum += rank * order[at..at + tied].iter().filter(|&&i| labels[i]).count() as f64;
        at += tied;
    }
    let positives = labels.iter().filter(|&&label| label).count() as f64;
    let negatives = labels.len() as f64 - positives;
    if positives == 0.0 || negatives == 0.0 {
        return 0.5;
    }
    (sum - positives * (positives + 1.0) / 2.0) / (positives * negatives)
}

/// The points of the ROC curve, `(false alarms, hits)`, from (0, 0) to (1, 1), thresholds falling.
pub fn roc(scores: &[f64], labels: &[bool]) -> Vec<(f64, f64)> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let positives = labels.iter().filter(|&&label| label).count() as f64;
    let negatives = labels.len() as f64 - positives;
    let (mut hits, mut alarms) = (0.0, 0.0);
    let mut points = vec![(0.0, 0.0)];
    for (place, &at) in order.iter().enumerate() {
        if labels[at] {
            hits += 1.0
        } else {
            alarms += 1.0
        }
        let last_of_tie = order.get(place + 1).is_none_or(|&next| scores[next] != scores[at]);
        if last_of_tie {
            points.push((share(alarms, negatives), share(hits, positives)));
        }
    }
    points
}

fn calibration_error(probabilities: &[f64], labels: &[bool]) -> f64 {
    let mut bins = [(0.0, 0.0, 0.0); BINS];
    for (&p, &label) in probabilities.iter().zip(labels) {
        let bin = &mut bins[((p * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1.0, bin.1 + p, bin.2 + f64::from(u8::from(label)));
    }
    let whole = probabilities.len() as f64;
    bins.iter().filter(|bin| bin.0 > 0.0).map(|&(_, p, hits)| share((p - hits).abs(), whole)).sum()
}

/// Mean and standard deviation (of a sample) of several runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation; 0 for a single value.
    pub deviation: f64,
}

impl Spread {
    /// Of the values given; 0 for none.
    pub fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let mean = share(values.iter().sum(), count);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Spread { mean, deviation: share(squares, count - 1.0).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auc_counts_ties_half() {
        assert_eq!(auc(&[0.1, 0.4, 0.35, 0.8], &[false, false, true, true]), 0.75);
        assert_eq!(auc(&[0.5, 0.5], &[false, true]), 0.5);
        assert_eq!(auc(&[0.2], &[true]), 0.5);
        assert_eq!(auc(&[f64::NAN, 0.2], &[true, false]), 1.0, "it ends");
    }

    #[test]
    fn perfect_and_reversed_scores() {
        let labels = [true, false, true, false];
        let perfect = Metrics::new(&[1.0, 0.0, 1.0, 0.0], &labels);
        assert_eq!((perfect.accuracy, perfect.f1, perfect.auc, perfect.ece), (1.0, 1.0, 1.0, 0.0));
        let reversed = Metrics::new(&[0.0, 1.0, 0.0, 1.0], &labels);
        assert_eq!((reversed.accuracy, reversed.f1, reversed.auc, reversed.ece), (0.0, 0.0, 0.0, 1.0));
        assert_eq!(roc(&[0.9, 0.1], &[true, false]), [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)]);
    }

    #[test]
    fn spread_of_runs() {
        let spread = Spread::of(&[1.0, 3.0]);
        assert_eq!((spread.mean, spread.deviation), (2.0, 2f64.sqrt()));
        assert_eq!(Spread::of(&[2.0]).deviation, 0.0);
    }
}
