use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Turn a data set into JSON lines of documents or pairs.
#[derive(Args, Debug)]
pub struct Import {
    /// The data set's format
    #[arg(value_name = "FORMAT")]
    pub source: Source,
    /// Its files
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Where to write (- for standard output)
    #[arg(long, short, value_name = "OUT.jsonl")]
    pub output: PathBuf,
    /// Write an error record for a record that cannot be read, instead of stopping
    #[arg(long)]
    pub keep_going: bool,
}

/// A data set's format.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum Source {
    /// iFixit repair manuals (MyFixit), JSON lines
    Myfixit,
    /// Chinese news pairs (CNSE, CNSS), separated by |
    Cnse,
    /// English news (ECB+), JSON lines
    Ecbplus,
    /// Aligned Recipe Actions, .conllu files or their folders
    Ara,
}
