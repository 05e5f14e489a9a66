//! The moves of the benchmark.

use serde::Serialize;

use crate::{
    dependencies::{Move, PairTable, Units},
    eval::ara::Recipe,
    features::terms::number,
    graph::Random,
};

/// Recipes with fewer steps are left out.
const LEAST_STEPS: usize = 4;
/// Moves of a kind that are measured in one recipe, and that are learnt from.
pub(super) const MEASURED: usize = 8;
pub(super) const LEARNT: usize = 60;

/// What is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Single actions, with the words that belong to them.
    Actions,
    /// Whole sentences.
    Sentences,
    /// Steps of procedures whose dependencies are marked.
    Procedures,
    /// Those in English.
    English,
    /// Those in Chinese.
    Chinese,
    /// Those in other languages.
    Other,
}

impl Level {
    /// Those of recipes.
    pub const ALL: [Level; 2] = [Level::Actions, Level::Sentences];
}

/// A recipe whose steps can be moved.
pub(super) struct Movable {
    pub(super) id: String,
    pub(super) dish: String,
    pub(super) steps: Vec<String>,
    pub(super) table: PairTable,
    pub(super) depends: Vec<Vec<bool>>,
    /// Weight of the nouns that two steps share, for the peer that looks at nothing else.
    pub(super) shared: Vec<Vec<f64>>,
}

/// A step of a recipe taken to another place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Drawn {
    pub(super) recipe: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) harmful: bool,
}

impl Movable {
    pub(super) fn new(recipe: &Recipe, level: Level) -> Option<Self> {
        let direct = recipe.dependents();
        let parts: Vec<(_, _, Vec<usize>)> = match level {
            Level::Actions => recipe
                .parts()
                .into_iter()
                .enumerate()
                .map(|(at, (tokens, verbs))| (tokens, verbs, vec![at]))
                .collect(),
            _ => recipe.sentences(),
        };
        if parts.len() < LEAST_STEPS {
            return None;
        }
        let depends = |u: &[usize], v: &[usize]| u.iter().any(|&a| v.iter().any(|&b| direct[a][b]));
        let depends =
            parts.iter().map(|(_, _, u)| parts.iter().map(|(_, _, v)| depends(u, v)).collect()).collect();
        let text = |tokens: &std::ops::Range<u32>| {
            let all = recipe.document.tokens();
            let bounds = all.get(tokens.start as usize).zip(all.get((tokens.end as usize).saturating_sub(1)));
            let span = bounds.map(|(first, last)| crate::text::Span::new(first.span.start, last.span.end));
            span.map(|span| recipe.document.shown(span)).unwrap_or_default()
        };
        let steps = parts.iter().map(|(tokens, _, _)| text(tokens)).collect();
        let ranges: Vec<_> = parts.into_iter().map(|(tokens, verbs, _)| (tokens, verbs)).collect();
        let units = Units::of_parts(&recipe.document, &recipe.analysis, &ranges);
        Some(Movable::of_units(recipe.id.clone(), recipe.dish.clone(), steps, units, depends))
    }

    pub(super) fn of_units(
        id: String,
        dish: String,
        steps: Vec<String>,
        units: Units,
        depends: Vec<Vec<bool>>,
    ) -> Self {
        let table = PairTable::new(units);
        let shared = (0..table.len())
            .map(|u| (0..table.len()).map(|v| if u < v { table.shared_weight(u, v) } else { 0.0 }).collect())
            .collect();
        Movable { id, dish, steps, table, depends, shared }
    }

    pub(super) fn harmful(&self, moved: &Move) -> bool {
        moved.pairs().any(|(earlier, later)| self.depends[earlier][later])
    }
}

/// All moves of a recipe; one place up is one place down for the other step, so it is taken once.
pub(super) fn all(recipe: usize, movable: &Movable) -> Vec<Drawn> {
    let count = movable.steps.len();
    let places = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
    places
        .filter(|&(from, to)| to != from && to + 1 != from)
        .map(|(from, to)| Drawn { recipe, from, to, harmful: movable.harmful(&Move::between(from, to)) })
        .collect()
}

/// As many harmful as harmless moves of every recipe, at most so many of a kind; fewer of a kind are among more of it.
pub(super) fn balanced<M: std::borrow::Borrow<Movable>>(
    movables: &[M],
    most: usize,
    seed: u64,
) -> Vec<Drawn> {
    let mut drawn = Vec::new();
    for (at, movable) in movables.iter().enumerate() {
        let movable: &Movable = movable.borrow();
        let (mut harmful, mut harmless): (Vec<Drawn>, Vec<Drawn>) =
            all(at, movable).into_iter().partition(|moved| moved.harmful);
        let count = harmful.len().min(harmless.len()).min(most);
        for (run, kind) in [&mut harmful, &mut harmless].into_iter().enumerate() {
            let mut random = Random::new(seed, number(&format!("{} {run}", movable.id)));
            let order = random.order(kind.len());
            let mut chosen: Vec<u32> = order.into_iter().take(count).collect();
            chosen.sort_unstable();
            drawn.extend(chosen.into_iter().map(|at| kind[at as usize]));
        }
    }
    drawn
}
