//! A file per command.

mod bad_records;
mod bench;
mod card;
mod compare;
mod completions;
mod concepts;
#[cfg(feature = "corpus")]
mod corpus_model;
#[cfg(feature = "corpus")]
mod dedup;
#[cfg(feature = "corpus")]
mod dedup_page;
mod doctor;
mod edge_list;
mod eval;
#[cfg(feature = "corpus")]
mod find;
mod graph;
mod import;
#[cfg(feature = "corpus")]
mod index;
mod keywords;
mod man;
mod model;
mod pairs;
mod reproduce;
mod score;
mod train;
mod vectors;

use std::process::ExitCode;

use anyhow::Result;
use clap::ArgMatches;
use samestep::{Document, text::read};

use crate::{
    args::{Cli, Command, Common},
    environment, output, settings,
};

/// Runs the command that the user gave.
pub fn run(cli: &mut Cli, matches: &ArgMatches) -> Result<ExitCode> {
    settings::complete(&mut cli.common, matches)?;
    if !cli.common.quiet {
        environment::strangers().iter().for_each(|told| output::remark(told));
    }
    start_threads(&cli.common)?;
    start_clock(&cli.common);
    match &cli.command {
        Command::Compare(args) => return compare::run(&cli.common, args),
        Command::Keywords(args) => keywords::run(&cli.common, args)?,
        Command::Concepts(args) => concepts::run(&cli.common, args)?,
        Command::Graph(args) => graph::run(&cli.common, args)?,
        Command::Import(args) => import::run(&cli.common, args)?,
        Command::Pairs(args) => pairs::run(&cli.common, args)?,
        Command::Vectors(args) => vectors::run(&cli.common, args)?,
        Command::Train(args) => train::run(&cli.common, args)?,
        Command::Eval(args) => eval::run(&cli.common, args)?,
        Command::Score(args) => score::run(&cli.common, args)?,
        #[cfg(feature = "corpus")]
        Command::Index(args) => index::run(&cli.common, args)?,
        #[cfg(feature = "corpus")]
        Command::Find(args) => find::run(&cli.common, args)?,
        #[cfg(feature = "corpus")]
        Command::Dedup(args) => dedup::run(&cli.common, args)?,
        Command::Reproduce(args) => reproduce::run(&cli.common, args)?,
        Command::Bench(args) => bench::run(&cli.common, args)?,
        Command::Doctor(args) => {
            doctor::run(&cli.common, args, matches.subcommand().map_or(matches, |(_, own)| own))?;
        }
        Command::Completions(args) => completions::run(args)?,
        Command::Man(args) => man::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Ends the program when it has run for too long. What it writes appears whole or not at all, so nothing is left half done.
fn start_clock(common: &Common) {
    if let Some(seconds) = common.timeout {
        std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_secs(seconds));
            output::complain(&anyhow::anyhow!(
                "not done after {seconds} s, the limit of --timeout: raise it, or give less to do"
            ));
            std::process::exit(crate::TROUBLE.into());
        });
    }
}

/// Fixes the number of threads of everything that runs side by side.
fn start_threads(common: &Common) -> Result<()> {
    if let Some(threads) = common.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    }
    Ok(())
}

/// Reads one document.
fn document(common: &Common, input: &str) -> Result<Document> {
    Ok(read::read_document(input, &common.read_options()).map_err(|error| error.at(input, None))?)
}
