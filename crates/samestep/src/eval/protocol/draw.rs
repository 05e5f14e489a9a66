//! Which pairs are made.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Protocol,
    corpus::{Corpus, Likeness, Relation},
};
use crate::graph::Random;

/// Pairs of one subject that are made at most.
const PAIRS_A_SUBJECT: usize = 20;

/// A labelled pair, by the numbers of its documents in [`Corpus::documents`], the smaller first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairIds {
    /// The document that comes first by id.
    pub left: usize,
    /// The other one.
    pub right: usize,
    /// Whether they are the same procedure.
    pub label: bool,
    /// Whether it was picked as a hard pair that is not the same.
    pub hard: bool,
}

/// Independent streams of random numbers under one seed.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Positives,
    Groups,
    Order,
    Training,
    Nearest,
    Negatives(usize),
}

impl Stream {
    pub(super) fn random(self, seed: u64) -> Random {
        let number = match self {
            Stream::Positives => 1,
            Stream::Groups => 2,
            Stream::Order => 3,
            Stream::Training => 4,
            Stream::Nearest => 5,
            Stream::Negatives(part) => 10 + part as u64,
        };
        Random::new(seed, number)
    }
}

/// The pairs that are the same, by subject, at most twenty each.
pub(in crate::eval) fn positives(corpus: &Corpus, seed: u64) -> Vec<PairIds> {
    let all: Vec<usize> = (0..corpus.documents.len()).collect();
    positives_among(corpus, &all, PAIRS_A_SUBJECT, seed)
}

/// Pairs to learn from, all of their documents from `pool`: as under [`Protocol::Hard`], with more pairs a subject.
pub(in crate::eval) fn training(corpus: &Corpus, pool: &[usize], most: usize, seed: u64) -> Vec<PairIds> {
    let same = positives_among(corpus, pool, most, seed);
    let mut random = Stream::Training.random(seed);
    let other = negatives(corpus, pool, &same, Protocol::Hard, &mut random);
    [same, other].concat()
}

/// Pairs of one device, or one topic, that are not the same: at most `most`, drawn by the seed.
pub(in crate::eval) fn nearest_negatives(corpus: &Corpus, most: usize, seed: u64) -> Vec<PairIds> {
    let count = corpus.documents.len();
    let pairs = (0..count).flat_map(|left| (left + 1..count).map(move |right| (left, right)));
    let nearest = pairs
        .filter(|&(left, right)| corpus.relation(left, right) == Relation::Other(Likeness::Nearest))
        .map(|(left, right)| PairIds { left, right, label: false, hard: true })
        .collect();
    sample(nearest, most, &mut Stream::Nearest.random(seed))
}

fn positives_among(corpus: &Corpus, pool: &[usize], most: usize, seed: u64) -> Vec<PairIds> {
    let mut by_subject: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for &at in pool {
        by_subject.entry(&corpus.subjects[corpus.facts[at].subject as usize]).or_default().push(at);
    }
    let mut random = Stream::Positives.random(seed);
    let mut pairs = Vec::new();
    for members in by_subject.values() {
        let mut same = Vec::new();
        for (at, &left) in members.iter().enumerate() {
            for &right in &members[at + 1..] {
                if corpus.relation(left, right) == Relation::Same {
                    same.push(PairIds { left, right, label: true, hard: false });
                }
            }
        }
        pairs.extend(sample(same, most, &mut random));
    }
    pairs
}

fn sample<T: Copy>(items: Vec<T>, most: usize, random: &mut Random) -> Vec<T> {
    if items.len() <= most {
        return items;
    }
    let mut kept = random.order(items.len())[..most].to_vec();
    kept.sort_unstable();
    kept.into_iter().map(|at| items[at as usize]).collect()
}

/// One pair that is not the same for each of `positives`, both of its documents from `pool`.
///
/// One document of the positive stays, the other is drawn; where none is left for either document, any two are.
/// Fewer come back only where the pool has no more such pairs.
pub(super) fn negatives(
    corpus: &Corpus,
    pool: &[usize],
    positives: &[PairIds],
    protocol: Protocol,
    random: &mut Random,
) -> Vec<PairIds> {
    let mut drawing = Drawing { corpus, pool, used: BTreeSet::new(), random };
    let mut pairs = Vec::with_capacity(positives.len());
    for (at, positive) in positives.iter().enumerate() {
        let anchors = match drawing.random.below(2) {
            0 => [positive.left, positive.right],
            _ => [positive.right, positive.left],
        };
        let hard = protocol == Protocol::Hard && at % 2 == 0;
        let picked = if hard { drawing.hard(anchors).map(|pair| (pair, true)) } else { None };
        let picked = picked.or_else(|| drawing.plain(anchors).map(|pair| (pair, false)));
        if let Some(((left, right), hard)) = picked {
            pairs.push(PairIds { left, right, label: false, hard });
        }
    }
    pairs
}

struct Drawing<'a> {
    corpus: &'a Corpus,
    pool: &'a [usize],
    used: BTreeSet<(usize, usize)>,
    random: &'a mut Random,
}

impl Drawing<'_> {
    /// A hard pair, the nearest kind first.
    fn hard(&mut self, anchors: [usize; 2]) -> Option<(usize, usize)> {
        [Likeness::Nearest, Likeness::Near].into_iter().find_map(|wanted| {
            anchors.into_iter().find_map(|anchor| self.partner(anchor, |likeness| likeness == wanted))
        })
    }

    fn plain(&mut self, anchors: [usize; 2]) -> Option<(usize, usize)> {
        let corpus = self.corpus;
        let found =
            anchors.into_iter().find_map(|anchor| self.partner(anchor, |likeness| corpus.is_plain(likeness)));
        found.or_else(|| {
            let order = self.random.order(self.pool.len());
            order
                .into_iter()
                .find_map(|at| self.partner(self.pool[at as usize], |likeness| corpus.is_plain(likeness)))
        })
    }

    /// An unused pair with `anchor` whose likeness is allowed.
    fn partner(&mut self, anchor: usize, allowed: impl Fn(Likeness) -> bool) -> Option<(usize, usize)> {
        let fits = |other: &usize| {
            let pair = (anchor.min(*other), anchor.max(*other));
            let relation = self.corpus.relation(anchor, *other);
            anchor != *other
                && matches!(relation, Relation::Other(likeness) if allowed(likeness))
                && !self.used.contains(&pair)
        };
        let candidates: Vec<usize> = self.pool.iter().copied().filter(fits).collect();
        if candidates.is_empty() {
            return None;
        }
        let other = candidates[self.random.below(candidates.len())];
        let pair = (anchor.min(other), anchor.max(other));
        self.used.insert(pair);
        Some(pair)
    }
}
