//! `samestep bench`: one ability, measured on pairs made from documents.

use std::path::Path;

use anyhow::Result;
use samestep::{
    encoder::SentenceEncoder,
    eval::{
        align_bench,
        content_bench::{self, Sources},
        harm_bench,
        order_bench::{self, Collection, Copy, Edit, OrderPair},
    },
    files::{make_folder, write_json_lines},
    order::Params,
};

use crate::{
    args::{AlignBench, Bench, Common, ContentBench, HarmBench, OrderBench, What},
    output,
};

pub fn run(common: &Common, args: &Bench) -> Result<()> {
    match &args.what {
        What::Order(args) => order(common, args),
        What::Content(args) => content(common, args),
        What::Align(args) => align(common, args),
        What::Harm(args) => harm(common, args),
    }
}

fn order(common: &Common, args: &OrderBench) -> Result<()> {
    let collection = Collection::read(&args.data)?;
    prepare(args.output.as_deref())?;
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

fn align(common: &Common, args: &AlignBench) -> Result<()> {
    prepare(args.output.as_deref())?;
    let encoder = args.encoder.as_ref().map(SentenceEncoder::open).transpose()?;
    let report = align_bench::run(&args.data, encoder.as_ref(), |pairs| match &args.output {
        Some(folder) => write_json_lines(&folder.join("align.jsonl"), pairs).map(|_| ()),
        None => Ok(()),
    })?;
    if args.json {
        return output::print_json(&report);
    }
    if !common.quiet {
        let align_bench::AlignReport { pairs, actions, dishes, .. } = report;
        output::remark(&format!(
            "{actions} actions in {pairs} pairs of recipes, one of {dishes} dishes left out in turn"
        ));
        for (recipe, numbers) in &report.repaired {
            output::remark(&format!(
                "{recipe}: {numbers} numbers of an older cut into tokens were replaced by rank"
            ));
        }
    }
    output::print(&report.markdown())
}

fn harm(common: &Common, args: &HarmBench) -> Result<()> {
    prepare(args.output.as_deref())?;
    let seed = common.seed.unwrap_or_default();
    let keep = |level: harm_bench::Level, moves: &[harm_bench::MovedRecipe]| match &args.output {
        Some(folder) => {
            write_json_lines(&folder.join(format!("harm-{}.jsonl", level.name())), moves).map(|_| ())
        }
        None => Ok(()),
    };
    let marked = harm_bench::is_marked(&args.data);
    let report = match marked {
        true => harm_bench::run_marked(&args.data, seed, keep)?,
        false => harm_bench::run(&args.data, seed, keep)?,
    };
    if args.json {
        return output::print_json(&report);
    }
    if !common.quiet {
        let harm_bench::HarmReport { recipes, dishes, .. } = report;
        output::remark(&match marked {
            true => format!("{recipes} procedures, by the weights that ship"),
            false => format!("{recipes} recipes of {dishes} dishes, one dish left out in turn"),
        });
    }
    output::print(&report.markdown())
}

/// Makes the folder that pairs are written to.
fn prepare(folder: Option<&Path>) -> Result<()> {
    match folder {
        Some(folder) => Ok(make_folder(folder)?),
        None => Ok(()),
    }
}

fn write(folder: &Path, copy: Copy, edit: Edit, pairs: &[&OrderPair]) -> samestep::Result<()> {
    let path = folder.join(format!("{}-{}.jsonl", copy.name(), edit.name()));
    write_json_lines(&path, pairs).map(|_| ())
}

fn content(common: &Common, args: &ContentBench) -> Result<()> {
    if !args.told.is_dir() {
        output::remark(&format!(
            "{} is not there: no judge learns from procedures told twice, and recipes are told much worse; name the folder with --told, or run this in the project's folder",
            args.told.display()
        ));
    }
    let sources = Sources::read(&args.data, &args.told)?;
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
