//! A file per command.

mod concepts;
mod edge_list;
mod graph;
mod import;
mod keywords;
mod pairs;
mod vectors;

use std::process::ExitCode;

use anyhow::Result;
use samestep::{Document, text::read};

use crate::args::{Cli, Command, Common};

/// Runs the command that the user gave.
pub fn run(cli: &Cli) -> Result<ExitCode> {
    match &cli.command {
        Command::Keywords(args) => keywords::run(&cli.common, args)?,
        Command::Concepts(args) => concepts::run(&cli.common, args)?,
        Command::Graph(args) => graph::run(&cli.common, args)?,
        Command::Import(args) => import::run(&cli.common, args)?,
        Command::Pairs(args) => pairs::run(&cli.common, args)?,
        Command::Vectors(args) => vectors::run(&cli.common, args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads one document.
fn document(common: &Common, input: &str) -> Result<Document> {
    let options = read::ReadOptions { use_titles: common.use_titles, ..read::ReadOptions::default() };
    Ok(read::read_document(input, &options)?)
}
