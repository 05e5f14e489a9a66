//! From which probability on pairs are taken.

/// The smallest of the given probabilities from which on the pairs are right often enough, as the model sees it: the mean probability of
/// all pairs at or above it is at least `precision`. None if even the most likely pair is too unlikely.
///
/// The model is calibrated, so the mean of its probabilities is the share of right pairs that it expects.
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
        let threshold = for_precision([0.2, 0.99, 0.9, 0.5, 0.98], 0.9).unwrap();
        assert_eq!(threshold, 0.9);
        assert_eq!(for_precision([0.2, 0.99, 0.9, 0.5, 0.98], 0.84), Some(0.5));
        assert_eq!(for_precision([0.6, 0.6], 0.7), None);
        assert_eq!(for_precision([], 0.5), None);
        assert_eq!(for_precision([0.8, 0.8, 1.0], 0.85), Some(0.8));
    }
}
