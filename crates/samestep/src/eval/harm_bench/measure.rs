//! Learns what does harm from all dishes but one, and measures on that.

use std::{collections::BTreeSet, path::Path};

use rayon::prelude::*;

use super::{
    HarmReport, HarmRow, Level,
    marked::learn_general,
    moves::{Drawn, LEARNT, MEASURED, Movable, all, balanced},
    report::{Natural, Outcome},
};
use crate::{
    Error, Result,
    dependencies::{Linear, Move, Weights, move_row, pair_row},
    eval::{Spread, ara::Recipes},
    metrics::auc,
    train::Logistic,
};

/// Three times as much makes no difference (see `docs/results/align-harm.md`).
const PENALTY: f64 = 100.0;
const PAIR_PENALTY: f64 = 30.0;
/// How often moves are drawn for measuring; what is reported is the mean.
pub(super) const DRAWS: u64 = 5;
/// The seed of the moves that are learnt from, apart from those that are measured.
const LEARNING: u64 = 1 << 32;

/// The scores of a move, one a method.
const METHODS: [&str; 5] = [
    "samestep",
    "greatest probability of a pair",
    "shared nouns only",
    "monotone: any move of two or more",
    "always harmful",
];

/// Measures moves of both levels.
///
/// # Errors
/// If the folder cannot be read, or a dish has no moves of both kinds to learn from.
pub fn run(
    folder: &Path,
    seed: u64,
    mut keep: impl FnMut(Level, &[MovedRecipe]) -> Result<()>,
) -> Result<HarmReport> {
    let recipes = Recipes::read(folder)?;
    let mut report = HarmReport {
        seed,
        dishes: recipes.dishes.len(),
        recipes: recipes.list.len(),
        rows: Vec::new(),
        natural: Vec::new(),
    };
    let taught = of_both_levels(&recipes);
    let learnt: Vec<(&String, Weights)> = recipes
        .dishes
        .par_iter()
        .map(|dish| {
            let others: Vec<usize> = (0..taught.len()).filter(|&at| taught[at].dish != *dish).collect();
            Ok((dish, learn_from(&taught, &others)?))
        })
        .collect::<Result<_>>()?;
    for level in Level::ALL {
        let movables = movables(&recipes, level);
        keep(level, &written(&movables, &balanced(&movables, MEASURED, seed)))?;
        let folds: Vec<Vec<Scored>> =
            learnt.par_iter().map(|(dish, weights)| fold(&movables, dish, weights, seed)).collect();
        let scored: Vec<Scored> = folds.into_iter().flatten().collect();
        report.rows.extend(rows(level, &METHODS, &scored));
        report.natural.push(natural(level, &scored));
    }
    Ok(report)
}

fn movables(recipes: &Recipes, level: Level) -> Vec<Movable> {
    recipes.list.par_iter().filter_map(|recipe| Movable::new(recipe, level)).collect()
}

/// A move of the dish left out, with what every method says.
pub(super) struct Scored {
    /// The draw that it belongs to; none for one of all moves.
    pub(super) draw: Option<u64>,
    pub(super) harmful: bool,
    pub(super) scores: Vec<f64>,
    pub(super) calls: Vec<bool>,
}

/// Steps and actions of all recipes: learning from both tells more about either.
fn of_both_levels(recipes: &Recipes) -> Vec<Movable> {
    Level::ALL.into_iter().flat_map(|level| movables(recipes, level)).collect()
}

fn fold(movables: &[Movable], dish: &str, weights: &Weights, seed: u64) -> Vec<Scored> {
    let own: Vec<usize> = (0..movables.len()).filter(|&at| movables[at].dish == dish).collect();
    let learnt: Vec<Drawn> = balanced(movables, MEASURED, LEARNING)
        .into_iter()
        .filter(|moved| movables[moved.recipe].dish != dish)
        .collect();
    let rows: Vec<Vec<f64>> = learnt.iter().map(|moved| scores(movables, moved, weights)).collect();
    let labels: Vec<bool> = learnt.iter().map(|moved| moved.harmful).collect();
    let mut thresholds: Vec<f64> = (0..METHODS.len())
        .map(|method| best_threshold(&rows.iter().map(|row| row[method]).collect::<Vec<_>>(), &labels))
        .collect();
    // Its own threshold was chosen on dishes that it was not fitted on.
    thresholds[0] = weights.moved.threshold;
    let scored = |draw: Option<u64>, moved: &Drawn| {
        let scores = scores(movables, moved, weights);
        let calls = scores.iter().zip(&thresholds).map(|(score, threshold)| score >= threshold).collect();
        Scored { draw, harmful: moved.harmful, scores, calls }
    };
    let mut found = Vec::new();
    for draw in 0..DRAWS {
        let drawn = balanced(movables, MEASURED, seed.wrapping_add(draw));
        found.extend(
            drawn
                .iter()
                .filter(|moved| movables[moved.recipe].dish == dish)
                .map(|moved| scored(Some(draw), moved)),
        );
    }
    for &at in &own {
        found.extend(all(at, &movables[at]).iter().map(|moved| scored(None, moved)));
    }
    found
}

/// In the order of [`METHODS`].
fn scores(movables: &[Movable], moved: &Drawn, weights: &Weights) -> Vec<f64> {
    let movable = &movables[moved.recipe];
    let between = Move::between(moved.from, moved.to);
    let greatest =
        |score: &dyn Fn(usize, usize) -> f64| between.pairs().map(|(u, v)| score(u, v)).fold(0.0, f64::max);
    vec![
        weights.moved.probability(&move_row(&movable.table, &between)),
        greatest(&|u, v| weights.pair.probability(&pair_row(&movable.table, u, v))),
        greatest(&|u, v| movable.shared[u][v]),
        between.passed.len() as f64,
        1.0,
    ]
}

/// Learns both regressions from recipes; the threshold comes from dishes left out in turn.
fn learn_from(movables: &[Movable], chosen: &[usize]) -> Result<Weights> {
    let learnt: Vec<Drawn> = balanced(movables, LEARNT, LEARNING)
        .into_iter()
        .filter(|moved| chosen.contains(&moved.recipe))
        .collect();
    let row = |moved: &Drawn| move_row(&movables[moved.recipe].table, &Move::between(moved.from, moved.to));
    let rows: Vec<Vec<f64>> = learnt.iter().map(row).collect();
    let labels: Vec<bool> = learnt.iter().map(|moved| moved.harmful).collect();
    let parts: Vec<usize> =
        learnt.iter().map(|moved| part(movables, chosen, &movables[moved.recipe].dish)).collect();
    let judged: BTreeSet<Drawn> = balanced(movables, MEASURED, LEARNING).into_iter().collect();
    let judged: Vec<bool> = learnt.iter().map(|moved| judged.contains(moved)).collect();
    let moved = fit(Rows { rows, labels, parts, judged }, PENALTY)?;
    let (mut rows, mut labels, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for &at in chosen {
        let movable = &movables[at];
        for (u, v) in pairs_of(movable) {
            rows.push(pair_row(&movable.table, u, v));
            labels.push(movable.depends[u][v]);
            parts.push(part(movables, chosen, &movable.dish));
        }
    }
    let judged = vec![true; rows.len()];
    let pair = fit(Rows { rows, labels, parts, judged }, PAIR_PENALTY)?;
    Ok(Weights { pair, moved, general: Linear::default() })
}

fn pairs_of(movable: &Movable) -> impl Iterator<Item = (usize, usize)> + use<> {
    let count = movable.steps.len();
    (0..count).flat_map(move |u| (u + 1..count).map(move |v| (u, v)))
}

/// Dishes are dealt into so many parts; each part's threshold scores come from a fit on the others.
const PARTS: usize = 3;

fn part(movables: &[Movable], chosen: &[usize], dish: &str) -> usize {
    let mut dishes: Vec<&str> = chosen.iter().map(|&at| movables[at].dish.as_str()).collect();
    dishes.sort_unstable();
    dishes.dedup();
    dishes.iter().position(|other| *other == dish).unwrap_or_default() % PARTS
}

/// What is learnt from.
struct Rows {
    rows: Vec<Vec<f64>>,
    labels: Vec<bool>,
    /// The part of the dishes that a row is of.
    parts: Vec<usize>,
    /// Whether the threshold is chosen on it: long recipes have many rows, and would decide alone.
    judged: Vec<bool>,
}

fn fit(Rows { rows, labels, parts, judged }: Rows, penalty: f64) -> Result<Linear> {
    if !labels.contains(&true) || !labels.contains(&false) {
        return Err(Error::Pairs(
            "the recipes have no moves of both kinds, harmful and harmless: give more".into(),
        ));
    }
    let mut left_out = vec![0.5; rows.len()];
    for part in 0..PARTS {
        let inside = |at: &usize| parts[*at] != part;
        let (learnt, other): (Vec<usize>, Vec<usize>) = (0..rows.len()).partition(inside);
        if learnt.is_empty() || other.is_empty() {
            continue;
        }
        let (own, truth): (Vec<Vec<f64>>, Vec<bool>) =
            learnt.iter().map(|&at| (rows[at].clone(), labels[at])).unzip();
        let model = Logistic::fit_penalised(&own, &truth, penalty)?;
        for at in other {
            left_out[at] = model.probability(&rows[at]);
        }
    }
    let (scores, truth): (Vec<f64>, Vec<bool>) =
        (0..rows.len()).filter(|&at| judged[at]).map(|at| (left_out[at], labels[at])).unzip();
    let threshold = best_threshold(&scores, &truth);
    let (bias, weights) = Logistic::fit_penalised(&rows, &labels, penalty)?.plain_weights();
    Ok(Linear { bias, weights, threshold })
}

/// A harm that is missed is worse than a false alarm: the lowest threshold is taken whose sum of both F1 is within this of the greatest.
/// Chosen on the dishes at even places.
const INDIFFERENT: f64 = 0.01;

/// The threshold that tells both kinds best, among scores that occur.
pub(super) fn best_threshold(scores: &[f64], labels: &[bool]) -> f64 {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    let positives = labels.iter().filter(|label| **label).count();
    let mut below = Outcome { hits: positives, alarms: labels.len() - positives, misses: 0, passes: 0 };
    let mut sums: Vec<(f64, f64)> = Vec::new();
    for (place, &at) in order.iter().enumerate() {
        let first_of_tie = place == 0 || scores[order[place - 1]] < scores[at];
        if first_of_tie {
            sums.push((scores[at], below.f1() + below.f1_other()));
        }
        if labels[at] {
            below.hits -= 1;
            below.misses += 1;
        } else {
            below.alarms -= 1;
            below.passes += 1;
        }
    }
    let best = sums.iter().map(|(_, sum)| *sum).fold(f64::NEG_INFINITY, f64::max);
    sums.iter().find(|(_, sum)| *sum >= best - INDIFFERENT).map_or(0.5, |(threshold, _)| *threshold)
}

pub(super) fn rows(level: Level, methods: &[&str], scored: &[Scored]) -> Vec<HarmRow> {
    let row = |(method, name): (usize, &&str)| {
        let mut values: [Vec<f64>; 4] = Default::default();
        let mut moves = 0;
        for draw in 0..DRAWS {
            let drawn: Vec<&Scored> = scored.iter().filter(|moved| moved.draw == Some(draw)).collect();
            let outcome = Outcome::of(drawn.iter().map(|moved| (moved.calls[method], moved.harmful)));
            let scores: Vec<f64> = drawn.iter().map(|moved| moved.scores[method]).collect();
            let labels: Vec<bool> = drawn.iter().map(|moved| moved.harmful).collect();
            moves = drawn.len();
            let found = [outcome.f1(), outcome.f1_other(), outcome.accuracy(), auc(&scores, &labels)];
            values.iter_mut().zip(found).for_each(|(list, value)| list.push(value));
        }
        let [harmful, harmless, accuracy, auc] = values.map(|list| Spread::of(&list));
        HarmRow {
            level,
            method: (*name).to_owned(),
            moves,
            f1_harmful: harmful,
            f1_harmless: harmless,
            accuracy,
            auc,
        }
    };
    methods.iter().enumerate().map(row).collect()
}

pub(super) fn natural(level: Level, scored: &[Scored]) -> Natural {
    let every: Vec<&Scored> = scored.iter().filter(|moved| moved.draw.is_none()).collect();
    let outcome = Outcome::of(every.iter().map(|moved| (moved.calls[0], moved.harmful)));
    let harmful = every.iter().filter(|moved| moved.harmful).count();
    Natural {
        level,
        moves: every.len(),
        harmful: harmful as f64 / every.len().max(1) as f64,
        precision: outcome.precision(),
        recall: outcome.recall(),
    }
}

/// A move as it is written out: the recipe's steps, and where one of them went.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct MovedRecipe {
    /// The recipe.
    pub id: String,
    /// Its steps.
    pub steps: Vec<String>,
    /// The step that is moved, counted from 0.
    pub from: usize,
    /// Its new place.
    pub to: usize,
    /// 1 where that breaks a dependency.
    pub label: u8,
    /// The dependencies that it breaks, earlier step first.
    pub breaks: Vec<(usize, usize)>,
}

pub(super) fn written<M: std::borrow::Borrow<Movable>>(movables: &[M], drawn: &[Drawn]) -> Vec<MovedRecipe> {
    let one = |moved: &Drawn| {
        let movable: &Movable = movables[moved.recipe].borrow();
        let between = Move::between(moved.from, moved.to);
        MovedRecipe {
            id: movable.id.clone(),
            steps: movable.steps.clone(),
            from: moved.from,
            to: moved.to,
            label: u8::from(moved.harmful),
            breaks: between.pairs().filter(|&(u, v)| movable.depends[u][v]).collect(),
        }
    };
    drawn.iter().map(one).collect()
}

/// Learns the weights that ship from all recipes of a folder, actions and sentences alike, and from a folder of marked procedures.
///
/// # Errors
/// As [`run`] and [`super::run_marked`].
pub fn learn(folder: &Path, marked: &Path) -> Result<Weights> {
    let recipes = Recipes::read(folder)?;
    let taught = of_both_levels(&recipes);
    let weights = learn_from(&taught, &(0..taught.len()).collect::<Vec<usize>>())?;
    Ok(Weights { general: learn_general(marked)?, ..weights })
}
