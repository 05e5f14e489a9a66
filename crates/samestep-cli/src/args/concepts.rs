use std::path::PathBuf;

use clap::Args;

use super::{Community, KeywordOptions, Method};

/// Group a document's keywords into concepts.
#[derive(Args, Debug)]
pub struct Concepts {
    /// The document (- for standard input)
    #[arg(value_name = "FILE", required_unless_present = "graph", conflicts_with = "graph")]
    pub file: Option<String>,
    /// Run the community algorithm on any weighted graph instead: lines of i, j, weight, separated by tabs
    #[arg(long, value_name = "EDGES.tsv")]
    pub graph: Option<PathBuf>,
    /// How to find keywords [default: textrank]
    #[arg(long = "keywords", value_name = "METHOD", env = "SAMESTEP_KEYWORDS", hide_env_values = true)]
    pub method: Option<Method>,
    #[command(flatten)]
    pub options: KeywordOptions,
    /// How to find communities [default: louvain]
    #[arg(long, value_name = "NAME", env = "SAMESTEP_COMMUNITIES", hide_env_values = true)]
    pub communities: Option<Community>,
    /// Above 1: more and smaller concepts [default: 1]
    #[arg(
        long,
        value_name = "R",
        env = "SAMESTEP_RESOLUTION",
        hide_env_values = true,
        allow_negative_numbers = true
    )]
    pub resolution: Option<f64>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
