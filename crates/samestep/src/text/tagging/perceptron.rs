//! A linear classifier over hashed features, and the greedy labelling of a sentence with it.

/// The features of one decision, as hashes.
pub(super) type Keys = Vec<u32>;

/// What a labeller sees of a sentence.
pub(super) trait View {
    /// The number of tokens.
    fn len(&self) -> usize;

    /// Replaces `keys` by the features of the token at `at`, given the labels before it (`one` back, `two` back;
    /// [`NO_LABEL`] before the sentence).
    fn keys(&self, at: usize, one: u8, two: u8, keys: &mut Keys);

    /// The label of a token that needs no decision.
    fn fixed(&self, at: usize) -> Option<u8>;
}

/// The label before the first token.
pub(super) const NO_LABEL: u8 = 31;

/// Numbers feature hashes; open addressing, at most half full.
#[derive(Debug, Clone)]
pub(super) struct Index {
    /// The hash and its number plus 1; 0 is free.
    slots: Vec<(u32, u32)>,
}

impl Index {
    /// Numbers distinct keys in their order.
    pub(super) fn new(keys: impl ExactSizeIterator<Item = u32>) -> Index {
        let size = (keys.len() * 2).next_power_of_two().max(2);
        let mut slots = vec![(0, 0); size];
        for (number, key) in keys.enumerate() {
            let mut at = key as usize & (size - 1);
            while slots[at].1 != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = (key, number as u32 + 1);
        }
        Index { slots }
    }

    /// The number of a key.
    #[inline]
    pub(super) fn find(&self, key: u32) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            let (found, number) = self.slots[at];
            if number == 0 {
                return None;
            }
            if found == key {
                return Some(number as usize - 1);
            }
            at = (at + 1) & mask;
        }
    }
}

/// A row of `N` small weights, one a label, for each known feature.
#[derive(Debug, Clone)]
pub(super) struct Weights<const N: usize> {
    index: Index,
    rows: Vec<[i8; N]>,
}

impl<const N: usize> Weights<N> {
    /// Takes over rows with distinct keys.
    pub(super) fn new(entries: &[(u32, [i8; N])]) -> Self {
        Weights {
            index: Index::new(entries.iter().map(|entry| entry.0)),
            rows: entries.iter().map(|entry| entry.1).collect(),
        }
    }

    /// The weights of a feature, if it has any.
    #[inline]
    fn row(&self, key: u32) -> Option<&[i8; N]> {
        self.index.find(key).map(|number| &self.rows[number])
    }

    /// The label with the highest sum of weights; the lower label at a tie.
    #[inline]
    pub(super) fn best(&self, keys: &[u32]) -> u8 {
        let mut scores = [0i32; N];
        for &key in keys {
            if let Some(row) = self.row(key) {
                for (score, &weight) in scores.iter_mut().zip(row) {
                    *score += i32::from(weight);
                }
            }
        }
        arg_max(&scores)
    }
}

/// The first label with the highest score.
pub(super) fn arg_max<T: PartialOrd + Copy, const N: usize>(scores: &[T; N]) -> u8 {
    let mut best = 0;
    for (label, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = label;
        }
    }
    best as u8
}

/// Labels a sentence from left to right, each token with the best label given the two before it.
///
/// Appends to `labels`. Linear in the tokens. `keys` is scratch space.
pub(super) fn label<const N: usize>(
    weights: &Weights<N>,
    view: &impl View,
    labels: &mut Vec<u8>,
    keys: &mut Keys,
) {
    let (mut one, mut two) = (NO_LABEL, NO_LABEL);
    for at in 0..view.len() {
        let label = view.fixed(at).unwrap_or_else(|| {
            view.keys(at, one, two, keys);
            weights.best(keys)
        });
        labels.push(label);
        (one, two) = (label, one);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_in_spite_of_collisions() {
        let entries: Vec<(u32, [i8; 2])> = (0..100).map(|i| (i * 1024, [i as i8, -1])).collect();
        let weights = Weights::new(&entries);
        for i in 0..100 {
            assert_eq!(weights.row(i * 1024), Some(&[i as i8, -1]));
        }
        assert_eq!(weights.row(7), None);
        assert_eq!(Weights::<2>::new(&[]).row(0), None);
    }

    #[test]
    fn the_best_label_has_the_highest_sum_and_the_first_wins_ties() {
        let weights = Weights::new(&[(1, [0, 3, 1]), (2, [0, -2, 1])]);
        assert_eq!((weights.best(&[1]), weights.best(&[1, 2]), weights.best(&[9])), (1, 2, 0));
    }
}
