//! What the benchmark found.

use serde::Serialize;

use super::{Copy, Edit, Half};
use crate::eval::{
    Spread,
    report::{Style, Table},
};

/// All that was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderReport {
    /// The half that was measured.
    pub half: Half,
    /// The seed.
    pub seed: u64,
    /// The documents of the half.
    pub documents: usize,
    /// The documents of the other half, which weighed the words.
    pub weighed_by: usize,
    /// How well every score tells order.
    pub rows: Vec<OrderRow>,
    /// How well moved steps are found.
    pub moved: Vec<MovedRow>,
    /// How often a copy in order was said to have moved steps.
    pub alarms: Vec<Alarms>,
}

/// A value a score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Scores {
    /// The order score.
    pub order: f64,
    /// The order score from the assignment alone.
    pub assignment: f64,
    /// The value of the best monotone alignment, by the shorter document's steps.
    pub monotone: f64,
    /// The TF-IDF cosine of the texts.
    pub tfidf: f64,
    /// The TF-IDF cosine of their word pairs.
    pub bigrams: f64,
}

/// Pairs in order against pairs reordered in one way.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderRow {
    /// How the right documents came about.
    pub copy: Copy,
    /// How they were reordered.
    pub edit: Edit,
    /// Pairs in order.
    pub in_order: usize,
    /// Pairs reordered.
    pub reordered: usize,
    /// The area under the ROC curve, for every score.
    pub auc: Scores,
}

/// How well the steps of one kind of move are found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MovedRow {
    /// How the right documents came about.
    pub copy: Copy,
    /// A swap or a move.
    pub edit: Edit,
    /// The number of moves.
    pub moves: usize,
    /// The share of moves of which a moved step was named.
    pub recall: f64,
    /// The share of named steps that were moved.
    pub precision: f64,
}

/// False alarms on documents in order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alarms {
    /// How the right documents came about.
    pub copy: Copy,
    /// Pairs in order.
    pub copies: usize,
    /// Pairs of which a step was said to have moved.
    pub false_alarms: usize,
}

impl OrderReport {
    /// The tables in Markdown.
    pub fn markdown(&self) -> String {
        let value = |value: f64| Some(Spread::of(&[value]));
        let auc =
            ["order", "assignment", "monotone", "TF-IDF", "bigrams"].map(|name| (name, Style::Fraction));
        let counts = ["in order", "reordered"].map(|name| (name, Style::Decimals(0)));
        let mut rows = Table::new("AUC", counts.into_iter().chain(auc));
        for row in &self.rows {
            let Scores { order, assignment, monotone, tfidf, bigrams } = row.auc;
            let cells =
                [row.in_order as f64, row.reordered as f64, order, assignment, monotone, tfidf, bigrams];
            rows.row(format!("{} {}", row.copy.name(), row.edit.name()), cells.map(value));
        }
        let mut moved = Table::new(
            "moved step found",
            [
                ("moves", Style::Decimals(0)),
                ("recall", Style::Decimals(4)),
                ("precision", Style::Decimals(4)),
            ],
        );
        for row in &self.moved {
            let cells = [row.moves as f64, row.recall, row.precision];
            moved.row(format!("{} {}", row.copy.name(), row.edit.name()), cells.map(value));
        }
        let mut alarms =
            Table::new("in order", [("pairs", Style::Decimals(0)), ("false alarms", Style::Decimals(0))]);
        for row in &self.alarms {
            alarms.row(row.copy.name(), [row.copies as f64, row.false_alarms as f64].map(value));
        }
        format!("{}\n{}\n{}", rows.markdown(), moved.markdown(), alarms.markdown())
    }
}
