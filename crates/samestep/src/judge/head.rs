//! A weighed sum of measures.

use serde::{Deserialize, Serialize};

use super::shapes::{self, Shape};
use crate::{
    Error, Result,
    train::{Logistic, log_loss, sigmoid, solve},
};

/// A strong penalty: measures that say much the same share the weight, and no peculiarity of the texts learned from decides.
const RISING_PENALTY: f64 = 20.0;

/// Newton steps at most for the measures on top.
const STEPS_MOST: usize = 200;

/// A logistic regression whose contributions are counted from the mean pair that it was fitted on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Head {
    /// The logit of the mean pair.
    pub(super) bias: f64,
    /// The measures that it reads, with their means and weights.
    terms: Vec<Term>,
    /// Measures on top of these.
    top: Vec<Term>,
    /// The measure, from 0 to 1, that takes back what the terms below the top say: of a copy it does not matter what it is about.
    silenced_by: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Term {
    measure: usize,
    mean: f64,
    weight: f64,
    /// What it was fitted on lies between these, but for the outermost hundredths; a value beyond counts as the bound.
    bounds: [f64; 2],
    /// What it says besides, where that is not a straight line; none of the mean pair.
    shape: Shape,
}

impl Term {
    fn new(measure: usize, bounds: [f64; 2]) -> Self {
        Term { measure, mean: 0.0, weight: 0.0, bounds, shape: Shape::default() }
    }

    /// What it adds to the logit of the mean pair.
    fn says(&self, row: &[f64]) -> f64 {
        self.weight * (self.value(row) - self.mean) + self.shape.value(row[self.measure])
    }

    /// The most that it can add.
    #[cfg(feature = "corpus")]
    fn most(&self) -> f64 {
        let line = self.bounds.map(|bound| self.weight * (bound - self.mean));
        line[0].max(line[1]) + self.shape.most()
    }

    fn value(&self, row: &[f64]) -> f64 {
        row[self.measure].clamp(self.bounds[0], self.bounds[1])
    }
}

/// The share of the pairs that may lie beyond a bound.
const BEYOND: f64 = 0.01;

/// Bounds that leave out the outermost values of a measure.
fn bounds(rows: &[Vec<f64>], measure: usize) -> [f64; 2] {
    let mut values: Vec<f64> = rows.iter().map(|row| row[measure]).collect();
    values.sort_unstable_by(f64::total_cmp);
    let most = values.len().saturating_sub(1);
    let cut = (BEYOND * most as f64).round() as usize;
    [values[cut], values[most - cut]]
}

impl Head {
    /// Fits the chosen measures of rows to labels.
    pub(super) fn fit(rows: &[Vec<f64>], labels: &[bool], measures: &[usize], penalty: f64) -> Result<Self> {
        if rows.is_empty() {
            return Err(Error::Pairs("there are no pairs to learn from".into()));
        }
        let mut terms: Vec<Term> =
            measures.iter().map(|&measure| Term::new(measure, bounds(rows, measure))).collect();
        let chosen: Vec<Vec<f64>> =
            rows.iter().map(|row| terms.iter().map(|term| term.value(row)).collect()).collect();
        let (bias, weights) = Logistic::fit_penalised(&chosen, labels, penalty)?.plain_weights();
        for (at, (term, weight)) in terms.iter_mut().zip(weights).enumerate() {
            term.mean = chosen.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64;
            term.weight = weight;
        }
        let bias = bias + terms.iter().map(|term| term.mean * term.weight).sum::<f64>();
        Ok(Head { bias, terms, top: Vec::new(), silenced_by: None })
    }

    /// The mean of this head and of functions that need not be straight, both fitted to the same pairs: each errs in its own way.
    pub(super) fn shaped(mut self, rows: &[Vec<f64>], labels: &[bool]) -> Self {
        let column = |term: &Term| rows.iter().map(|row| row[term.measure]).collect::<Vec<f64>>();
        let columns: Vec<Vec<f64>> = self.terms.iter().map(column).collect();
        let (mut bias, shapes) = shapes::fit(&columns, labels);
        for ((term, shape), column) in self.terms.iter_mut().zip(shapes).zip(&columns) {
            let mean = column.iter().map(|&value| shape.value(value)).sum::<f64>() / rows.len() as f64;
            bias += mean;
            term.weight /= 2.0;
            term.shape = shape.scaled(0.5, mean / 2.0);
        }
        self.bias = f64::midpoint(self.bias, bias);
        self
    }

    /// Fits measures of which more never speaks against: those that get a negative weight are left out, one by one.
    pub(super) fn fit_rising(rows: &[Vec<f64>], labels: &[bool], measures: &[usize]) -> Result<Self> {
        let mut measures = measures.to_vec();
        loop {
            let head = Head::fit(rows, labels, &measures, RISING_PENALTY)?;
            let deviation = |term: &Term| {
                let squares: f64 = rows.iter().map(|row| (term.value(row) - term.mean).powi(2)).sum();
                (squares / rows.len() as f64).sqrt()
            };
            let effects = head.terms.iter().map(|term| (term.weight * deviation(term), term.measure));
            match effects.filter(|(effect, _)| *effect < 0.0).min_by(|a, b| a.0.total_cmp(&b.0)) {
                None => return Ok(head),
                Some((_, worst)) => measures.retain(|&measure| measure != worst),
            }
        }
    }

    /// The same head with further measures on top: what it says so far stays as it is, and only the new weights are learned.
    ///
    /// They are counted from 0, which is where they say nothing. The more the measure `silenced_by` says, the less counts what is below.
    pub(super) fn extended(
        mut self,
        rows: &[Vec<f64>],
        labels: &[bool],
        measures: &[usize],
        silenced_by: Option<usize>,
    ) -> Result<Self> {
        self.silenced_by = silenced_by;
        let offsets: Vec<f64> = rows.iter().map(|row| self.logit(row)).collect();
        let loss = |weights: &[f64]| {
            let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
            let losses = rows.iter().zip(&offsets).zip(labels).map(|((row, offset), &label)| {
                let top: f64 =
                    measures.iter().zip(weights).map(|(&measure, weight)| row[measure] * weight).sum();
                log_loss(offset + top, label)
            });
            squares / 2.0 + losses.sum::<f64>()
        };
        let mut weights = vec![0.0; measures.len()];
        for _ in 0..STEPS_MOST {
            let step = newton_step(rows, &offsets, labels, measures, &weights)?;
            let before = loss(&weights);
            let scales = (0..30).map(|halvings| 0.5f64.powi(halvings));
            let moved = |scale: f64| -> Vec<f64> {
                weights.iter().zip(&step).map(|(weight, change)| weight + scale * change).collect()
            };
            match scales.map(moved).find(|moved| loss(moved) < before) {
                Some(moved) => weights = moved,
                None => break,
            }
        }
        let above = measures
            .iter()
            .zip(weights)
            .map(|(&measure, weight)| Term { weight, ..Term::new(measure, [0.0, 1.0]) });
        self.top = above.collect();
        Ok(self)
    }

    fn logit(&self, row: &[f64]) -> f64 {
        self.bias + self.contributions(row).map(|(_, weight)| weight).sum::<f64>()
    }

    /// What each measure adds to the bias.
    pub(super) fn contributions<'a>(&'a self, row: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        let heard = 1.0 - self.silenced_by.map_or(0.0, |measure| row[measure]);
        let says = |term: &Term, heard: f64| (term.measure, heard * term.says(row));
        let below = self.terms.iter().map(move |term| says(term, heard));
        below.chain(self.top.iter().map(move |term| says(term, 1.0)))
    }

    /// The most that the logit of a pair can be whose first measures these are, unless it is a copy.
    #[cfg(feature = "corpus")]
    pub(super) fn ceiling(&self, row: &[f64]) -> f64 {
        let most = |term: &Term| if term.measure < row.len() { term.says(row) } else { term.most() };
        self.bias + self.terms.iter().map(most).sum::<f64>()
    }

    pub(super) fn is_valid(&self, measures: usize) -> bool {
        let sound = |term: &Term| {
            term.measure < measures
                && term.mean.is_finite()
                && term.weight.is_finite()
                && term.bounds.iter().all(|bound| bound.is_finite())
                && term.bounds[0] <= term.bounds[1]
                && term.shape.is_valid()
        };
        self.bias.is_finite()
            && self.terms.iter().chain(&self.top).all(sound)
            && self.silenced_by.is_none_or(|measure| measure < measures)
    }
}

/// The change of weights that the quadratic approximation of the penalised loss asks for, what the offsets say left as it is.
fn newton_step(
    rows: &[Vec<f64>],
    offsets: &[f64],
    labels: &[bool],
    measures: &[usize],
    weights: &[f64],
) -> Result<Vec<f64>> {
    let size = measures.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -weight).collect();
    let mut curvature = vec![0.0; size * size];
    for at in 0..size {
        curvature[at * size + at] = 1.0;
    }
    for ((row, offset), &label) in rows.iter().zip(offsets).zip(labels) {
        let values: Vec<f64> = measures.iter().map(|&measure| row[measure]).collect();
        let logit = offset + values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>();
        let probability = sigmoid(logit);
        let error = f64::from(u8::from(label)) - probability;
        for i in 0..size {
            gradient[i] += error * values[i];
            for j in 0..=i {
                curvature[i * size + j] += probability * (1.0 - probability) * values[i] * values[j];
            }
        }
    }
    solve(&mut curvature, gradient).ok_or_else(|| {
        Error::Pairs("the weights of order have no solution: the measures are degenerate".into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> (Vec<Vec<f64>>, Vec<bool>) {
        let rows: Vec<Vec<f64>> =
            (0..80).map(|at| vec![f64::from(at % 9), f64::from(at % 4), f64::from(at % 2)]).collect();
        let labels =
            rows.iter().enumerate().map(|(at, row)| row[0] + 2.0 * row[2] + (at % 3) as f64 > 6.0).collect();
        (rows, labels)
    }

    #[test]
    fn contributions_add_up_and_measures_on_top_change_nothing_where_they_are_zero() {
        let (rows, labels) = rows();
        let head = Head::fit(&rows, &labels, &[0, 1], 1.0).unwrap();
        let wider = head.clone().extended(&rows, &labels, &[2], None).unwrap();
        for row in &rows {
            let sum: f64 = wider.contributions(row).map(|(_, weight)| weight).sum();
            assert!((wider.bias + sum - wider.logit(row)).abs() < 1e-9);
            if row[2] == 0.0 {
                assert!((head.logit(row) - wider.logit(row)).abs() < 1e-12);
            } else {
                assert!(wider.logit(row) > head.logit(row));
            }
        }
    }

    #[test]
    fn shapes_learn_what_no_line_can_and_still_add_up() {
        let (mut rows, _) = rows();
        rows.extend(rows.clone());
        let labels: Vec<bool> = rows.iter().map(|row| (3.0..6.0).contains(&row[0])).collect();
        let straight = Head::fit(&rows, &labels, &[0, 1], 1.0).unwrap();
        let shaped = straight.clone().shaped(&rows, &labels);
        let right = |head: &Head| {
            rows.iter().zip(&labels).filter(|(row, label)| (head.logit(row) > 0.0) == **label).count()
        };
        assert!(right(&shaped) > right(&straight));
        let mean: f64 = rows.iter().map(|row| shaped.logit(row)).sum::<f64>() / rows.len() as f64;
        assert!((mean - shaped.bias).abs() < 1e-9, "counted from the mean pair");
    }

    #[test]
    fn what_is_below_can_be_silenced() {
        let (rows, labels) = rows();
        let head = Head::fit(&rows, &labels, &[0, 1], 1.0).unwrap();
        let silenced = head.extended(&rows, &labels, &[2], Some(2)).unwrap();
        let certain: Vec<f64> =
            rows.iter().filter(|row| row[2] == 1.0).map(|row| silenced.logit(row)).collect();
        assert!(certain.windows(2).all(|two| two[0] == two[1]));
    }

    #[test]
    fn rising_heads_hold_no_negative_weight() {
        let (mut rows, labels) = rows();
        rows.iter_mut().for_each(|row| row[1] = -row[0]);
        let head = Head::fit_rising(&rows, &labels, &[0, 1, 2]).unwrap();
        assert!(head.terms.iter().all(|term| term.weight >= 0.0 && term.measure != 1));
    }
}
