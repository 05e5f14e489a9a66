//! `samestep bench`: one ability, measured on pairs made from documents.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use samestep::{
    eval::{
        content_bench::{self, Sources},
        order_bench::{self, Collection, Copy, Edit, OrderPair},
    },
    order::Params,
    text::write_json_lines,
};

use crate::{
    args::{Bench, Common, ContentBench, OrderBench, What},
    output,
};

pub fn run(common: &Common, args: &Bench) -> Result<()> {
    match &args.what {
        What::Order(args) => order(common, args),
        What::Content(args) => content(common, args),
    }
}

fn order(common: &Common, args: &OrderBench) -> Result<()> {
    let collection = Collection::read(&args.data)?;
    if let Some(folder) = &args.output {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let settings = order_bench::Settings {
        half: args.half.half(),
        seed: common.seed.unwrap_or_default(),
        params: Params::default(),
    };
    let report = order_bench::run(&collection, &settings, |copy, edit, pairs| match &args.output {
        Some(folder) => write(folder, copy, edit, pairs),
        None => Ok(()),
    })?;
    if args.json {
        return output::print_json(&report);
    }
    if !common.quiet {
        let order_bench::OrderReport { documents, weighed_by, .. } = report;
        output::remark(&format!("{documents} documents measured, {weighed_by} others weigh the words"));
    }
    output::print(&report.markdown())
}

fn write(folder: &Path, copy: Copy, edit: Edit, pairs: &[&OrderPair]) -> samestep::Result<()> {
    let path = folder.join(format!("{}-{}.jsonl", copy.name(), edit.name()));
    write_json_lines(&path, pairs).map(|_| ())
}

fn content(common: &Common, args: &ContentBench) -> Result<()> {
    let sources = Sources::read(&args.data)?;
    let rows = content_bench::run(&sources, &args.only, common.seed.unwrap_or_default(), |row| {
        if !common.quiet && !args.json {
            output::remark(&format!("{}: {} done", row.what, row.system));
        }
    })?;
    if args.json {
        return output::print_json(&rows);
    }
    output::print(&content_bench::markdown(&rows))
}
