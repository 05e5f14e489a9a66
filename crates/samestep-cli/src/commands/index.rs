//! `samestep index`: many documents, each read once.

use std::{collections::BTreeMap, fmt::Write};

use anyhow::{Result, anyhow, bail};
use indicatif::{HumanCount, ProgressState};
use samestep::{
    Error,
    corpus::{Snapshot, Sources, UpdateOptions, Updated, update},
};
use serde_json::json;

use super::corpus_model;
use crate::{
    args::{Common, Index},
    output, progress,
};

const STYLE: &str = "reading {bar:30} {pos} of {len}  {speed} documents/s  {left}";

/// Types of files that are named one by one.
const ENDS: usize = 8;

/// Unreadable documents that are named one by one.
const NAMED: usize = 20;

pub fn run(common: &Common, args: &Index) -> Result<()> {
    let model = corpus_model::load(common, &args.model)?;
    let sources = Sources {
        paths: args.sources.clone(),
        forgotten: args.forget.clone(),
        use_titles: common.use_titles,
        text_column: args.text_column.clone(),
        id_column: args.id_column.clone(),
        limits: common.read_options().limits,
        largest: common.max_bytes,
    };
    if args.to.is_file() {
        bail!("{}: is a file, expected the folder of an index", args.to.display());
    }
    if args.sources.is_empty() {
        Snapshot::open_documents(&args.to)?;
    }
    let bar = progress::bar(common, 0, || progress::style(STYLE).with_key("speed", speed));
    let options = UpdateOptions { keep_going: args.keep_going, batch: args.batch };
    let updated = update(&args.to, &sources, model.judge(), options, &mut |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    tell(common, args, &updated.map_err(|error| advised(error, args))?)
}

/// An error with a way out where one document stops the others.
fn advised(error: Error, args: &Index) -> anyhow::Error {
    let is_of_document = match &error {
        Error::Record { .. } | Error::Limit { .. } => true,
        // A path that was given as it stands is to be put right, not left out; a file is a document.
        Error::Format { path, .. } => !path.starts_with(&args.to) && path.is_file(),
        // A folder.
        Error::Io { path, .. } => path.is_dir() && !path.starts_with(&args.to),
        _ => false,
    };
    if is_of_document && !args.keep_going {
        anyhow!("{error} (or leave it out with --keep-going)")
    } else {
        error.into()
    }
}

/// The files of folders that are of no type that is read.
fn left_out(others: &BTreeMap<String, usize>) -> Option<String> {
    let count: usize = others.values().sum();
    let ends = others.iter().take(ENDS).map(|(end, count)| match end.as_str() {
        "" => format!("{count} without an ending"),
        end if end.starts_with('(') => format!("{count} {end}"),
        end => format!("{count} .{end}"),
    });
    let more = others.len().saturating_sub(ENDS);
    let ends = ends.chain((more > 0).then(|| format!("{more} types more"))).collect::<Vec<_>>().join(", ");
    (count > 0).then(|| format!("left out: {} of other types ({ends})", output::counted(count, "file")))
}

fn tell(common: &Common, args: &Index, updated: &Updated) -> Result<()> {
    let Updated { added, changed, removed, unchanged, documents, unreadable, others } = updated;
    if args.json {
        let bad: Vec<_> =
            unreadable.iter().map(|bad| json!({"source": bad.source, "error": bad.message})).collect();
        return output::print_json(&json!({
            "documents": documents, "added": added, "changed": changed, "removed": removed, "unchanged": unchanged,
            "unreadable": bad, "other-files": others,
        }));
    }
    for bad in unreadable.iter().take(NAMED) {
        output::remark(&format!("left out: {}", bad.message));
    }
    if unreadable.len() > NAMED {
        output::remark(&format!("left out: {} more", unreadable.len() - NAMED));
    }
    if let Some(told) = left_out(others).filter(|_| !common.quiet) {
        output::remark(&told);
    }
    if *documents == 0 && *removed == 0 {
        output::remark(
            "no document found: .txt, .md, .html, .json, .jsonl, .csv and .parquet files are read",
        );
    }
    if !common.quiet {
        // Also those of sources that were not given.
        let before = documents.saturating_sub(added + changed);
        output::remark(&format!(
            "{}: {added} added, {changed} changed, {removed} removed, {before} as before",
            output::counted(*documents, "document")
        ));
    }
    Ok(())
}

fn speed(state: &ProgressState, out: &mut dyn Write) {
    // A bar that cannot be drawn is no reason to stop.
    let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
}
