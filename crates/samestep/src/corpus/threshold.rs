//! From which probability on pairs are taken.
//!
//! The judge is calibrated on as many same as other pairs. Among all pairs of many documents the same are few, so its probabilities are
//! too high by the odds of the two: [`base_rate`] estimates how many of all pairs are the same from pairs drawn at random, and
//! [`corrected`] puts probabilities right by it. Candidates are chosen partly by what the judge does not see, so that among them the same
//! are not as rare: at least [`AMONG_CANDIDATES`].

/// The share of same pairs among candidates that puts the judge's probabilities right, as far as labels tell: of the candidates of 1,829
/// repair manuals .01 by equal subjects, .06 by subjects with a word in common (regressions on the logit); between the two.
pub const AMONG_CANDIDATES: f64 = 0.03;

/// Steps of the estimate: each comes nearer.
const STEPS: usize = 200;

/// The share of same pairs among pairs drawn at random, from their probabilities under a judge that takes half of all pairs for the same
/// (Saerens, Latinne and Decaestecker's estimate); at least `least`, and at most a half.
pub fn base_rate(probabilities: &[f64], least: f64) -> f64 {
    if probabilities.is_empty() {
        return 0.5;
    }
    let mut rate: f64 = 0.5;
    for _ in 0..STEPS {
        let sum: f64 = probabilities.iter().map(|&probability| corrected(probability, rate)).sum();
        rate = (sum / probabilities.len() as f64).clamp(least.clamp(1e-12, 0.5), 0.5);
    }
    rate
}

/// A probability of the judge among pairs of which a share is the same.
pub fn corrected(probability: f64, base_rate: f64) -> f64 {
    let (same, other) = (probability * base_rate, (1.0 - probability) * (1.0 - base_rate));
    if same + other > 0.0 { same / (same + other) } else { 0.0 }
}

/// The smallest of the given probabilities from which on the pairs are right often enough, as the model sees it: the mean
/// probability of all pairs at or above it is at least `precision`. None if even the most likely pair is too unlikely.
pub fn for_precision(probabilities: impl IntoIterator<Item = f64>, precision: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = probabilities.into_iter().collect();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let (mut sum, mut threshold) = (0.0, None);
    for (at, &probability) in sorted.iter().enumerate() {
        sum += probability;
        // Pairs of one probability come or go together.
        let last = sorted.get(at + 1).is_none_or(|&next| next < probability);
        if last && sum / (at + 1) as f64 >= precision {
            threshold = Some(probability);
        }
    }
    threshold
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_above_the_threshold_is_high_enough() {
        let threshold = |precision| for_precision([0.2, 0.99, 0.9, 0.5, 0.98], precision);
        assert_eq!((threshold(0.9), threshold(0.84)), (Some(0.9), Some(0.5)));
        assert_eq!(for_precision([0.6, 0.6], 0.7), None);
        assert_eq!(for_precision([], 0.5), None);
        assert_eq!(for_precision([0.8, 0.8, 1.0], 0.85), Some(0.8));
    }

    #[test]
    fn rare_same_pairs_need_more_certainty() {
        // One pair of a hundred is surely the same, the others surely not.
        let mut drawn = vec![0.02; 99];
        drawn.push(0.9999);
        let rate = base_rate(&drawn, 1e-6);
        assert!((rate - 0.01).abs() < 0.003, "{rate}");
        assert!(corrected(0.9, rate) < 0.1 && corrected(0.9, 0.5) > 0.89);
        let likely = [0.9, 0.99999].map(|probability| corrected(probability, rate));
        assert_eq!(for_precision(likely, 0.9), Some(likely[1]));
        assert_eq!(base_rate(&[], 0.1), 0.5);
        assert_eq!(base_rate(&[0.0; 4], 0.001), 0.001);
    }
}
