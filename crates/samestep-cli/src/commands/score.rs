//! `samestep score`: probabilities of many pairs.

use anyhow::Result;
use samestep::{
    files::write_json_lines,
    judge,
    pipeline::{PairFile, PairOptions},
};
use serde::Serialize;

use super::model;
use crate::{
    args::{Common, Score},
    output,
};

/// A line of the output.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<'d> {
    Scored { left: &'d str, right: &'d str, probability: f64, content: f64, order: Option<f64> },
    Bad { line: usize, error: &'d str },
}

pub fn run(common: &Common, args: &Score) -> Result<()> {
    output::check_outputs([args.output.as_path()], [args.pairs.as_path()])?;
    let model = model::load(common, &args.model)?;
    common.check_size(&args.pairs)?;
    let options = PairOptions {
        labels: false,
        titles: common.use_titles,
        keep_going: args.keep_going,
        limits: common.read_options().limits,
    };
    let file = PairFile::read_with(&args.pairs, options)?;
    let scores = model.scores(&file.labelled())?;
    write_json_lines(&args.output, lines(&file, &scores))?;
    if !common.quiet {
        let bad = if file.bad.is_empty() {
            String::new()
        } else {
            format!(", {} could not be read", file.bad.len())
        };
        output::remark(&format!("{} scored{bad}", output::counted(scores.len(), "pair")));
    }
    Ok(())
}

/// Pairs and errors in the order of the file.
fn lines<'d>(file: &'d PairFile, scores: &[judge::Score]) -> Vec<Line<'d>> {
    let mut lines = Vec::new();
    let mut bad = file.bad.iter().peekable();
    for (at, (pair, &judge::Score { probability, content, order, .. })) in
        file.labelled().into_iter().zip(scores).enumerate()
    {
        while let Some(error) = bad.next_if(|bad| bad.before <= at) {
            lines.push(Line::Bad { line: error.line, error: &error.message });
        }
        let (left, right) = (pair.left.id(), pair.right.id());
        lines.push(Line::Scored { left, right, probability, content, order });
    }
    lines.extend(bad.map(|bad| Line::Bad { line: bad.line, error: &bad.message }));
    lines
}
