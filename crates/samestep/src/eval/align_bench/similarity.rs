//! How alike the actions of two recipes are, seen in several ways.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    actions::{Action, Actions},
    grid::Grid,
};
use crate::features::terms::{Bag, counts, dot, number};

/// How rare words are among the actions of the two recipes.
pub(super) struct Rarity {
    actions: f64,
    frequencies: BTreeMap<u64, f64>,
}

/// What a word in every action still weighs.
const LEAST: f64 = 0.3;

impl Rarity {
    pub(super) fn of(source: &Actions, target: &Actions) -> Self {
        let mut frequencies = BTreeMap::new();
        let mut actions = 0.0;
        for action in source.list.iter().chain(&target.list) {
            actions += 1.0;
            for (word, _) in counts(action.context.iter().map(|word| number(word))) {
                *frequencies.entry(word).or_insert(0.0) += 1.0;
            }
        }
        Rarity { actions, frequencies }
    }

    fn weight(&self, word: u64) -> f64 {
        let frequency = self.frequencies.get(&word).copied().unwrap_or(0.0);
        ((1.0 + self.actions) / (1.0 + frequency)).ln() + LEAST
    }

    fn unit(&self, words: &[String]) -> Bag {
        let mut bag = counts(words.iter().map(|word| number(word)));
        bag.iter_mut().for_each(|(word, count)| *count *= self.weight(*word));
        let length = bag.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
        bag.iter_mut().for_each(|(_, weight)| *weight /= length);
        bag
    }

    /// The weight of common words by that of all.
    pub(super) fn overlap(&self, left: &BTreeSet<&str>, right: &BTreeSet<&str>) -> f64 {
        let sum =
            |words: &mut dyn Iterator<Item = &&str>| words.map(|word| self.weight(number(word))).sum::<f64>();
        let all = sum(&mut left.union(right));
        if all > 0.0 { sum(&mut left.intersection(right)) / all } else { 0.0 }
    }
}

/// Same verb, same class of verb, then cosines: of words, of words in context, of things, and of every encoded view.
pub(super) fn similarities(source: &Actions, target: &Actions, rarity: &Rarity) -> Vec<Grid> {
    let (rows, columns) = (source.list.len(), target.list.len());
    let flag = |holds: bool| f64::from(u8::from(holds));
    let compare = |same: &dyn Fn(&Action, &Action) -> bool| {
        Grid::new(rows, columns, |row, column| flag(same(&source.list[row], &target.list[column])))
    };
    let mut grids = vec![
        compare(&|u, v| !u.verbs.is_disjoint(&v.verbs)),
        compare(&|u, v| !u.classes.is_disjoint(&v.classes)),
    ];
    let parts: [fn(&Action) -> &Vec<String>; 3] =
        [|action| &action.words, |action| &action.context, |action| &action.nouns];
    for words in parts {
        let weighed = |actions: &Actions| {
            actions.list.iter().map(|action| rarity.unit(words(action))).collect::<Vec<Bag>>()
        };
        let (left, right) = (weighed(source), weighed(target));
        grids.push(Grid::new(rows, columns, |row, column| dot(&left[row], &right[column])));
    }
    for (left, right) in source.vectors.iter().zip(&target.vectors) {
        grids.push(Grid::new(rows, columns, |row, column| product(&left[row], &right[column])));
    }
    grids
}

fn product(left: &[f32], right: &[f32]) -> f64 {
    left.iter().zip(right).map(|(a, b)| f64::from(a * b)).sum()
}
