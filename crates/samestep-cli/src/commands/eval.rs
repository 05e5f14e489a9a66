//! `samestep eval`: how well a model tells labelled pairs apart.

use anyhow::{Result, bail};
use samestep::{
    eval::{Metrics, PairFile},
    pipeline::PairOptions,
};
use serde::Serialize;

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
    let labels = file.labels();
    let answer = Answer::new(&Metrics::new(&probabilities, &labels), &labels);
    if args.json { output::print_json(&answer) } else { output::print(&table(&answer)) }
}

/// What is printed.
#[derive(Serialize)]
struct Answer {
    pairs: usize,
    accuracy: f64,
    f1: f64,
    /// None where only one label occurs: no pair can score above one of the other label.
    auc: Option<f64>,
    ece: f64,
}

impl Answer {
    fn new(metrics: &Metrics, labels: &[bool]) -> Self {
        let &Metrics { pairs, accuracy, f1, auc, ece } = metrics;
        let both = labels.contains(&true) && labels.contains(&false);
        Answer { pairs, accuracy, f1, auc: both.then_some(auc), ece }
    }
}

fn table(answer: &Answer) -> String {
    let Answer { pairs, accuracy, f1, auc, ece } = answer;
    let auc = auc.map_or_else(|| "–".to_owned(), |auc| format!("{auc:.3}"));
    format!(
        "pairs     {pairs}\naccuracy  {:.1} %\nF1        {:.1} %\nAUC       {auc}\nECE       {ece:.3}\n",
        100.0 * accuracy,
        100.0 * f1
    )
}
