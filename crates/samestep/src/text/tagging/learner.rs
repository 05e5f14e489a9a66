//! The averaged perceptron: how the labellers learn.

use std::collections::BTreeMap;

use super::{
    perceptron::{Keys, NO_LABEL, Rows, Shortcuts, View, arg_max},
    table::Table,
    train::Params,
};

/// The shortcuts, and the averaged weights of the `keep` heaviest features for what they do not decide.
pub(super) fn learn<const N: usize, V: View>(
    sentences: &[(V, &[u8])],
    params: &Params,
    keep: usize,
) -> Rows<N> {
    let shortcuts = find_shortcuts::<N, V>(sentences, params);
    let table = Shortcuts::new(&shortcuts);
    let kept = frequent_keys(sentences, &table, params.min_count);
    let mut learner = Learner::<N>::new(&kept, table);
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    let mut random = SplitMix(params.seed);
    for _ in 0..params.epochs {
        random.shuffle(&mut order);
        for &at in &order {
            let (view, gold) = &sentences[at];
            learner.see(view, gold);
        }
    }
    let averages = kept.iter().copied().zip(learner.averages()).collect();
    Rows { shortcuts, weights: quantise(averages, keep) }
}

/// Calls `see` with every token that has no fixed label: its sentence, place, and the two right labels before it.
fn each_decision<V: View>(sentences: &[(V, &[u8])], mut see: impl FnMut(&V, usize, u8, u8, u8)) {
    for (view, gold) in sentences {
        let (mut one, mut two) = (NO_LABEL, NO_LABEL);
        for (at, &label) in gold.iter().enumerate() {
            if view.fixed(at).is_none() {
                see(view, at, one, two, label);
            }
            (one, two) = (label, one);
        }
    }
}

fn find_shortcuts<const N: usize, V: View>(sentences: &[(V, &[u8])], params: &Params) -> Vec<(u32, u8)> {
    let mut counts: BTreeMap<u32, [usize; N]> = BTreeMap::new();
    each_decision(sentences, |view, at, one, _, label| {
        for key in view.shortcuts(at, one) {
            counts.entry(key).or_insert([0; N])[usize::from(label)] += 1;
        }
    });
    counts
        .into_iter()
        .filter_map(|(key, counts)| {
            let total: usize = counts.iter().sum();
            let top = arg_max(&counts);
            let sure = counts[usize::from(top)] as f64 >= params.only_share * total as f64;
            (sure && total >= params.min_shortcut_count).then_some((key, top))
        })
        .collect()
}

fn frequent_keys<V: View>(sentences: &[(V, &[u8])], shortcuts: &Shortcuts, min_count: usize) -> Vec<u32> {
    let mut all: Vec<u32> = Vec::new();
    let mut keys = Keys::new();
    each_decision(sentences, |view, at, one, two, _| {
        if shortcuts.label(view, at, one).is_none() {
            view.keys(at, one, two, &mut keys);
            all.extend(&keys);
        }
    });
    all.sort_unstable();
    all.chunk_by(|a, b| a == b).filter(|run| run.len() >= min_count).map(|run| run[0]).collect()
}

struct Learner<const N: usize> {
    shortcuts: Shortcuts,
    numbers_of: Table<u32>,
    rows: Vec<Row<N>>,
    clock: u32,
    keys: Keys,
    numbers: Vec<usize>,
}

#[derive(Clone)]
struct Row<const N: usize> {
    now: [i32; N],
    total: [i64; N],
    since: u32,
}

impl<const N: usize> Row<N> {
    fn settle(&mut self, clock: u32) {
        let time = i64::from(clock - self.since);
        for (total, &now) in self.total.iter_mut().zip(&self.now) {
            *total += time * i64::from(now);
        }
        self.since = clock;
    }
}

impl<const N: usize> Learner<N> {
    fn new(kept: &[u32], shortcuts: Shortcuts) -> Self {
        let row = Row { now: [0; N], total: [0; N], since: 0 };
        let rows = vec![row; kept.len()];
        Learner {
            shortcuts,
            numbers_of: Table::new(kept.iter().copied().zip(0..kept.len() as u32)),
            rows,
            clock: 0,
            keys: Keys::new(),
            numbers: Vec::new(),
        }
    }

    fn see(&mut self, view: &impl View, gold: &[u8]) {
        let (mut one, mut two) = (NO_LABEL, NO_LABEL);
        for (at, &right) in gold.iter().enumerate() {
            let label = self.shortcuts.label(view, at, one).unwrap_or_else(|| {
                view.keys(at, one, two, &mut self.keys);
                self.decide(right)
            });
            (one, two) = (label, one);
        }
    }

    fn decide(&mut self, right: u8) -> u8 {
        self.clock += 1;
        self.numbers.clear();
        self.numbers.extend(
            self.keys.iter().filter_map(|&key| self.numbers_of.find(key).map(|&number| number as usize)),
        );
        let mut scores = [0i32; N];
        for &number in &self.numbers {
            for (score, &weight) in scores.iter_mut().zip(&self.rows[number].now) {
                *score += weight;
            }
        }
        let guess = arg_max(&scores);
        if guess != right {
            for &number in &self.numbers {
                let row = &mut self.rows[number];
                row.settle(self.clock);
                row.now[usize::from(right)] += 1;
                row.now[usize::from(guess)] -= 1;
            }
        }
        guess
    }

    fn averages(mut self) -> Vec<[f32; N]> {
        let clock = self.clock.max(1);
        self.rows.iter_mut().for_each(|row| row.settle(clock));
        self.rows.iter().map(|row| row.total.map(|total| (total as f64 / f64::from(clock)) as f32)).collect()
    }
}

/// Keeps the `keep` heaviest rows and scales their weights into bytes.
fn quantise<const N: usize>(rows: Vec<(u32, [f32; N])>, keep: usize) -> Vec<(u32, [i8; N])> {
    let weight = |row: &[f32; N]| row.iter().fold(0f32, |most, weight| most.max(weight.abs()));
    let mut weights: Vec<f32> = rows.iter().map(|(_, row)| weight(row)).collect();
    weights.sort_unstable_by(|a, b| b.total_cmp(a));
    let least = weights.get(keep).copied().unwrap_or(0.0);
    // The few heaviest rows may be cut: a finer scale for all others is worth more.
    let most = weights.get(weights.len() / 2000).copied().unwrap_or(1.0).max(f32::MIN_POSITIVE);
    rows.into_iter()
        .filter(|(_, row)| weight(row) > least)
        .map(|(key, row)| (key, row.map(|weight| (weight / most * 127.0).round().clamp(-127.0, 127.0) as i8)))
        .filter(|(_, row)| row.iter().any(|&weight| weight != 0))
        .collect()
}

/// Vigna's SplitMix64.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn shuffle(&mut self, items: &mut [usize]) {
        for at in (1..items.len()).rev() {
            items.swap(at, (self.next() % (at as u64 + 1)) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tagging::perceptron::{Weights, label};

    /// The label is the parity of the number, but 1 after two labels 1.
    struct Numbers(Vec<u32>);

    impl View for Numbers {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn fixed(&self, _at: usize) -> Option<u8> {
            None
        }

        fn shortcuts(&self, at: usize, _one: u8) -> [u32; 2] {
            [self.0[at] + 1, 77]
        }

        fn keys(&self, at: usize, one: u8, two: u8, keys: &mut Keys) {
            keys.clear();
            keys.extend([100 + self.0[at] % 2, 200 + u32::from(one) * 40 + u32::from(two), 99]);
        }
    }

    fn right(numbers: &[u32]) -> Vec<u8> {
        let mut labels: Vec<u8> = Vec::new();
        for &number in numbers {
            labels.push(if labels.ends_with(&[1, 1]) { 1 } else { (number % 2) as u8 });
        }
        labels
    }

    #[test]
    fn a_rule_with_history_is_learnt_and_every_run_is_the_same() {
        let mut random = SplitMix(5);
        let sentences: Vec<Vec<u32>> =
            (0..200).map(|_| (0..6).map(|_| (random.next() % 50) as u32).collect()).collect();
        let labels: Vec<Vec<u8>> = sentences.iter().map(|sentence| right(sentence)).collect();
        let examples: Vec<(Numbers, &[u8])> =
            sentences.iter().cloned().map(Numbers).zip(labels.iter().map(Vec::as_slice)).collect();
        let params = Params { min_shortcut_count: usize::MAX, ..Params::default() };
        let rows: Rows<2> = learn(&examples, &params, 100);
        assert_eq!(rows.weights, learn::<2, _>(&examples, &params, 100).weights);
        let mut guessed = Vec::new();
        label(&Weights::new(&rows), &Numbers(vec![3, 5, 2, 4, 7]), &mut guessed, &mut Keys::new());
        assert_eq!(guessed, right(&[3, 5, 2, 4, 7]));
    }

    #[test]
    fn a_sure_feature_becomes_a_shortcut() {
        let numbers: Vec<u32> = vec![0, 1, 1, 0, 2, 2];
        let labels = [0, 1, 1, 0, 0, 1];
        let examples = [(Numbers(numbers), &labels[..])];
        let params = Params { min_shortcut_count: 2, ..Params::default() };
        assert_eq!(find_shortcuts::<2, _>(&examples, &params), [(1, 0), (2, 1)]);
    }

    #[test]
    fn the_lightest_rows_are_dropped_and_the_rest_fills_the_bytes() {
        let rows = vec![(1, [4.0, -2.0]), (2, [0.0, 0.01]), (3, [1.0, 0.0])];
        assert_eq!(quantise(rows, 2), [(1, [127, -64]), (3, [32, 0])]);
    }
}
