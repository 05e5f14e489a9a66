//! Scores every pair and sums up.

use rayon::prelude::*;

use super::{
    Alarms, Collection, Copy, Edit, Half, MovedRow, OrderPair, OrderReport, OrderRow,
    pairs::{self, OrderDocument},
    peers::Peers,
    report::Scores,
};
use crate::{
    Document, Error, Result,
    metrics::auc,
    order::{Aligner, Kind, Params, StepWeights},
};

/// What is measured.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The half that pairs are made of; the words' weights come from the other one.
    pub half: Half,
    /// The seed of all that is drawn.
    pub seed: u64,
    /// Thresholds of the alignment.
    pub params: Params,
}

/// What one pair gave.
struct Outcome {
    copy: Copy,
    edit: Edit,
    scores: Scores,
    /// Steps called moved, and how many of them rightly so.
    called: usize,
    right: usize,
}

/// Makes the pairs of a collection, hands each kind's to `keep`, and measures every score on them.
///
/// # Errors
/// If a threshold is out of range, no document has enough steps, or `keep` fails.
pub fn run(
    collection: &Collection,
    settings: &Settings,
    mut keep: impl FnMut(Copy, Edit, &[&OrderPair]) -> Result<()>,
) -> Result<OrderReport> {
    let other = if settings.half == Half::Report { Half::Choose } else { Half::Report };
    let weights = StepWeights::fit(collection.of_half(other));
    let aligner = Aligner::new(settings.params, (weights.steps() > 0).then_some(weights))?;
    let peers = Peers::fit(collection.of_half(other).map(plain));
    let pairs = pairs::make(collection, settings.half, settings.seed);
    if pairs.is_empty() {
        let least = pairs::LEAST_STEPS;
        let message =
            format!("no document of the half that is measured has {least} steps: give more documents");
        return Err(Error::Pairs(message));
    }
    for copy in Copy::ALL {
        for edit in [Edit::None].into_iter().chain(Edit::REORDERING) {
            let chosen: Vec<&OrderPair> =
                pairs.iter().filter(|pair| (pair.copy, pair.edit) == (copy, edit)).collect();
            if !chosen.is_empty() {
                keep(copy, edit, &chosen)?;
            }
        }
    }
    let outcomes: Vec<Outcome> = pairs.par_iter().map(|pair| outcome(pair, &aligner, &peers)).collect();
    Ok(OrderReport {
        half: settings.half,
        seed: settings.seed,
        documents: collection.of_half(settings.half).count(),
        weighed_by: collection.of_half(other).count(),
        rows: rows(&outcomes),
        moved: moved(&outcomes),
        alarms: alarms(&outcomes),
    })
}

fn plain(document: &Document) -> OrderDocument {
    let steps = document.steps().iter().map(|step| document.shown(step.span)).collect();
    OrderDocument { id: document.id().to_owned(), steps }
}

fn outcome(pair: &OrderPair, aligner: &Aligner, peers: &Peers) -> Outcome {
    let prepare = |document: &OrderDocument| {
        aligner.prepare(&Document::from_steps(document.id.as_str(), &document.steps))
    };
    let (left, right) = (prepare(&pair.left), prepare(&pair.right));
    let alignment = aligner.align(&left, &right);
    let (own, other) = (peers.weigh(&pair.left), peers.weigh(&pair.right));
    let called: Vec<usize> =
        alignment.of_kind(Kind::Moved).filter_map(|link| link.right).map(|step| step as usize).collect();
    Outcome {
        copy: pair.copy,
        edit: pair.edit,
        scores: Scores {
            // Where nothing is aligned, nothing is known of the order.
            order: alignment.order.unwrap_or(0.5),
            assignment: alignment.parts.assignment_score(),
            monotone: alignment.parts.monotone / left.len().min(right.len()).max(1) as f64,
            tfidf: own.words(&other),
            bigrams: own.bigrams(&other),
        },
        called: called.len(),
        right: called.iter().filter(|step| pair.moved.contains(step)).count(),
    }
}

fn of(outcomes: &[Outcome], copy: Copy, edit: Edit) -> Vec<&Outcome> {
    outcomes.iter().filter(|outcome| (outcome.copy, outcome.edit) == (copy, edit)).collect()
}

fn rows(outcomes: &[Outcome]) -> Vec<OrderRow> {
    let mut rows = Vec::new();
    for copy in Copy::ALL {
        let in_order = of(outcomes, copy, Edit::None);
        for edit in Edit::REORDERING {
            let reordered = of(outcomes, copy, edit);
            if in_order.is_empty() || reordered.is_empty() {
                continue;
            }
            let labels: Vec<bool> =
                in_order.iter().map(|_| true).chain(reordered.iter().map(|_| false)).collect();
            let area = |score: fn(&Scores) -> f64| {
                let scores: Vec<f64> =
                    in_order.iter().chain(&reordered).map(|outcome| score(&outcome.scores)).collect();
                auc(&scores, &labels)
            };
            let auc = Scores {
                order: area(|scores| scores.order),
                assignment: area(|scores| scores.assignment),
                monotone: area(|scores| scores.monotone),
                tfidf: area(|scores| scores.tfidf),
                bigrams: area(|scores| scores.bigrams),
            };
            rows.push(OrderRow { copy, edit, in_order: in_order.len(), reordered: reordered.len(), auc });
        }
    }
    rows
}

fn moved(outcomes: &[Outcome]) -> Vec<MovedRow> {
    let mut rows = Vec::new();
    for copy in Copy::ALL {
        for edit in [Edit::Swap, Edit::Move] {
            let moves = of(outcomes, copy, edit);
            if moves.is_empty() {
                continue;
            }
            let sum =
                |count: fn(&Outcome) -> usize| moves.iter().map(|outcome| count(outcome)).sum::<usize>();
            let share = |part: usize, whole: usize| if whole > 0 { part as f64 / whole as f64 } else { 0.0 };
            rows.push(MovedRow {
                copy,
                edit,
                moves: moves.len(),
                recall: share(sum(|outcome| usize::from(outcome.right > 0)), moves.len()),
                precision: share(sum(|outcome| outcome.right), sum(|outcome| outcome.called)),
            });
        }
    }
    rows
}

fn alarms(outcomes: &[Outcome]) -> Vec<Alarms> {
    let mut rows = Vec::new();
    for copy in Copy::ALL {
        let copies = of(outcomes, copy, Edit::None);
        if !copies.is_empty() {
            let false_alarms = copies.iter().filter(|outcome| outcome.called > 0).count();
            rows.push(Alarms { copy, copies: copies.len(), false_alarms });
        }
    }
    rows
}
