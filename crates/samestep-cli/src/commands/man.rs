//! `samestep man`: the help texts as manual pages.

use anyhow::{Context, Result};
use clap::CommandFactory;
use samestep::files::make_folder;

use crate::{
    args::{Cli, Man},
    output,
};

pub fn run(args: &Man) -> Result<()> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.output else { return output::print(&page(&command, "samestep")?) };
    make_folder(folder)?;
    let mut pages = vec![("samestep".to_owned(), command.clone())];
    gather("samestep", &command, &mut pages);
    for (name, command) in pages {
        output::deliver(Some(&folder.join(format!("{name}.1"))), &page(&command, &name)?)?;
    }
    Ok(())
}

fn gather(name: &str, command: &clap::Command, pages: &mut Vec<(String, clap::Command)>) {
    for inner in command.get_subcommands() {
        let name = format!("{name}-{}", inner.get_name());
        pages.push((name.clone(), inner.clone()));
        gather(&name, inner, pages);
    }
}

fn page(command: &clap::Command, name: &str) -> Result<String> {
    let mut roff = Vec::new();
    clap_mangen::Man::new(command.clone().name(name.to_owned()))
        .render(&mut roff)
        .context("the manual page")?;
    Ok(String::from_utf8_lossy(&roff).into_owned())
}
