//! Options that several commands share, one per stage.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// How keywords are found.
#[derive(Args, Debug)]
pub struct KeywordOptions {
    /// Folder of all-MiniLM-L6-v2 (config.json, model.safetensors, tokenizer.json) for keybert
    #[arg(long, value_name = "DIR", env = "SAMESTEP_ENCODER", hide_env_values = true)]
    pub encoder: Option<PathBuf>,
}

/// How keywords are found and grouped into concepts.
#[derive(Args, Debug)]
pub struct ConceptOptions {
    /// How to find keywords [default: textrank]
    #[arg(long = "keywords", value_name = "METHOD", env = "SAMESTEP_KEYWORDS", hide_env_values = true)]
    pub method: Option<Method>,
    #[command(flatten)]
    pub keywords: KeywordOptions,
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
}

/// A keyword extractor.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum Method {
    /// Phrases ranked by TextRank, as PyTextRank finds them
    Textrank,
    /// Words ranked by TextRank and joined where adjacent, as summa does
    Summa,
    /// Runs of words between stop words
    Rake,
    /// Words whose embedding is nearest to the document's (needs --encoder)
    Keybert,
    /// The keywords given with the record (CNSE)
    Given,
}

/// A community algorithm.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum Community {
    Louvain,
    Leiden,
    GreedyModularity,
    GirvanNewman,
}

/// Which concepts a pair's graph has.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum Vertices {
    /// Those of the left document and those of the right one
    Union,
    /// Those of both documents read together
    Joint,
}

/// How edges get their direction.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum DirectionName {
    /// Not at all: the undirected graph
    None,
    /// Supergenome sorting: between two concepts, the direction taken more often
    Sgs,
    /// Hamiltonian path: one path of greatest weight through all concepts
    Hp,
}

/// Where directions are deduced.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum ScopeName {
    /// In each document's graph, then joined
    Individual,
    /// In the pair's graph
    Combined,
}
