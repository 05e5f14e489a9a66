//! A linear classifier over hashed features, and the greedy labelling of a sentence with it.

use super::table::Table;

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

    /// Two features, with the label before them, that often decide alone, the wider one last: see [`Shortcuts`].
    fn shortcuts(&self, at: usize, one: u8) -> [u32; 2];
}

/// The label before the first token.
pub(super) const NO_LABEL: u8 = 31;

/// Features that had one label only, as good as always: no need to look at the others.
#[derive(Debug, Clone)]
pub(super) struct Shortcuts(Table<u8>);

impl Shortcuts {
    /// Takes over labels with distinct keys.
    pub(super) fn new(entries: &[(u32, u8)]) -> Self {
        Shortcuts(Table::new(entries.iter().copied()))
    }

    /// None yet, with room for so many.
    pub(super) fn with_room(entries: usize) -> Self {
        Shortcuts(Table::with_room(entries))
    }

    /// Adds the label of a new key.
    pub(super) fn insert(&mut self, key: u32, label: u8) {
        self.0.insert(key, label);
    }

    /// The label of a token, if it is fixed or has a shortcut.
    #[inline]
    pub(super) fn label(&self, view: &impl View, at: usize, one: u8) -> Option<u8> {
        view.fixed(at).or_else(|| {
            let known = view.shortcuts(at, one).into_iter().filter(|&key| self.0.may_hold(key));
            known.filter_map(|key| self.0.find(key)).next().copied()
        })
    }
}

/// What a labeller has learnt, as it is trained and stored.
#[derive(Debug, Clone)]
pub(super) struct Rows<const N: usize> {
    /// The shortcuts, sorted by key.
    pub shortcuts: Vec<(u32, u8)>,
    /// The weights of each feature, sorted by key.
    pub weights: Vec<(u32, [i8; N])>,
}

/// The features of one decision at most.
const MOST_KEYS: usize = 64;

/// A row of `N` small weights, one a label, for each known feature.
#[derive(Debug, Clone)]
pub(super) struct Weights<const N: usize> {
    shortcuts: Shortcuts,
    rows: Table<Row<N>>,
}

#[derive(Debug, Clone, Copy)]
struct Row<const N: usize>([i8; N]);

impl<const N: usize> Default for Row<N> {
    fn default() -> Self {
        Row([0; N])
    }
}

impl<const N: usize> Weights<N> {
    /// Takes over rows with distinct keys.
    pub(super) fn new(rows: &Rows<N>) -> Self {
        Weights {
            shortcuts: Shortcuts::new(&rows.shortcuts),
            rows: Table::new(rows.weights.iter().map(|&(key, row)| (key, Row(row)))),
        }
    }

    /// No weights yet, with room for those of so many features.
    pub(super) fn with_room(shortcuts: Shortcuts, features: usize) -> Self {
        Weights { shortcuts, rows: Table::with_room(features) }
    }

    /// Adds the weights of a new feature.
    pub(super) fn insert(&mut self, key: u32, row: [i8; N]) {
        self.rows.insert(key, Row(row));
    }

    /// The label with the highest sum of weights; the lower label at a tie.
    #[inline]
    pub(super) fn best(&self, keys: &[u32]) -> u8 {
        // Without a branch: which features are known can be told in advance by nobody.
        let mut likely = [0; MOST_KEYS];
        let mut count = 0;
        for &key in keys.iter().take(MOST_KEYS) {
            likely[count] = key;
            count += usize::from(self.rows.may_hold(key));
        }
        let mut scores = [0i16; N];
        for &key in &likely[..count] {
            if let Some(Row(row)) = self.rows.find(key) {
                for (score, &weight) in scores.iter_mut().zip(row) {
                    *score += i16::from(weight);
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
        let label = weights.shortcuts.label(view, at, one).unwrap_or_else(|| {
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

    fn weights<const N: usize>(weights: Vec<(u32, [i8; N])>) -> Weights<N> {
        Weights::new(&Rows { shortcuts: Vec::new(), weights })
    }

    #[test]
    fn the_best_label_has_the_highest_sum_and_the_first_wins_ties() {
        let weights = weights(vec![(1, [0, 3, 1]), (2, [0, -2, 1])]);
        assert_eq!((weights.best(&[1]), weights.best(&[1, 2]), weights.best(&[9])), (1, 2, 0));
    }
}
