use std::path::PathBuf;

use clap::Args;

use super::ModelOption;

/// Tell whether two documents describe the same procedure, and show what differs.
#[derive(Args, Debug)]
#[command(
    after_help = "Signs between the columns: = the same, ~ changed, % moved without harm, ! moved and breaks a dependency, - missing on the right, + extra on the right. \
Inside a changed step [-words-] stand on the left alone, [+words+] on the right alone.\n\n\
Exit status: 0 the same procedure, 1 not the same procedure, 2 an error."
)]
pub struct Compare {
    /// The first document (- for standard input)
    #[arg(value_name = "LEFT")]
    pub left: String,
    /// The second document
    #[arg(value_name = "RIGHT")]
    pub right: String,
    #[command(flatten)]
    pub model: ModelOption,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write a page for the browser to this file: one file, nothing fetched
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
    /// Columns of the output [default: the terminal's, or 100]
    #[arg(long, value_name = "N")]
    pub width: Option<usize>,
}
