//! How far two documents are about the same thing.

use crate::{
    salience::{Topic, TopicWord},
    vectors::Directions,
};

/// The names of the measures, in the order of their values.
pub(super) const NAMES: [&str; 20] = [
    "topic-dot",
    "topic-cosine",
    "topic-any",
    "topic-odds-cosine",
    "topic-greatest-shared",
    "topic-alike-greatest",
    "topic-alike-min",
    "topic-alike-mean",
    "topic-same-first",
    "topic-first-in-other-min",
    "topic-first-in-other-max",
    "topic-sure-min",
    "topic-sure-max",
    "topic-direction",
    "topic-shared-rank",
    "topic-missing-min",
    "topic-missing-max",
    "topic-first-three",
    "topic-first-alike-min",
    "topic-first-alike-max",
];

/// Below this cosine of their vectors two words have nothing to do with each other.
const UNRELATED: f64 = 0.35;

/// The measures of a pair; zeros where a side has no words.
pub(super) fn measure(left: &Topic, right: &Topic) -> [f64; NAMES.len()] {
    let (Some(first), Some(second)) = (left.top.first(), right.top.first()) else {
        return [0.0; NAMES.len()];
    };
    let shared = Shared::of(&left.all, &right.all);
    let alike = Alike::of(&left.top, &right.top);
    let (own, other) = (first.salience, second.salience);
    let (x, y) = (salience(right, first.number) / other, salience(left, second.number) / own);
    let (missing, absent) = (missing(left, right), missing(right, left));
    let [own_best, other_best] = alike.of_first();
    [
        shared.dot,
        shared.cosine,
        1.0 - shared.none,
        shared.odds_cosine,
        shared.greatest,
        alike.greatest(),
        alike.means[0].min(alike.means[1]),
        (alike.means[0] + alike.means[1]) / 2.0,
        f64::from(u8::from(first.number == second.number)),
        x.min(y),
        x.max(y),
        own.min(other),
        own.max(other),
        direction(left, right),
        (shared_rank(&left.top, &right.top) as f64).ln_1p(),
        missing.min(absent),
        missing.max(absent),
        first_three(&left.top, &right.top),
        own_best.min(other_best),
        own_best.max(other_best),
    ]
}

fn salience(topic: &Topic, number: u64) -> f64 {
    topic.all.binary_search_by_key(&number, |&(number, _)| number).map_or(0.0, |at| topic.all[at].1)
}

/// Sums over the words that both documents have.
struct Shared {
    dot: f64,
    cosine: f64,
    none: f64,
    odds_cosine: f64,
    greatest: f64,
}

impl Shared {
    fn of(left: &[(u64, f64)], right: &[(u64, f64)]) -> Self {
        let (mut dot, mut none, mut odds_dot, mut greatest) = (0.0, 1.0, 0.0, 0.0f64);
        let (mut i, mut j) = (0, 0);
        while i < left.len() && j < right.len() {
            let ((a, x), (b, y)) = (left[i], right[j]);
            if a == b {
                dot += x * y;
                none *= 1.0 - x * y;
                odds_dot += odds(x) * odds(y);
                greatest = greatest.max(x.min(y));
            }
            i += usize::from(a <= b);
            j += usize::from(b <= a);
        }
        let norm = |of: &dyn Fn(f64) -> f64| {
            let length = |side: &[(u64, f64)]| side.iter().map(|&(_, x)| of(x) * of(x)).sum::<f64>();
            (length(left) * length(right)).sqrt()
        };
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        Shared {
            dot,
            cosine: share(dot, norm(&|x| x)),
            none,
            odds_cosine: share(odds_dot, norm(&odds)),
            greatest,
        }
    }
}

fn odds(probability: f64) -> f64 {
    probability / (1.0001 - probability)
}

/// The likeness of every two of the most salient words, by their vectors.
struct Alike<'t> {
    left: &'t [TopicWord],
    right: &'t [TopicWord],
    values: Vec<f64>,
    /// For each side, how well its words are found on the other one, weighed by salience.
    means: [f64; 2],
}

impl<'t> Alike<'t> {
    fn of(left: &'t [TopicWord], right: &'t [TopicWord]) -> Self {
        let [from, to] = [left, right].map(|words| Directions::of(words.iter().map(|word| word.direction)));
        let mut values = Vec::with_capacity(left.len() * right.len());
        for (i, a) in left.iter().enumerate() {
            for (j, b) in right.iter().enumerate() {
                let same = a.number == b.number;
                values.push(if same { 1.0 } else { related(from.cosine(i, &to, j)) });
            }
        }
        let mut alike = Alike { left, right, values, means: [0.0; 2] };
        alike.means = alike.found();
        alike
    }

    fn value(&self, i: usize, j: usize) -> f64 {
        self.values[i * self.right.len() + j]
    }

    fn found(&self) -> [f64; 2] {
        let (most, other_most) = (self.left[0].salience, self.right[0].salience);
        let best_of_left = |i: usize| {
            let found = |j: usize| self.value(i, j) * self.right[j].salience / other_most;
            (0..self.right.len()).map(found).fold(0.0, f64::max)
        };
        let best_of_right = |j: usize| {
            let found = |i: usize| self.value(i, j) * self.left[i].salience / most;
            (0..self.left.len()).map(found).fold(0.0, f64::max)
        };
        [weighed(self.left, best_of_left), weighed(self.right, best_of_right)]
    }

    fn greatest(&self) -> f64 {
        let pairs = (0..self.left.len()).flat_map(|i| (0..self.right.len()).map(move |j| (i, j)));
        let value = |(i, j)| self.value(i, j) * (self.left[i].salience * self.right[j].salience).sqrt();
        pairs.map(value).fold(0.0, f64::max)
    }

    /// How well the first word of each side is found on the other one.
    fn of_first(&self) -> [f64; 2] {
        let right =
            (0..self.right.len()).map(|j| self.value(0, j) * self.right[j].salience / self.right[0].salience);
        let left =
            (0..self.left.len()).map(|i| self.value(i, 0) * self.left[i].salience / self.left[0].salience);
        [right.fold(0.0, f64::max), left.fold(0.0, f64::max)]
    }
}

fn weighed(words: &[TopicWord], value: impl Fn(usize) -> f64) -> f64 {
    let whole: f64 = words.iter().map(|word| word.salience).sum();
    words.iter().enumerate().map(|(at, word)| word.salience * value(at)).sum::<f64>() / whole
}

/// How much two words mean the same by their vectors: 0 for words that have nothing to do with each other.
fn related(cosine: Option<f64>) -> f64 {
    cosine.map_or(0.0, |cosine| ((cosine - UNRELATED) / (1.0 - UNRELATED)).clamp(0.0, 1.0))
}

/// The cosine of the sums of the words' vectors, weighed by salience.
fn direction(left: &Topic, right: &Topic) -> f64 {
    left.heading.iter().zip(&right.heading).map(|(x, y)| x * y).sum()
}

/// The least sum of the places that a word has on both sides; 50 where they share none.
fn shared_rank(left: &[TopicWord], right: &[TopicWord]) -> usize {
    let place = |word: &TopicWord| right.iter().position(|other| other.number == word.number);
    left.iter().enumerate().filter_map(|(at, word)| Some(at + place(word)?)).min().unwrap_or(50)
}

/// The salience of the words that the other document does not have, as a share of all.
fn missing(topic: &Topic, other: &Topic) -> f64 {
    let has = |number: u64| other.all.binary_search_by_key(&number, |&(number, _)| number).is_ok();
    weighed(&topic.top, |at| f64::from(u8::from(!has(topic.top[at].number))))
}

fn first_three(left: &[TopicWord], right: &[TopicWord]) -> f64 {
    let right = &right[..right.len().min(3)];
    left.iter().take(3).filter(|word| right.iter().any(|other| other.number == word.number)).count() as f64
}
