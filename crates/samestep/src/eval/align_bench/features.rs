//! What speaks for a pair of actions, and for an action that has no counterpart.

use std::collections::BTreeSet;

use super::{
    actions::{Action, Actions},
    grid::Grid,
    similarity::{Rarity, similarities},
};
use crate::dependencies::VERB_CLASSES;

/// The candidates of every action of a recipe: nothing, and each action of the other.
#[derive(Debug, Clone)]
pub(super) struct Candidates {
    /// For every source action, the features of every target action.
    pub(super) targets: Vec<Vec<Vec<f64>>>,
    /// For every source action, the features of having no counterpart.
    pub(super) none: Vec<Vec<f64>>,
}

/// Places around a pair whose likeness is looked at.
const AROUND: [(isize, isize); 6] = [(-1, -1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)];

/// Which of the similarities compare verbs; the others compare what is acted upon.
const OF_VERBS: usize = 2;

impl Candidates {
    pub(super) fn new(source: &Actions, target: &Actions) -> Self {
        let rarity = Rarity::of(source, target);
        let grids = similarities(source, target, &rarity);
        let content = Grid::mean(&grids[OF_VERBS..]);
        let verbs = Grid::new(content.rows, content.columns, |row, column| {
            grids[0].at(row, column) + 0.5 * grids[1].at(row, column)
        });
        let named = Named::new(source, target, &rarity);
        let features = |row: usize, column: usize| {
            let mut found = Vec::new();
            for grid in &grids {
                let value = grid.at(row, column);
                found.extend([value, value - grid.row_most(row), value - grid.column_most(column)]);
            }
            for grid in [&content, &verbs] {
                found.extend(AROUND.map(|step| grid.beside(row, column, step)));
            }
            found.extend([(-2, -2), (2, 2)].map(|step| content.beside(row, column, step)));
            found.extend(places(row, column, content.rows, content.columns));
            found.extend([named.before.at(row, column), named.after.at(row, column)]);
            found.extend(details(&source.list[row], &target.list[column]));
            found.extend(manners(&source.list[row], &target.list[column]));
            found
        };
        let rows = 0..content.rows;
        let targets =
            rows.clone().map(|row| (0..content.columns).map(|column| features(row, column)).collect());
        let none = rows.clone().map(|row| nothing(&source.list[row], row, &grids));
        Candidates { targets: targets.collect(), none: none.collect() }
    }
}

/// How far through its recipe a place is.
fn progress(place: usize, count: usize) -> f64 {
    place as f64 / count.saturating_sub(1).max(1) as f64
}

fn places(row: usize, column: usize, rows: usize, columns: usize) -> [f64; 6] {
    let target = progress(column, columns);
    let apart = progress(row, rows) - target;
    [apart, apart.abs(), apart * apart, apart.abs().sqrt(), target, target * target]
}

fn details(source: &Action, target: &Action) -> [f64; 4] {
    let flag = |holds: bool| f64::from(u8::from(holds));
    let length = |action: &Action| action.words.len() as f64 + 1.0;
    [
        flag(source.named.is_empty() == target.named.is_empty()),
        flag(source.numbers.intersection(&target.numbers).next().is_some()),
        (length(target) / length(source)).ln(),
        flag(target.classes.is_empty()),
    ]
}

/// How the verbs are put: the target's, and where both are alike.
fn manners(source: &Action, target: &Action) -> impl Iterator<Item = f64> {
    let flag = |holds: bool| f64::from(u8::from(holds));
    let own = target.manner.map(flag);
    let both = source.manner.iter().zip(target.manner).map(|(a, b)| *a && b).map(flag).collect::<Vec<_>>();
    own.into_iter().chain(both)
}

fn nothing(action: &Action, row: usize, grids: &[Grid]) -> Vec<f64> {
    let (rows, columns) = (grids[0].rows, grids[0].columns);
    let place = progress(row, rows);
    let mut found = vec![1.0];
    found.extend(grids.iter().map(|grid| grid.row_most(row)));
    found.extend([place, place * place, columns as f64 / rows.max(1) as f64]);
    found.extend([action.words.len() as f64 / 5.0, f64::from(u8::from(action.named.is_empty()))]);
    found.extend((0..VERB_CLASSES).map(|class| f64::from(u8::from(action.classes.contains(&class)))));
    found.push(f64::from(u8::from(action.classes.is_empty())));
    found.extend(action.manner.map(|holds| f64::from(u8::from(holds))));
    found
}

/// How far the things agree that were named before two actions, and that are named after.
struct Named {
    before: Grid,
    after: Grid,
}

impl Named {
    fn new(source: &Actions, target: &Actions, rarity: &Rarity) -> Self {
        let (left, right) = (around(source), around(target));
        let grid = |side: usize| {
            Grid::new(left.len(), right.len(), |row, column| {
                rarity.overlap(&left[row][side], &right[column][side])
            })
        };
        Named { before: grid(0), after: grid(1) }
    }
}

/// The things named before and after every action.
fn around(actions: &Actions) -> Vec<[BTreeSet<&str>; 2]> {
    let list = &actions.list;
    let gather = |part: std::ops::Range<usize>| {
        list[part].iter().flat_map(|action| action.named.iter().map(String::as_str)).collect()
    };
    (0..list.len()).map(|at| [gather(0..at), gather(at + 1..list.len())]).collect()
}
