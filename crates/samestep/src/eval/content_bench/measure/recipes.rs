//! Recipes of one dish against recipes of two, by a judge that has read none.

use super::{
    bench::Bench,
    row::{Row, labels, row},
};
use crate::{
    Result,
    eval::{
        baselines::Baseline,
        protocol::{Corpus, PairIds, same_pairs},
    },
    graph::Random,
    judge::Judge,
};

pub(super) fn recipes(judge: &Judge, manuals: &Corpus, recipes: &Corpus, seed: u64) -> Result<Vec<Row>> {
    let bench = Bench::of(recipes);
    let pairs = dishes(recipes, seed);
    let labelled = bench.labelled(&pairs);
    let mut rows = vec![row("recipes", "judge", &bench.scores(judge, &pairs), &labels(&pairs))];
    // Fitted on the recipes themselves: its weights of words know what is common in recipes, which ours do not.
    let cosine = Baseline::TfIdf.fit(&labelled, &[], seed)?;
    rows.push(row("recipes", "TF-IDF cosine of the recipes", &cosine.scores(&labelled), &labels(&pairs)));
    let strangers = Bench::of(manuals);
    let cosine = Baseline::TfIdf.fit(&strangers.labelled(&same_pairs(manuals, seed)), &[], seed)?;
    rows.push(row("recipes", "TF-IDF cosine of the manuals", &cosine.scores(&labelled), &labels(&pairs)));
    Ok(rows)
}

/// All pairs of recipes of one dish, and as many of two dishes, whichever they are.
fn dishes(recipes: &Corpus, seed: u64) -> Vec<PairIds> {
    let count = recipes.documents().len();
    let all = (0..count).flat_map(|left| (left + 1..count).map(move |right| (left, right)));
    let pair = |(left, right)| PairIds {
        left,
        right,
        label: recipes.subject(left) == recipes.subject(right),
        hard: false,
    };
    let (mut pairs, others): (Vec<PairIds>, Vec<PairIds>) = all.map(pair).partition(|pair| pair.label);
    let order = Random::new(seed, count as u64).order(others.len());
    pairs.extend(order.into_iter().take(pairs.len()).map(|at| others[at as usize]).collect::<Vec<_>>());
    pairs
}
