//! A weighed sum of measures.

use serde::{Deserialize, Serialize};

use crate::{Result, train::Logistic};

/// A logistic regression whose contributions are counted from the mean pair that it was fitted on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Head {
    /// The logit of the mean pair.
    pub(super) bias: f64,
    /// The measures that it reads, with their means and weights.
    terms: Vec<Term>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Term {
    measure: usize,
    mean: f64,
    weight: f64,
}

impl Head {
    /// Fits the chosen measures of rows to labels.
    pub(super) fn fit(rows: &[Vec<f64>], labels: &[bool], measures: &[usize]) -> Result<Self> {
        let chosen: Vec<Vec<f64>> =
            rows.iter().map(|row| measures.iter().map(|&measure| row[measure]).collect()).collect();
        let (bias, weights) = Logistic::fit(&chosen, labels)?.plain_weights();
        let count = rows.len() as f64;
        let mean = |measure: usize| rows.iter().map(|row| row[measure]).sum::<f64>() / count;
        let terms: Vec<Term> = measures
            .iter()
            .zip(weights)
            .map(|(&measure, weight)| Term { measure, mean: mean(measure), weight })
            .collect();
        let bias = bias + terms.iter().map(|term| term.mean * term.weight).sum::<f64>();
        Ok(Head { bias, terms })
    }

    /// Fits measures of which more never speaks against: those that get a negative weight are left out, one by one.
    pub(super) fn fit_rising(rows: &[Vec<f64>], labels: &[bool], measures: &[usize]) -> Result<Self> {
        let mut measures = measures.to_vec();
        loop {
            let head = Head::fit(rows, labels, &measures)?;
            let deviation = |term: &Term| {
                let squares: f64 = rows.iter().map(|row| (row[term.measure] - term.mean).powi(2)).sum();
                (squares / rows.len() as f64).sqrt()
            };
            let effects = head.terms.iter().map(|term| (term.weight * deviation(term), term.measure));
            match effects.filter(|(effect, _)| *effect < 0.0).min_by(|a, b| a.0.total_cmp(&b.0)) {
                None => return Ok(head),
                Some((_, worst)) => measures.retain(|&measure| measure != worst),
            }
        }
    }

    /// The same head with further measures on top: what it says so far is scaled as a whole, never weighed anew.
    pub(super) fn extended(&self, rows: &[Vec<f64>], labels: &[bool], measures: &[usize]) -> Result<Self> {
        let stacked: Vec<Vec<f64>> = rows
            .iter()
            .map(|row| {
                [self.logit(row)].into_iter().chain(measures.iter().map(|&measure| row[measure])).collect()
            })
            .collect();
        let all: Vec<usize> = (0..=measures.len()).collect();
        let top = Head::fit(&stacked, labels, &all)?;
        let scale = top.terms[0].weight;
        let below = self.terms.iter().map(|term| Term { weight: term.weight * scale, ..*term });
        // Counted from 0, which is where nothing is known of the order: a pair without it is neither for nor against.
        let above: Vec<Term> = top
            .terms
            .iter()
            .skip(1)
            .zip(measures)
            .map(|(term, &measure)| Term { measure, mean: 0.0, ..*term })
            .collect();
        let means = top.terms.iter().skip(1).map(|term| term.mean * term.weight).sum::<f64>();
        let bias = top.bias + scale * (self.bias - top.terms[0].mean) - means;
        Ok(Head { bias, terms: below.chain(above).collect() })
    }

    fn logit(&self, row: &[f64]) -> f64 {
        self.bias + self.contributions(row).map(|(_, weight)| weight).sum::<f64>()
    }

    /// What each measure adds to the bias.
    pub(super) fn contributions<'a>(&'a self, row: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        self.terms.iter().map(|term| (term.measure, term.weight * (row[term.measure] - term.mean)))
    }

    pub(super) fn is_valid(&self, measures: usize) -> bool {
        let sound = |term: &Term| term.measure < measures && term.mean.is_finite() && term.weight.is_finite();
        self.bias.is_finite() && self.terms.iter().all(sound)
    }
}
