//! Manuals of a category by a judge of the other categories.

use std::collections::BTreeSet;

use super::super::training;
use super::{
    bench::Bench,
    row::{Gathered, Row, labels, row},
};
use crate::{
    Result,
    eval::{
        baselines::Baseline,
        protocol::{self, Corpus, Fold, PairIds, Part, Protocol, nearest_negatives, training_pairs},
    },
    judge::{Judge, Others},
    text::Record,
};

/// Pairs of one device that are measured at most.
const DEVICE_PAIRS: usize = 600;

fn category_of(record: &Record) -> &str {
    record.extra.get("source").and_then(|source| source.as_str()).unwrap_or_default()
}

/// The categories that are left out in turn: those large enough to measure on.
pub(super) fn categories(manuals: &[Record]) -> Vec<String> {
    let names: BTreeSet<&str> = manuals.iter().map(category_of).collect();
    let large = |name: &&str| manuals.iter().filter(|record| category_of(record) == *name).count() >= 100;
    names.into_iter().filter(large).map(str::to_owned).collect()
}

pub(super) fn left_out(manuals: &[Record], category: &str, seed: u64) -> Result<Vec<Row>> {
    let (out, rest): (Vec<Record>, Vec<Record>) =
        manuals.iter().cloned().partition(|record| category_of(record) == category);
    let (out, rest) = (Corpus::new(out)?, Corpus::new(rest)?);
    let pool: Vec<usize> = (0..rest.documents().len()).collect();
    let judge = Judge::fit("category left out", &training::domain(&rest, &pool, seed), &Others::default())?;
    let bench = Bench::of(&out);
    let params = protocol::Params { protocol: Protocol::Hard, fold: Fold::default(), seed };
    let split = protocol::make(&out, &params)?;
    let pairs = [split.part(Part::Train), split.part(Part::Valid), split.part(Part::Test)].concat();
    let scores = bench.scores(&judge, &pairs);
    let whole = row(category, "judge", &scores, &labels(&pairs));
    let near = nearest_negatives(&out, DEVICE_PAIRS, seed);
    let mut device = Gathered::default();
    let same: Vec<PairIds> = pairs.iter().copied().filter(|pair| pair.label).collect();
    device.add(bench.scores(&judge, &same), labels(&same));
    device.add(bench.scores(&judge, &near), labels(&near));
    let bench_rest = Bench::of(&rest);
    let train = training_pairs(&rest, &pool, 20, seed);
    let mut rows = vec![whole, device.row(&format!("{category}, one device"), "judge")];
    for peer in [Baseline::TfIdf, Baseline::FeaturesLogistic] {
        let fitted = peer.fit(&bench_rest.labelled(&train), &[], seed)?;
        rows.push(row(category, &peer.to_string(), &fitted.scores(&bench.labelled(&pairs)), &labels(&pairs)));
        let both = [same.clone(), near.clone()].concat();
        let scores = fitted.scores(&bench.labelled(&both));
        rows.push(row(&format!("{category}, one device"), &peer.to_string(), &scores, &labels(&both)));
    }
    Ok(rows)
}
