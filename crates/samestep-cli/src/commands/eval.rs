//! `samestep eval`: how well a model tells labelled pairs apart.

use anyhow::{Result, bail};
use samestep::{
    eval::{Metrics, PairFile},
    pipeline::PairOptions,
};

use super::{bad_records::BadRecords, model};
use crate::{
    args::{Common, Eval},
    output,
};

pub fn run(common: &Common, args: &Eval) -> Result<()> {
    let model = model::load(common, &args.model)?;
    common.check_size(&args.pairs)?;
    let options = PairOptions {
        labels: true,
        titles: common.use_titles,
        keep_going: args.keep_going,
        limits: common.read_options().limits,
    };
    let file = PairFile::read_with(&args.pairs, options)?;
    let mut bad = BadRecords::new(args.keep_going);
    bad.tell_pairs(&args.pairs, &file);
    bad.count();
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
