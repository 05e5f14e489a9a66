//! Simple ways to align actions: the most alike one, or the best alignment without crossings.

use super::{actions::Actions, grid::Grid};
use crate::features::terms::{Bag, counts, dot, number};

/// How alike actions are as a peer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// Cosine of words weighed by how rare they are in the training dishes.
    Words,
    /// The same of pairs of words.
    Bigrams,
    /// Cosine of encoded texts.
    Encoded,
}

/// Document frequencies of words and word pairs among actions.
pub(super) struct Frequencies {
    actions: f64,
    counts: std::collections::BTreeMap<u64, f64>,
}

impl Frequencies {
    pub(super) fn of<'a>(recipes: impl Iterator<Item = &'a Actions>) -> Self {
        let mut found = Frequencies { actions: 0.0, counts: std::collections::BTreeMap::new() };
        for action in recipes.flat_map(|actions| &actions.list) {
            found.actions += 1.0;
            let [words, bigrams] = terms(&action.text);
            for (term, _) in counts(words).into_iter().chain(counts(bigrams)) {
                *found.counts.entry(term).or_default() += 1.0;
            }
        }
        found
    }

    fn unit(&self, terms: Vec<u64>) -> Bag {
        let mut bag = counts(terms);
        for (term, weight) in &mut bag {
            let frequency = self.counts.get(term).copied().unwrap_or(0.0);
            *weight *= ((1.0 + self.actions) / (1.0 + frequency)).ln() + 1.0;
        }
        let length = bag.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
        bag.iter_mut().for_each(|(_, weight)| *weight /= length);
        bag
    }

    /// How alike the actions of two recipes are; none without an encoder where it is needed.
    pub(super) fn grid(&self, source: &Actions, target: &Actions, likeness: Likeness) -> Option<Grid> {
        let (rows, columns) = (source.list.len(), target.list.len());
        if likeness == Likeness::Encoded {
            let (left, right) = (source.vectors.first()?, target.vectors.first()?);
            let cosine = |row: usize, column: usize| {
                left[row].iter().zip(&right[column]).map(|(a, b)| f64::from(a * b)).sum()
            };
            return Some(Grid::new(rows, columns, cosine));
        }
        let bags = |actions: &Actions| -> Vec<Bag> {
            let of = |text: &str| {
                let [words, bigrams] = terms(text);
                self.unit(if likeness == Likeness::Words { words } else { bigrams })
            };
            actions.list.iter().map(|action| of(&action.text)).collect()
        };
        let (left, right) = (bags(source), bags(target));
        Some(Grid::new(rows, columns, |row, column| dot(&left[row], &right[column])))
    }
}

/// Lower-case words, and pairs of them.
fn terms(text: &str) -> [Vec<u64>; 2] {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let bigrams = words.windows(2).map(|two| number(&two.join(" "))).collect();
    [words.iter().map(|word| number(word)).collect(), bigrams]
}

/// For every source action the most alike target, with the likeness.
pub(super) fn best(grid: &Grid) -> Vec<(Option<usize>, f64)> {
    let most = |row: usize| {
        let mut found = (None, 0.0);
        for column in 0..grid.columns {
            if found.0.is_none() || grid.at(row, column) > found.1 {
                found = (Some(column), grid.at(row, column));
            }
        }
        found
    };
    (0..grid.rows).map(most).collect()
}

/// The best alignment without crossings (Needleman and Wunsch 1970, gaps free): several may go to one target.
pub(super) fn monotone(grid: &Grid) -> Vec<(Option<usize>, f64)> {
    let (rows, columns) = (grid.rows, grid.columns);
    let width = columns + 1;
    let mut best = vec![0.0; (rows + 1) * width];
    for row in 1..=rows {
        for column in 1..=columns {
            let pair = best[(row - 1) * width + column] + grid.at(row - 1, column - 1);
            best[row * width + column] =
                pair.max(best[row * width + column - 1]).max(best[(row - 1) * width + column]);
        }
    }
    let mut found = vec![(None, 0.0); rows];
    let (mut row, mut column) = (rows, columns);
    while row > 0 && column > 0 {
        let here = best[row * width + column];
        if here == best[row * width + column - 1] {
            column -= 1;
        } else {
            if here > best[(row - 1) * width + column] {
                found[row - 1] = (Some(column - 1), grid.at(row - 1, column - 1));
            }
            row -= 1;
        }
    }
    found
}
