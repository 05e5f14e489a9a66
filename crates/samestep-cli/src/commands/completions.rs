//! `samestep completions`: what a shell offers when Tab is pressed.

use anyhow::Result;
use clap::CommandFactory;

use crate::{
    args::{Cli, Completions},
    output,
};

pub fn run(args: &Completions) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "samestep", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
