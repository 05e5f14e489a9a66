//! What the benchmark found.

use serde::Serialize;

use super::Level;
use crate::eval::{
    Spread,
    report::{Style, Table},
};

/// All that was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HarmReport {
    /// The seed of the first draw.
    pub seed: u64,
    /// The dishes, each left out once; 0 where nothing was learnt anew.
    pub dishes: usize,
    /// The recipes, or the procedures.
    pub recipes: usize,
    /// Every method on balanced moves, mean and deviation of the draws.
    pub rows: Vec<HarmRow>,
    /// Samestep on all moves there are.
    pub natural: Vec<Natural>,
}

/// A method on balanced moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HarmRow {
    /// What was moved.
    pub level: Level,
    /// The method.
    pub method: String,
    /// The moves of a draw.
    pub moves: usize,
    /// The F1 of harmful moves.
    pub f1_harmful: Spread,
    /// The F1 of harmless moves.
    pub f1_harmless: Spread,
    /// The share of moves that were told rightly.
    pub accuracy: Spread,
    /// The area under the ROC curve.
    pub auc: Spread,
}

/// Samestep on all moves of the recipes, most of which do harm.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Natural {
    /// What was moved.
    pub level: Level,
    /// The moves.
    pub moves: usize,
    /// The share that does harm.
    pub harmful: f64,
    /// Of the moves called harmful, the share that is.
    pub precision: f64,
    /// Of the harmful moves, the share that was called so.
    pub recall: f64,
}

/// Calls against the truth.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outcome {
    pub(super) hits: usize,
    pub(super) alarms: usize,
    pub(super) misses: usize,
    pub(super) passes: usize,
}

impl Outcome {
    pub(super) fn of(calls: impl Iterator<Item = (bool, bool)>) -> Self {
        let mut outcome = Outcome::default();
        for call in calls {
            match call {
                (true, true) => outcome.hits += 1,
                (true, false) => outcome.alarms += 1,
                (false, true) => outcome.misses += 1,
                (false, false) => outcome.passes += 1,
            }
        }
        outcome
    }

    pub(super) fn f1(self) -> f64 {
        share(2 * self.hits, 2 * self.hits + self.alarms + self.misses)
    }

    pub(super) fn f1_other(self) -> f64 {
        share(2 * self.passes, 2 * self.passes + self.alarms + self.misses)
    }

    pub(super) fn accuracy(self) -> f64 {
        share(self.hits + self.passes, self.hits + self.passes + self.alarms + self.misses)
    }

    pub(super) fn precision(self) -> f64 {
        share(self.hits, self.hits + self.alarms)
    }

    pub(super) fn recall(self) -> f64 {
        share(self.hits, self.hits + self.misses)
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole > 0 { part as f64 / whole as f64 } else { 0.0 }
}

impl Level {
    /// Its name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Level::Actions => "actions",
            Level::Sentences => "sentences",
            Level::Procedures => "procedures",
            Level::English => "procedures in English",
            Level::Chinese => "procedures in Chinese",
            Level::Other => "procedures in other languages",
        }
    }
}

impl HarmReport {
    /// The tables in Markdown.
    pub fn markdown(&self) -> String {
        let columns = ["F1 harmful", "F1 harmless", "accuracy", "AUC"].map(|name| (name, Style::Fraction));
        let mut rows =
            Table::new("balanced moves", [("moves", Style::Decimals(0))].into_iter().chain(columns));
        for row in &self.rows {
            let cells =
                [Spread::of(&[row.moves as f64]), row.f1_harmful, row.f1_harmless, row.accuracy, row.auc];
            rows.row(format!("{}: {}", row.level.name(), row.method), cells.map(Some));
        }
        let shares = ["harmful", "precision", "recall"].map(|name| (name, Style::Fraction));
        let mut all = Table::new("all moves", [("moves", Style::Decimals(0))].into_iter().chain(shares));
        for row in &self.natural {
            let cells = [row.moves as f64, row.harmful, row.precision, row.recall];
            all.row(row.level.name(), cells.map(|value| Some(Spread::of(&[value]))));
        }
        format!("{}\n{}", rows.markdown(), all.markdown())
    }
}
