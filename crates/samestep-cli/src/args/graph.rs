use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{ConceptOptions, DirectionName, ScopeName, Vertices};

/// Build the concept graph of a document or of a pair.
#[derive(Args, Debug)]
pub struct Graph {
    /// The (left) document (- for standard input)
    #[arg(value_name = "LEFT")]
    pub left: String,
    /// The right document
    #[arg(value_name = "RIGHT")]
    pub right: Option<String>,
    /// Take the documents by their ids from this index; the graph of one document was stored there, and is taken as it is unless an option asks for another
    #[cfg(feature = "corpus")]
    #[arg(long = "in", value_name = "INDEX")]
    pub index: Option<PathBuf>,
    #[command(flatten)]
    pub options: ConceptOptions,
    /// Which concepts a pair's graph has [default: union]
    #[arg(long, value_name = "SET", env = "SAMESTEP_VERTICES", hide_env_values = true)]
    pub vertices: Option<Vertices>,
    /// How edges get their direction [default: hp]
    #[arg(long, value_name = "NAME", env = "SAMESTEP_DIRECTION", hide_env_values = true)]
    pub direction: Option<DirectionName>,
    /// Where directions are deduced [default: combined]
    #[arg(long, value_name = "SCOPE", env = "SAMESTEP_SCOPE", hide_env_values = true)]
    pub scope: Option<ScopeName>,
    /// A sentence belongs to a concept from this cosine on [default: 0.2]
    #[arg(
        long,
        value_name = "COSINE",
        env = "SAMESTEP_SENTENCE_THRESHOLD",
        hide_env_values = true,
        allow_negative_numbers = true
    )]
    pub sentence_threshold: Option<f64>,
    /// Two concepts are joined from this cosine on [default: 0.05]
    #[arg(
        long,
        value_name = "COSINE",
        env = "SAMESTEP_EDGE_THRESHOLD",
        hide_env_values = true,
        allow_negative_numbers = true
    )]
    pub edge_threshold: Option<f64>,
    /// Concepts of a graph at most [default: 50k]
    #[arg(long, value_name = "N", env = "SAMESTEP_MAX_VERTICES", hide_env_values = true, value_parser = super::size)]
    pub max_vertices: Option<u64>,
    /// What to write [default: json]
    #[arg(long, value_name = "FORMAT", env = "SAMESTEP_FORMAT", hide_env_values = true)]
    pub format: Option<Format>,
    /// Where to write it [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A way to write a graph.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum Format {
    /// For programs
    Json,
    /// For Graphviz
    Dot,
    /// For graph editors
    Graphml,
    /// A picture
    Svg,
}
