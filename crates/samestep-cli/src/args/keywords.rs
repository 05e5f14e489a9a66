use clap::Args;

use super::{KeywordOptions, Method};

/// List the words and phrases that a document is about.
#[derive(Args, Debug)]
pub struct Keywords {
    /// The document (- for standard input)
    #[arg(value_name = "FILE")]
    pub file: String,
    /// How to find keywords [default: textrank]
    #[arg(long, value_name = "METHOD", env = "SAMESTEP_KEYWORDS", hide_env_values = true)]
    pub method: Option<Method>,
    /// Only the N best
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    #[command(flatten)]
    pub options: KeywordOptions,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
