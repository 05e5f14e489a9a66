//! Procedures of any trade whose dependencies are marked: `{"id", "steps", "before": [[i, j], …]}`, step `i` must come before step `j`.

use std::path::Path;

use super::{
    HarmReport, Level, MovedRecipe,
    measure::{DRAWS, Scored, best_threshold, natural, rows, written},
    moves::{Drawn, MEASURED, Movable, all, balanced},
};
use crate::{
    Document, Error, Result,
    dependencies::{Dependencies, Linear, Move, Units, Weights, move_row, tie_rows},
    graph::Random,
    text::{
        Language,
        read::{Limits, read_records},
        tagging::analyse,
    },
    train::Logistic,
};

/// The scores of a move, one a method; the first is asked with the threshold that ships, the others with the one that suits the moves best.
const METHODS: [&str; 6] = [
    "samestep",
    "what was learnt on recipes, alone",
    "what the text says, alone",
    "shared nouns only",
    "monotone: any move of two or more",
    "always harmful",
];

/// A procedure as it was read.
pub(super) struct Marked {
    pub(super) movable: Movable,
    dependencies: Dependencies,
    language: Language,
}

/// Whether a folder holds marked procedures, and no recipes of ARA.
pub fn is_marked(folder: &Path) -> bool {
    !files(folder).is_empty()
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect();
    found.sort();
    found
}

/// Reads the procedures of all JSON lines in a folder.
///
/// # Errors
/// If a file cannot be read, a record has no marks, or they name no steps of it.
pub(super) fn read(folder: &Path) -> Result<Vec<Marked>> {
    let mut found = Vec::new();
    for path in files(folder) {
        for record in read_records(&path, Limits::default())? {
            let (line, record) = record?;
            let marks = record.extra.get("before").cloned().unwrap_or_default();
            let marks: Vec<(usize, usize)> = serde_json::from_value(marks).map_err(|error| {
                Error::record(&path, line, format!("\"before\" is no list of pairs of steps: {error}"))
            })?;
            let id = record.id.clone();
            let document = record.into_document();
            let steps = document.steps().len();
            if let Some((i, j)) = marks.iter().find(|(i, j)| i >= j || *j >= steps) {
                let message =
                    format!("\"before\" has [{i}, {j}], expected an earlier and a later of {steps} steps");
                return Err(Error::record(&path, line, message));
            }
            found.push(Marked::new(id, &document, &marks));
        }
    }
    Ok(found)
}

impl Marked {
    fn new(id: String, document: &Document, marks: &[(usize, usize)]) -> Self {
        let units = Units::of_steps(document, &analyse(document));
        let steps: Vec<String> = document.steps().iter().map(|step| document.shown(step.span)).collect();
        let mut depends = vec![vec![false; steps.len()]; steps.len()];
        marks.iter().for_each(|&(i, j)| depends[i][j] = true);
        // What must come before something must come before all that must come after that; pairs rise, so one pass from the end is enough.
        for i in (0..steps.len()).rev() {
            for j in i + 1..steps.len() {
                if depends[i][j] {
                    let onward = depends[j].clone();
                    depends[i].iter_mut().zip(onward).for_each(|(own, further)| *own |= further);
                }
            }
        }
        Marked {
            dependencies: Dependencies::new(units.clone(), Weights::shipped().clone()),
            movable: Movable::of_units(id, String::new(), steps, units, depends),
            language: document.language(),
        }
    }

    /// In the order of [`METHODS`].
    fn scores(&self, moved: &Drawn) -> Vec<f64> {
        let between = Move::between(moved.from, moved.to);
        let shared = between.pairs().map(|(u, v)| self.movable.shared[u][v]).fold(0.0, f64::max);
        vec![
            self.dependencies.harm(&between),
            Weights::shipped().moved.probability(&move_row(&self.movable.table, &between)),
            self.dependencies.told(&between),
            shared,
            between.passed.len() as f64,
            1.0,
        ]
    }
}

/// Measures moves of marked procedures with the weights that ship: all, and by language.
///
/// # Errors
/// If a file cannot be read, a record has no marks or they name no steps of it, or there is no procedure with moves of both kinds.
pub fn run_marked(
    folder: &Path,
    seed: u64,
    mut keep: impl FnMut(Level, &[MovedRecipe]) -> Result<()>,
) -> Result<HarmReport> {
    let all_marked = read(folder)?;
    let mut report =
        HarmReport { seed, dishes: 0, recipes: all_marked.len(), rows: Vec::new(), natural: Vec::new() };
    let groups = [
        (Level::Procedures, None),
        (Level::English, Some(Language::English)),
        (Level::Chinese, Some(Language::Chinese)),
        (Level::Other, Some(Language::Other)),
    ];
    for (level, language) in groups {
        let marked: Vec<&Marked> = all_marked
            .iter()
            .filter(|marked| language.is_none_or(|language| marked.language == language))
            .collect();
        let movables: Vec<&Movable> = marked.iter().map(|marked| &marked.movable).collect();
        let drawn = |draw: u64| balanced(&movables, MEASURED, seed.wrapping_add(draw));
        let first = drawn(0);
        if first.is_empty() {
            continue;
        }
        if language.is_none() {
            keep(level, &written(&movables, &first))?;
        }
        let mut moves: Vec<(Option<u64>, Drawn)> = (0..DRAWS)
            .flat_map(|draw| drawn(draw).into_iter().map(move |moved| (Some(draw), moved)))
            .collect();
        for (at, movable) in movables.iter().enumerate() {
            moves.extend(all(at, movable).into_iter().map(|moved| (None, moved)));
        }
        let scores: Vec<Vec<f64>> =
            moves.iter().map(|(_, moved)| marked[moved.recipe].scores(moved)).collect();
        let thresholds = thresholds(&moves, &scores);
        let scored: Vec<Scored> = moves
            .iter()
            .zip(scores)
            .map(|((draw, moved), scores)| {
                let calls = scores.iter().zip(&thresholds).map(|(score, least)| score >= least).collect();
                Scored { draw: *draw, harmful: moved.harmful, scores, calls }
            })
            .collect();
        report.rows.extend(rows(level, &METHODS, &scored));
        report.natural.push(natural(level, &scored));
    }
    if report.rows.is_empty() {
        return Err(Error::format(folder, "no procedure has moves of both kinds, harmful and harmless"));
    }
    Ok(report)
}

fn thresholds(moves: &[(Option<u64>, Drawn)], scores: &[Vec<f64>]) -> Vec<f64> {
    let drawn: Vec<usize> = (0..moves.len()).filter(|&at| moves[at].0.is_some()).collect();
    let labels: Vec<bool> = drawn.iter().map(|&at| moves[at].1.harmful).collect();
    let best = |method: usize| {
        best_threshold(&drawn.iter().map(|&at| scores[at][method]).collect::<Vec<_>>(), &labels)
    };
    let mut found: Vec<f64> = (0..METHODS.len()).map(best).collect();
    found[0] = Weights::shipped().moved.threshold;
    found
}

/// Steps of others that are put into each procedure to learn from: nothing hangs on them, and they hang on nothing.
const STRANGERS: usize = 2;
const PENALTY: f64 = 30.0;
/// Procedures are dealt into so many parts; the threshold comes from fits on the others.
const PARTS: usize = 11;
const SEED: u64 = 1 << 32;
/// People move steps by a few places: the threshold is chosen on such moves.
const SHORT: usize = 3;

/// Learns which steps of a procedure hang together from all procedures of a folder.
///
/// # Errors
/// As [`read`], and if nothing hangs together or all does.
pub(super) fn learn_general(folder: &Path) -> Result<Linear> {
    let marked = read(folder)?;
    let mut lessons = Lessons::default();
    for at in 0..marked.len() {
        lessons.add(&marked, at);
    }
    let mut left_out = vec![0.0; lessons.rows.len()];
    for part in 0..PARTS {
        let model = lessons.fit(|of| of % PARTS != part)?;
        for (at, row) in lessons.rows.iter().enumerate().filter(|(at, _)| lessons.of[*at] % PARTS == part) {
            left_out[at] = model.probability(row);
        }
    }
    let movables: Vec<&Movable> = marked.iter().map(|marked| &marked.movable).collect();
    let mut moves = balanced(&movables, usize::MAX, SEED);
    moves.retain(|moved| moved.from.abs_diff(moved.to) <= SHORT);
    let scores: Vec<f64> = moves
        .iter()
        .map(|moved| {
            let between = Move::between(moved.from, moved.to);
            // What the text says outright needs no threshold.
            let told = marked[moved.recipe].dependencies.told(&between);
            let first = lessons.first[moved.recipe];
            let count = movables[moved.recipe].steps.len();
            let likely =
                between.pairs().map(|(u, v)| left_out[first + place(count, u, v)]).fold(0.0, f64::max);
            if told > 0.0 { 1.0 } else { likely }
        })
        .collect();
    let labels: Vec<bool> = moves.iter().map(|moved| moved.harmful).collect();
    let threshold = best_threshold(&scores, &labels);
    let (bias, weights) = lessons.fit(|_| true)?.plain_weights();
    Ok(Linear { bias, weights, threshold })
}

/// The place of two steps among all pairs of so many, by the earlier, then the later.
fn place(count: usize, earlier: usize, later: usize) -> usize {
    earlier * count - earlier * (earlier + 1) / 2 + later - earlier - 1
}

/// Pairs of steps to learn from.
#[derive(Default)]
struct Lessons {
    rows: Vec<Vec<f64>>,
    labels: Vec<bool>,
    /// The procedure of each row, and the first row of each procedure.
    of: Vec<usize>,
    first: Vec<usize>,
}

impl Lessons {
    fn add(&mut self, marked: &[Marked], at: usize) {
        let Movable { id, steps, depends, .. } = &marked[at].movable;
        self.first.push(self.rows.len());
        let pairs = |count: usize| (0..count).flat_map(move |u| (u + 1..count).map(move |v| (u, v)));
        self.labels.extend(pairs(steps.len()).map(|(u, v)| depends[u][v]));
        self.rows.extend(tie_rows(&units(steps)));
        let alike: Vec<&Marked> = (marked.iter().enumerate())
            .filter(|(other, marked_other)| *other != at && marked_other.language == marked[at].language)
            .map(|(_, other)| other)
            .collect();
        let mut random = Random::new(SEED, crate::features::terms::number(id));
        for _ in 0..STRANGERS.min(alike.len()) {
            let others = &alike[random.below(alike.len())].movable.steps;
            let stranger = &others[random.below(others.len())];
            let inserted = random.below(steps.len() + 1);
            let mut mixed = steps.clone();
            mixed.insert(inserted, stranger.clone());
            let rows = pairs(mixed.len()).zip(tie_rows(&units(&mixed)));
            let own = rows.filter(|((u, v), _)| *u == inserted || *v == inserted).map(|(_, row)| row);
            self.rows.extend(own);
            self.labels.resize(self.rows.len(), false);
        }
        self.of.resize(self.rows.len(), at);
    }

    fn fit(&self, chosen: impl Fn(usize) -> bool) -> Result<Logistic> {
        let rows = (0..self.rows.len()).filter(|&at| chosen(self.of[at]));
        let (rows, labels): (Vec<Vec<f64>>, Vec<bool>) =
            rows.map(|at| (self.rows[at].clone(), self.labels[at])).unzip();
        Logistic::fit_penalised(&rows, &labels, PENALTY)
    }
}

fn units(steps: &[String]) -> Units {
    let document = Document::from_steps("", steps);
    Units::of_steps(&document, &analyse(&document))
}
