//! `samestep index`: many documents, each read once.

use std::fmt::Write;

use anyhow::{Result, bail};
use indicatif::{HumanCount, ProgressState};
use samestep::corpus::{Snapshot, Sources, UpdateOptions, Updated, update};
use serde_json::json;

use super::corpus_model;
use crate::{
    args::{Common, Index},
    output, progress,
};

const STYLE: &str = "reading {bar:30} {pos} of {len}  {speed} documents/s  {left}";

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
    tell(common, args, &updated?)
}

fn tell(common: &Common, args: &Index, updated: &Updated) -> Result<()> {
    let Updated { added, changed, removed, unchanged, documents, unreadable } = updated;
    if args.json {
        let bad: Vec<_> =
            unreadable.iter().map(|bad| json!({"source": bad.source, "error": bad.message})).collect();
        return output::print_json(&json!({
            "documents": documents, "added": added, "changed": changed, "removed": removed, "unchanged": unchanged,
            "unreadable": bad,
        }));
    }
    for bad in unreadable.iter().take(NAMED) {
        output::remark(&format!("left out: {}", bad.message));
    }
    if unreadable.len() > NAMED {
        output::remark(&format!("left out: {} more", unreadable.len() - NAMED));
    }
    if *documents == 0 {
        output::remark(
            "no document found: .txt, .md, .html, .json, .jsonl, .csv and .parquet files are read",
        );
    }
    if !common.quiet {
        output::remark(&format!(
            "{}: {added} added, {changed} changed, {removed} removed, {unchanged} as before",
            output::counted(*documents, "document")
        ));
    }
    Ok(())
}

fn speed(state: &ProgressState, out: &mut dyn Write) {
    // A bar that cannot be drawn is no reason to stop.
    let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
}
