use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use super::ModelOption;

/// Print version, model and settings, and where each came from.
#[derive(Args, Debug)]
#[command(
    after_help = "Every setting is a line: its key, its value, and whether it is the default, or comes from the settings file, the environment or a flag. \
The model is opened and asked about two short documents, so that a damaged one is told here."
)]
pub struct Doctor {
    #[command(flatten)]
    pub model: ModelOption,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Only the settings that are not the default
    #[arg(long)]
    pub changed: bool,
}

/// Print the completions of a shell.
#[derive(Args, Debug)]
#[command(
    after_help = "For example:\n  samestep completions bash > ~/.local/share/bash-completion/completions/samestep\n  samestep completions zsh > ~/.zfunc/_samestep\n  \
samestep completions fish > ~/.config/fish/completions/samestep.fish"
)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// Print the manual page, or write those of all commands to a folder.
#[derive(Args, Debug)]
#[command(after_help = "To read it at once: samestep man | man -l -")]
pub struct Man {
    /// Write samestep.1 and a page for each command to this folder instead
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
}
