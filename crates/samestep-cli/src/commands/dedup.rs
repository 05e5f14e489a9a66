//! `samestep dedup`: all pairs of an index that are likely the same.

use std::{fmt::Write, path::Path};

use anyhow::{Context, Result, bail};
use samestep::{
    corpus::{DedupOptions, Deduped, KEPT, ScoredPair, Snapshot, candidates, clusters, dedup, for_precision},
    explain::{page, terminal::visible_line},
    files::{write_json_lines, write_whole},
};
use serde::Serialize;
use serde_json::json;

use super::corpus_model::{self, CorpusModel};
use crate::{
    args::{Common, Dedup},
    output, progress,
};

const STYLE: &str = "comparing {bar:30} {pos} of {len} pairs  {left}";

/// The probability from which on `compare` calls a pair the same.
const EVEN: f64 = 0.5;

/// The precision that is named to those who want fewer pairs.
const SUREST: f64 = 0.95;

/// How likely pairs are at least where nothing is asked for.
const THRESHOLD: f64 = 0.9;

/// The members of a group that the summary names.
const MEMBERS: usize = 3;

/// The largest groups that the summary names.
const NAMED: usize = 10;

/// A pair as it is written.
#[derive(Serialize)]
struct Line<'s> {
    left: &'s str,
    right: &'s str,
    probability: f64,
    content: f64,
    order: Option<f64>,
    /// What was held against the threshold of `--precision`.
    #[serde(skip_serializing_if = "Option::is_none")]
    likelihood: Option<f64>,
}

pub fn run(common: &Common, args: &Dedup) -> Result<()> {
    for (name, value) in [("--threshold", args.threshold), ("--precision", args.precision)] {
        if let Some(value) = value.filter(|value| !(0.0..=1.0).contains(value)) {
            bail!("{name} is {value}: it must be from 0 to 1");
        }
    }
    let outputs = [&args.output, &args.clusters, &args.candidates_to, &args.html];
    let summary_goes = args.json.then_some(Path::new("-"));
    let model = corpus_model::load(common, &args.model)?;
    let snapshot = Snapshot::open(&args.index, model.judge())?;
    let outputs = outputs.into_iter().filter_map(Option::as_deref).chain(summary_goes);
    output::check_outputs(outputs, snapshot.sources())?;
    let keep = args.threshold.map_or(KEPT, |threshold| threshold.min(KEPT));
    let options = DedupOptions { candidates: args.candidates, keep, block: args.block };
    if let Some(path) = &args.candidates_to {
        let pairs = candidates(&snapshot, args.candidates)?.pairs;
        let line = |(left, right)| json!({"left": snapshot.id(left), "right": snapshot.id(right)});
        write_json_lines(path, pairs.into_iter().map(line))?;
    }
    let bar = progress::bar(common, 0, || progress::style(STYLE));
    let found = dedup(&snapshot, model.judge(), options, &mut |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let found = found?;
    let threshold = threshold(args, &found);
    let likely = |pair: &&ScoredPair| likelihood(args, &found, pair) >= threshold;
    let pairs: Vec<ScoredPair> = found.pairs.iter().filter(likely).copied().collect();
    let groups = clusters(&found.judged, pairs.iter().map(ScoredPair::same));
    if let Some(path) = &args.output {
        let likelihood = |pair| args.precision.map(|_| likelihood(args, &found, pair));
        write_json_lines(path, pairs.iter().map(|pair| line(&snapshot, pair, likelihood(pair))))?;
    }
    if let Some(path) = &args.clusters {
        let line = |(at, group): (usize, &Vec<u32>)| {
            let ids: Vec<&str> = group.iter().map(|&place| snapshot.id(place)).collect();
            json!({"cluster": at + 1, "size": group.len(), "documents": ids})
        };
        write_json_lines(path, groups.iter().enumerate().map(line))?;
    }
    if let Some(path) = &args.html {
        super::dedup_page::write(path, &snapshot, &model, &pairs, threshold)?;
    }
    summary(common, args, &snapshot, &found, &pairs, &groups, threshold)
}

/// The threshold that was given, or the one that the precision asks for.
fn threshold(args: &Dedup, found: &Deduped) -> f64 {
    let likelihoods = found.pairs.iter().map(|pair| likelihood(args, found, pair));
    match args.precision {
        // Where no pair is likely enough, none is taken: no probability reaches 2.
        Some(precision) => for_precision(likelihoods, precision).unwrap_or(2.0),
        None => args.threshold.unwrap_or(THRESHOLD),
    }
}

/// What is held against the threshold: the model's own probability, or the one that is put right for this index where a precision is asked for.
fn likelihood(args: &Dedup, found: &Deduped, pair: &ScoredPair) -> f64 {
    if args.precision.is_some() { pair.likelihood(found.base_rate) } else { pair.probability }
}

fn line<'s>(snapshot: &'s Snapshot, pair: &ScoredPair, likelihood: Option<f64>) -> Line<'s> {
    let &ScoredPair { left, right, probability, content, order, .. } = pair;
    Line { left: snapshot.id(left), right: snapshot.id(right), probability, content, order, likelihood }
}

fn summary(
    common: &Common,
    args: &Dedup,
    snapshot: &Snapshot,
    found: &Deduped,
    pairs: &[ScoredPair],
    groups: &[Vec<u32>],
    threshold: f64,
) -> Result<()> {
    let linked: usize = groups.iter().map(Vec::len).sum();
    let threshold = (threshold <= 1.0).then_some(threshold);
    let silent: Vec<&str> = found.silent.iter().map(|&place| snapshot.id(place)).collect();
    let all = snapshot.len() * snapshot.len().saturating_sub(1) / 2;
    if args.json {
        let largest: Vec<_> = groups
            .iter()
            .take(NAMED)
            .map(|group| json!({"size": group.len(), "first": snapshot.id(group[0])}))
            .collect();
        return output::print_json(&json!({
            "documents": snapshot.len(), "candidates": found.judged.len(), "passed-over": found.passed_over, "not-compared": all - found.judged.len(), "pairs": pairs.len(),
            "threshold": threshold, "base-rate": found.base_rate, "expected-right": expected_right(found, pairs), "clusters": groups.len(), "in-clusters": linked, "largest": largest, "without-words": silent,
        }));
    }
    let mut text = format!(
        "{}, {} compared of {all}, {} the same",
        output::counted(snapshot.len(), "document"),
        output::counted(found.judged.len(), "pair"),
        output::counted(pairs.len(), "pair")
    );
    // Writing to a text cannot fail.
    let _ = match threshold {
        Some(threshold) if args.precision.is_some() => {
            writeln!(
                text,
                " (at least {threshold:.5} likely, put right for how few pairs of an index are the same)"
            )
        }
        Some(threshold) => writeln!(text, " (probability at least {threshold:.5})"),
        None => writeln!(text, " (none is likely enough for that precision)"),
    };
    // The model weighs pairs as if every second one were the same; of an index few are.
    let right = expected_right(found, pairs);
    if args.precision.is_none() && right < pairs.len() {
        let surest = for_precision(found.pairs.iter().map(|pair| pair.likelihood(found.base_rate)), SUREST);
        let advice = if surest.is_some() { "; --precision .95 keeps the surest" } else { "" };
        let _ = writeln!(
            text,
            "of these pairs about {right} {} likely right: the model takes every second pair for the same, in an index few are{advice}",
            if right == 1 { "is" } else { "are" }
        );
    }
    text += &below(args, found);
    let (clusters, linked) = (output::counted(groups.len(), "cluster"), output::counted(linked, "document"));
    let _ = writeln!(text, "{clusters} of {linked}");
    for group in groups.iter().take(NAMED) {
        let _ = writeln!(text, "  {:5}  {}", group.len(), members(snapshot, group));
    }
    if groups.len() > NAMED {
        let _ = writeln!(text, "  and {} more", output::counted(groups.len() - NAMED, "cluster"));
    }
    if !pairs.is_empty() && args.output.is_none() && args.clusters.is_none() && args.html.is_none() {
        text += "-o FILE writes the pairs, --clusters FILE the clusters, --html FILE a page of the pairs\n";
    }
    text += &not_compared(args, found, all);
    text += &without_words(&silent);
    let taken =
        args.output.as_deref() == Some(Path::new("-")) || args.clusters.as_deref() == Some(Path::new("-"));
    if !taken {
        return output::print_text(&text);
    }
    if !common.quiet {
        text.lines().for_each(output::remark);
    }
    Ok(())
}

/// How many pairs are as likely the same as not, but were not likely enough to be taken.
fn below(args: &Dedup, found: &Deduped) -> String {
    let threshold = args.threshold.unwrap_or(THRESHOLD);
    let is_between = |pair: &&ScoredPair| (EVEN..threshold).contains(&pair.probability);
    match found.pairs.iter().filter(is_between).count() {
        0 => String::new(),
        _ if args.precision.is_some() => String::new(),
        count => format!(
            "{} more from {EVEN} to {threshold}: --threshold {EVEN} takes them in\n",
            output::counted(count, "pair")
        ),
    }
}

/// The first members of a group, and how many there are more.
fn members(snapshot: &Snapshot, group: &[u32]) -> String {
    let first: Vec<String> =
        group.iter().take(MEMBERS).map(|&place| visible_line(snapshot.id(place))).collect();
    match group.len().saturating_sub(MEMBERS) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// The pairs that were not compared, all of them, and why.
fn not_compared(args: &Dedup, found: &Deduped, all: usize) -> String {
    let rest = all - found.judged.len();
    if rest == 0 {
        return String::new();
    }
    let (little, none) = (found.passed_over, rest - found.passed_over);
    let share = |number: usize| if number == 1 { "shares" } else { "share" };
    let mut reasons = Vec::new();
    if little > 0 {
        reasons.push(format!("{little} {} too little", share(little)));
    }
    if none > 0 {
        // Which of the two it is could only be told by looking at all pairs.
        let most = args.candidates;
        let cut = format!(", or less than the {most} that each is compared with (--candidates)");
        let cut = if found.crowded > 0 { cut.as_str() } else { "" };
        reasons.push(format!("{none} {} nothing telling{cut}", share(none)));
    }
    format!("not compared: {} ({})\n", output::counted(rest, "pair"), reasons.join("; "))
}

/// The documents that are compared with none.
fn without_words(silent: &[&str]) -> String {
    if silent.is_empty() {
        return String::new();
    }
    let shown: Vec<&str> = silent.iter().take(3).copied().collect();
    let more = if silent.len() > 3 { ", …" } else { "" };
    let documents = output::counted(silent.len(), "document");
    format!("compared with none: {documents} without a telling word ({}{more})\n", shown.join(", "))
}

/// How many of the pairs are likely right, as few pairs of an index are the same.
fn expected_right(found: &Deduped, pairs: &[ScoredPair]) -> usize {
    pairs.iter().map(|pair| pair.likelihood(found.base_rate)).sum::<f64>().round() as usize
}

/// The comparison of a pair as a page.
pub fn comparison(snapshot: &Snapshot, model: &CorpusModel, pair: &ScoredPair) -> Result<String> {
    let (left, right) = (snapshot.document(pair.left)?, snapshot.document(pair.right)?);
    let comparison = samestep::explain::compare_with(model.judge(), &left, &right);
    page::page(&comparison, &left, &right).context("the page of a pair")
}

/// Writes a text file, whole or not at all.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    Ok(write_whole(path, |writer| writer.write_all(text.as_bytes()))?)
}
