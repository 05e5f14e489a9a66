//! `samestep compare`: the verdict on two documents.

use std::{io::IsTerminal, path::Path, process::ExitCode};

use anyhow::{Result, bail};
use samestep::{
    explain::{Comparison, page, terminal},
    text::tagging::prepare,
};

use super::{document, model};
use crate::{
    args::{Common, Compare},
    output,
};

/// The exit code of documents that are not the same procedure, as diff has it for files that differ.
const DIFFERENT: u8 = 1;

/// Columns where there is no terminal to ask.
const WIDTH: usize = 100;

pub fn run(common: &Common, args: &Compare) -> Result<ExitCode> {
    if args.left == "-" && args.right == "-" {
        bail!("both documents are standard input, which can be read only once: give a file for one of them");
    }
    output::check_outputs(args.html.as_deref(), [Path::new(&args.left), Path::new(&args.right)])?;
    let (left, right) = (document(common, &args.left)?, document(common, &args.right)?);
    prepare(&left);
    let model = model::load(common, &args.model)?;
    let mut comparison = model.compare(&left, &right)?;
    if !args.json {
        tell_apart(&mut comparison, [&args.left, &args.right]);
    }
    if let Some(path) = &args.html {
        output::deliver(Some(path), &page::page(&comparison, &left, &right)?)?;
        if !common.quiet {
            output::remark(&comparison.verdict);
        }
    } else {
        let printed = if args.json {
            output::print_json(&comparison)
        } else {
            output::print(&terminal::draw(&comparison, style(args.width)))
        };
        // A reader that goes away, as `head` does, takes nothing from the verdict that the exit code tells.
        printed.or_else(|error| if output::is_broken_pipe(&error) { Ok(()) } else { Err(error) })?;
    }
    Ok(if comparison.same { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
}

/// Heads two files of one name ("old/pump.md" and "new/pump.md") by their paths, from where these differ.
fn tell_apart(comparison: &mut Comparison, [left, right]: [&str; 2]) {
    if comparison.left.id != comparison.right.id || left == right {
        return;
    }
    let folders = |path: &str| path.split_inclusive('/').map(str::to_owned).collect::<Vec<_>>();
    let (left, right) = (folders(left), folders(right));
    let shared = left.iter().zip(&right).take_while(|(own, other)| own == other).count();
    (comparison.left.id, comparison.right.id) = (left[shared..].concat(), right[shared..].concat());
}

fn style(width: Option<usize>) -> terminal::Style {
    let is_terminal = std::io::stdout().is_terminal();
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let own = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || {
        is_terminal.then(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))).flatten()
    };
    terminal::Style {
        width: width.or_else(own).or_else(seen).unwrap_or(WIDTH),
        colour: is_terminal && !plain,
    }
}
