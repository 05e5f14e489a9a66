//! How far the order of two documents agrees.

use serde::{Deserialize, Serialize};

use super::{Matrix, concordance::concordance, sequence::monotone_value};

/// More pairs than these are thinned out evenly before they are compared with each other.
const COMPARED: usize = 2048;
/// From this value of the assignment on, a step of the shorter document, the assignment alone tells the order: steps are surely known by their words.
const SURE: f64 = 0.5;
/// From this value on one text is a copy of the other.
const COPIED: f64 = 0.8;
/// How much the course of things counts beside the concordance of similarities.
const TREND: f64 = 1.0;
/// The logistic function of this many times x is close to the normal distribution function of x.
const NORMAL: f64 = 1.702;

/// What the order score is made of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OrderParts {
    /// The sum of the similarities of the assigned pairs.
    pub free: f64,
    /// The value of the best matching without crossings.
    pub monotone: f64,
    /// Concordant less discordant pairs of pairs, weighed by how much each prefers not to be exchanged, from -1 to 1.
    pub tau: f64,
    /// Concordance of all similarities, assigned or not, from -1 to 1.
    pub concordance: f64,
    /// Whether both documents have first what documents have first, or both last: the product of how far each does, from -1 to 1.
    pub trend: f64,
    /// The number of steps of the shorter document.
    pub steps: usize,
}

impl OrderParts {
    /// Of all assigned pairs, by row. In copies those less alike than `least` are no pairs: a step that was added and another that was left
    /// out must not pass for one that moved. Where two texts share less, little likeness tells something, too.
    pub(super) fn new(matrix: &Matrix, assigned: &[(u32, u32)], least: f64, trend: f64) -> Self {
        let steps = matrix.rows().min(matrix.columns());
        let similarity = |&(row, column): &(u32, u32)| matrix.get(row as usize, column as usize);
        let shared = assigned.iter().map(similarity).sum::<f64>() / steps.max(1) as f64;
        let least = least * ((shared - SURE) / (COPIED - SURE)).clamp(0.0, 1.0);
        let assigned: &[(u32, u32)] =
            &assigned.iter().copied().filter(|pair| similarity(pair) >= least).collect::<Vec<_>>();
        let free: f64 = assigned.iter().map(similarity).sum();
        let rises = assigned.windows(2).all(|two| two[0].1 < two[1].1);
        // Sums in another order differ by rounding: what rises is monotone, whatever the last bit says.
        let monotone = if rises { free } else { monotone_value(matrix).min(free) };
        OrderParts {
            free,
            monotone,
            tau: if rises { 1.0 } else { tau(matrix, assigned) },
            concordance: concordance(matrix),
            trend,
            steps,
        }
    }

    /// The share of the assignment that survives without crossings; 1 where nothing is assigned.
    pub fn ratio(&self) -> f64 {
        if self.free > 0.0 { self.monotone / self.free } else { 1.0 }
    }

    /// The value of the assignment as a share of the shorter document's steps; below about .14 the order score says little.
    pub fn shared(&self) -> f64 {
        if self.steps > 0 { self.free / self.steps as f64 } else { 0.0 }
    }

    /// The order score, from 0 to 1.
    ///
    /// Where the documents share most of their words ([`OrderParts::shared`] of one half or more) it is [`OrderParts::assignment_score`].
    /// The less they share, the more counts the concordance of all similarities, and whether both follow the usual course of things; and these
    /// the less, the fewer steps there are: one half where nothing is known. Steps that all correspond in order never have less than that.
    pub fn score(&self) -> f64 {
        let sure = (self.shared() / SURE).min(1.0);
        let deviations = (self.concordance + TREND * self.trend) * (self.steps.max(1) as f64 - 1.0).sqrt();
        let concordant = 1.0 / (1.0 + (-NORMAL * deviations).exp());
        let score = sure * self.assignment_score() + (1.0 - sure) * concordant;
        let rises = self.free > 0.0 && self.assignment_score() >= 1.0;
        if rises { score.max(0.5) } else { score }
    }

    /// The order score that the assignment alone gives, from 0 to 1.
    pub fn assignment_score(&self) -> f64 {
        (self.ratio() * (1.0 + self.tau) / 2.0).clamp(0.0, 1.0)
    }
}

/// How much two assigned pairs prefer not to exchange partners.
pub(super) fn margin(matrix: &Matrix, first: (u32, u32), second: (u32, u32)) -> f64 {
    let value = |row: u32, column: u32| matrix.get(row as usize, column as usize);
    let own = value(first.0, first.1) + value(second.0, second.1);
    (own - value(first.0, second.1) - value(second.0, first.1)).max(0.0)
}

fn tau(matrix: &Matrix, assigned: &[(u32, u32)]) -> f64 {
    let stride = assigned.len().div_ceil(COMPARED).max(1);
    let compared: Vec<(u32, u32)> = assigned.iter().copied().step_by(stride).collect();
    let own: Vec<f64> =
        compared.iter().map(|&(row, column)| matrix.get(row as usize, column as usize)).collect();
    let turned = matrix.turned();
    // The similarities of the first pair's row and of its column.
    let (mut of_row, mut of_column) = (vec![0.0; matrix.columns()], vec![0.0; matrix.rows()]);
    let (mut sum, mut whole) = (0.0, 0.0);
    for (at, &(row, column)) in compared.iter().enumerate() {
        let (cells, turned_cells) = (matrix.row(row as usize), turned.row(column as usize));
        cells.iter().for_each(|&(column, value)| of_row[column as usize] = value);
        turned_cells.iter().for_each(|&(row, value)| of_column[row as usize] = value);
        for (&(other_row, other_column), other) in compared[at + 1..].iter().zip(&own[at + 1..]) {
            // See `margin`.
            let exchanged = own[at] + other - of_row[other_column as usize] - of_column[other_row as usize];
            let margin = exchanged.max(0.0);
            whole += margin;
            sum += if column < other_column { margin } else { -margin };
        }
        cells.iter().for_each(|&(column, _)| of_row[column as usize] = 0.0);
        turned_cells.iter().for_each(|&(row, _)| of_column[row as usize] = 0.0);
    }
    if whole > 0.0 { sum / whole } else { 1.0 }
}
