use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Train word vectors on a corpus.
#[derive(Args, Debug)]
pub struct Vectors {
    /// The documents to learn from (- for standard input)
    #[arg(value_name = "CORPUS", required = true)]
    pub corpus: Vec<PathBuf>,
    /// Where to write: .txt for word2vec text, .bin for word2vec binary (- for text on standard output)
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Numbers in a vector [default: 100]
    #[arg(long, value_name = "N")]
    pub dim: Option<usize>,
    /// How often the corpus is gone through [default: 5]
    #[arg(long, value_name = "N")]
    pub epochs: Option<usize>,
    /// How many words to either side are a word's context, at most [default: 5]
    #[arg(long, value_name = "N")]
    pub window: Option<usize>,
    /// Words that occur less often get no vector [default: 5]
    #[arg(long, value_name = "N")]
    pub min_count: Option<u64>,
    /// Random words that each true one is told from [default: 5]
    #[arg(long, value_name = "N")]
    pub negative: Option<usize>,
    /// What is predicted from what [default: skipgram]
    #[arg(long, value_name = "NAME")]
    pub model: Option<VectorModel>,
    /// Leave out a record that cannot be read, and say so, instead of stopping
    #[arg(long)]
    pub keep_going: bool,
}

/// What is predicted from what.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum VectorModel {
    /// A word's neighbours from the word
    Skipgram,
    /// A word from the mean of its neighbours
    Cbow,
}
