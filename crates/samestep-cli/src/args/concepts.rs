use std::path::PathBuf;

use clap::Args;

use super::ConceptOptions;

/// Group a document's keywords into concepts.
#[derive(Args, Debug)]
pub struct Concepts {
    /// The document (- for standard input)
    #[arg(value_name = "FILE", required_unless_present = "graph", conflicts_with = "graph")]
    pub file: Option<String>,
    /// Run the community algorithm on any weighted graph instead: lines of i, j, weight, separated by tabs
    #[arg(long, value_name = "EDGES.tsv")]
    pub graph: Option<PathBuf>,
    #[command(flatten)]
    pub options: ConceptOptions,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
