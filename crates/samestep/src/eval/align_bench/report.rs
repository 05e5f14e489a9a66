//! What the benchmark found.

use serde::Serialize;

use crate::eval::{
    Spread,
    report::{Style, Table},
};

/// Two recipes as they are written out, for another system to align.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecipePair {
    /// The recipe whose actions are aligned.
    pub source: String,
    /// The recipe that they are aligned to.
    pub target: String,
    /// The dish of both.
    pub dish: String,
    /// The actions, in order.
    pub source_actions: Vec<String>,
    /// The actions of the other recipe.
    pub target_actions: Vec<String>,
    /// The place of a source action, and that of its counterpart or none.
    pub gold: Vec<(usize, Option<usize>)>,
}

/// All that was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AlignReport {
    /// The dishes, each left out once.
    pub dishes: usize,
    /// The pairs of recipes.
    pub pairs: usize,
    /// The source actions with a known answer.
    pub actions: usize,
    /// Recipes whose numbers were out of date, with how many were replaced.
    pub repaired: Vec<(String, usize)>,
    /// Whether an encoder took part.
    pub encoder: bool,
    /// Every method.
    pub rows: Vec<AlignRow>,
    /// How often Samestep is right where it is sure.
    pub sure: Vec<Bin>,
}

/// A method on all source actions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AlignRow {
    /// The method.
    pub method: String,
    /// The share of source actions with the right answer.
    pub accuracy: f64,
    /// The same of those that have a counterpart.
    pub aligned: f64,
    /// The same of those that have none.
    pub nothing: f64,
    /// The accuracy on every dish.
    pub by_dish: Vec<(String, f64)>,
}

/// Answers at least so probable.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bin {
    /// The least probability.
    pub probability: f64,
    /// The share of answers that are so probable.
    pub covered: f64,
    /// Of those, the share that is right.
    pub accuracy: f64,
}

impl AlignReport {
    /// The tables in Markdown.
    pub fn markdown(&self) -> String {
        let value = |value: f64| Some(Spread::of(&[value]));
        let columns = ["accuracy", "with a counterpart", "without"].map(|name| (name, Style::Percent));
        let mut rows = Table::new("actions aligned", columns);
        for row in &self.rows {
            rows.row(row.method.clone(), [row.accuracy, row.aligned, row.nothing].map(value));
        }
        let mut dishes = Table::new("dish", self.rows.iter().map(|row| (row.method.clone(), Style::Percent)));
        for (at, (dish, _)) in
            self.rows.first().map(|row| row.by_dish.as_slice()).unwrap_or_default().iter().enumerate()
        {
            dishes.row(dish.clone(), self.rows.iter().map(|row| value(row.by_dish[at].1)));
        }
        let mut sure = Table::new(
            "samestep, probability at least",
            ["covered", "accuracy"].map(|name| (name, Style::Percent)),
        );
        for bin in &self.sure {
            sure.row(format!("{:.1}", bin.probability), [bin.covered, bin.accuracy].map(value));
        }
        format!("{}\n{}\n{}", rows.markdown(), dishes.markdown(), sure.markdown())
    }
}
