//! Procedures told twice, by a judge that has read those of other trades.

use rayon::prelude::*;

use super::super::{
    Told,
    told::{Kind, Trade},
    training::document,
};
use super::row::{Gathered, Row};
use crate::{
    Document, Result,
    eval::{LabelledPair, baselines::Baseline},
    judge::{Collection, Judge, Others, Reading},
};

/// Two tellings of a procedure against near misses, and against other things: each trade learned from the others, and trades never seen.
pub(super) fn told(base: &Judge, accounts: &Collection, told: &Told, seed: u64) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let learned = |without: Option<&str>| {
        let others = Others { accounts: accounts.clone(), procedures: told.lessons(without, seed) };
        base.clone().with_others(&others)
    };
    let mut gathered: [[Gathered; 2]; 2] = Default::default();
    for trade in &told.learned {
        measure_told(&learned(Some(&trade.name))?, trade, seed, &mut gathered)?;
    }
    rows.extend(told_rows("told twice, trade left out", &gathered));
    let judge = learned(None)?;
    for trade in &told.unseen {
        let mut gathered = Default::default();
        measure_told(&judge, trade, seed, &mut gathered)?;
        rows.extend(told_rows(&format!("told twice, {}", trade.name), &gathered));
    }
    Ok(rows)
}

/// By system (judge, TF-IDF cosine) and by what stands against the same (near misses, other things).
fn measure_told(judge: &Judge, trade: &Trade, seed: u64, gathered: &mut [[Gathered; 2]; 2]) -> Result<()> {
    let documents: Vec<Document> = trade.documents().iter().map(document).collect();
    let readings: Vec<Reading> = documents.par_iter().map(|found| judge.read(found)).collect();
    let pairs = trade.measured(seed);
    let labelled: Vec<LabelledPair<'_>> = pairs
        .iter()
        .map(|&(left, right, kind)| LabelledPair {
            left: &documents[left],
            right: &documents[right],
            label: kind == Kind::Same,
        })
        .collect();
    let own: Vec<f64> = pairs
        .par_iter()
        .map(|&(left, right, _)| judge.score(&readings[left], &readings[right]).probability)
        .collect();
    let cosine = Baseline::TfIdf.fit(&labelled, &[], seed)?.scores(&labelled);
    for (system, scores) in [own, cosine].into_iter().enumerate() {
        for (against, other) in [Kind::Near, Kind::Other].into_iter().enumerate() {
            let chosen =
                pairs.iter().zip(&scores).filter(|((.., kind), _)| *kind == Kind::Same || *kind == other);
            let (scores, labels) = chosen.map(|((.., kind), score)| (*score, *kind == Kind::Same)).unzip();
            gathered[system][against].add(scores, labels);
        }
    }
    Ok(())
}

fn told_rows(what: &str, gathered: &[[Gathered; 2]; 2]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (against, name) in ["near misses", "other things"].into_iter().enumerate() {
        for (system, by) in ["judge", "TF-IDF cosine of the documents"].into_iter().enumerate() {
            let found = &gathered[system][against];
            if !found.is_empty() {
                rows.push(found.row(&format!("{what}, against {name}"), by));
            }
        }
    }
    rows
}
