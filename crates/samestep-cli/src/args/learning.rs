use std::path::PathBuf;

use clap::Args;

/// Train a model on labelled pairs.
#[derive(Args, Debug)]
#[command(
    after_help = "DIR holds train.jsonl and valid.jsonl, as `samestep pairs` writes them; test.jsonl is scored once at the end, for the model card. \
Word frequencies and, unless --vectors gives some, word vectors are learned from the training documents alone.\n\n\
A run that was stopped goes on when the same command is given again, and ends with the same model.\n\n\
Keys of --set are those of the settings file: network.window (1, 3), network.filters, network.layers (2 to 4), network.hidden, \
network.aggregation (successors, predecessors, both), network.edges (graph, none, random), network.term-similarities, \
network.pair-features, network.mlp, train.learning-rate, train.epochs, train.patience, train.batch, train.decay, direction.direction, \
direction.scope, keywords.method, concepts.communities, cig.vertices, vectors.dim and more."
)]
pub struct Train {
    /// The folder with train.jsonl and valid.jsonl
    #[arg(value_name = "DIR")]
    pub pairs: PathBuf,
    /// The folder for the model
    #[arg(long, short, value_name = "MODEL")]
    pub output: PathBuf,
    /// Set a value of the settings, for example network.layers=2
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Word vectors to use (word2vec text or binary, GloVe text) instead of training some
    #[arg(long, value_name = "FILE", env = "SAMESTEP_VECTORS", hide_env_values = true)]
    pub vectors: Option<PathBuf>,
    /// The licence of the pairs, for the model card
    #[arg(long, value_name = "TEXT", default_value = "not stated")]
    pub data_licence: String,
    /// Replace a model that was trained with other pairs or settings
    #[arg(long)]
    pub overwrite: bool,
    /// Leave out a pair that cannot be read, and say so, instead of stopping
    #[arg(long)]
    pub keep_going: bool,
}

/// Measure a model on labelled pairs.
#[derive(Args, Debug)]
pub struct Eval {
    /// Labelled pairs, a line each: {"left": DOC, "right": DOC, "label": 0 or 1} (- for standard input)
    #[arg(value_name = "PAIRS.jsonl")]
    pub pairs: PathBuf,
    #[command(flatten)]
    pub model: ModelOption,
    /// Leave out a pair that cannot be read, and say so, instead of stopping
    #[arg(long)]
    pub keep_going: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Score pairs of documents in bulk.
#[derive(Args, Debug)]
pub struct Score {
    /// Pairs, a line each: {"left": DOC, "right": DOC} (- for standard input)
    #[arg(value_name = "PAIRS.jsonl")]
    pub pairs: PathBuf,
    #[command(flatten)]
    pub model: ModelOption,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT.jsonl", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,
    /// Write an error record for a pair that cannot be read, instead of stopping
    #[arg(long)]
    pub keep_going: bool,
}

/// Which model scores.
#[derive(Args, Debug)]
pub struct ModelOption {
    /// The model's folder, as `samestep train` writes it [default: the model that ships]
    #[arg(long, value_name = "DIR", env = "SAMESTEP_MODEL", hide_env_values = true)]
    pub model: Option<PathBuf>,
}
