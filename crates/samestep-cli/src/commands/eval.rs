//! `samestep eval`: how well a model tells labelled pairs apart.

use anyhow::{Result, bail};
use samestep::{
    eval::{Metrics, PairFile},
    pipeline::PairOptions,
};

use super::model;
use crate::{
    args::{Common, Eval},
    output,
};

pub fn run(common: &Common, args: &Eval) -> Result<()> {
    let model = model::load(common, &args.model)?;
    let file = PairFile::read_with(
        &args.pairs,
        PairOptions { titles: common.use_titles, ..PairOptions::default() },
    )?;
    if file.pairs.is_empty() {
        bail!("{}: holds no pairs", args.pairs.display());
    }
    let scores = model.scores(&file.labelled())?;
    let probabilities: Vec<f64> = scores.iter().map(|score| score.probability).collect();
    let metrics = Metrics::new(&probabilities, &file.labels());
    if args.json { output::print_json(&metrics) } else { output::print(&table(&metrics)) }
}

fn table(metrics: &Metrics) -> String {
    let Metrics { pairs, accuracy, f1, auc, ece } = metrics;
    format!(
        "pairs     {pairs}\naccuracy  {:.1} %\nF1        {:.1} %\nAUC       {auc:.3}\nECE       {ece:.3}\n",
        100.0 * accuracy,
        100.0 * f1
    )
}
