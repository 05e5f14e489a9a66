//! The command line as the user writes it: a struct per command.

mod bench;
mod compare;
mod concepts;
#[cfg(feature = "corpus")]
mod corpus;
mod help;
mod graph;
mod import;
mod keywords;
mod learning;
mod pairs;
mod reproduce;
mod stages;
mod vectors;

pub use bench::{AlignBench, Bench, ContentBench, HarmBench, OrderBench, What};
pub use compare::Compare;
pub use concepts::Concepts;
#[cfg(feature = "corpus")]
pub use corpus::{Dedup, Find, Index};
pub use graph::{Format, Graph};
pub use help::{Completions, Doctor, Man};
pub use import::{Import, Source};
pub use keywords::Keywords;
pub use learning::{Eval, ModelOption, Score, Train};
pub use pairs::Pairs;
pub use reproduce::Reproduce;
pub use stages::{Community, ConceptOptions, DirectionName, KeywordOptions, Method, ScopeName, Vertices};
pub use vectors::{VectorModel, Vectors};

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, builder::BoolishValueParser};
use samestep::{
    files::check_size,
    text::read::{Limits, ReadOptions},
};

use crate::settings::Filed;

/// Tells whether two documents describe the same procedure: the same things, done in the same order.
#[derive(Parser, Debug)]
#[command(name = "samestep", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Documents are .txt, .md, .html, .json or .jsonl files, plain or compressed with gzip or zstd; - is standard input. \
FILE.jsonl#ID names one record of many.\n\nExit status: 0 done (compare: the same procedure), 1 not the same procedure (compare alone), 2 an error."
)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command takes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Settings file (TOML), which may hold these options too; flags and SAMESTEP_ environment variables win over it
    #[arg(long, global = true, value_name = "FILE", env = "SAMESTEP_CONFIG", hide_env_values = true)]
    pub config: Option<PathBuf>,
    /// Seed of everything random
    #[arg(long, global = true, value_name = "N", env = "SAMESTEP_SEED", hide_env_values = true)]
    pub seed: Option<u64>,
    /// Number of threads; results do not depend on it
    #[arg(long, global = true, value_name = "N", env = "SAMESTEP_THREADS", hide_env_values = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// No progress and no remarks on standard error
    #[arg(long, short, global = true, env = "SAMESTEP_QUIET", hide_env_values = true, value_parser = BoolishValueParser::new())]
    pub quiet: bool,
    /// Bytes that are read of a file at most (also 64k, 256M, 2G) [default: 256M; none for files with a record a line]
    #[arg(long, global = true, value_name = "N", env = "SAMESTEP_MAX_BYTES", hide_env_values = true, value_parser = size)]
    pub max_bytes: Option<u64>,
    /// Bytes that a document, or a line of records, may unpack to at most [default: 16M]
    #[arg(long, global = true, value_name = "N", env = "SAMESTEP_MAX_UNPACKED", hide_env_values = true, value_parser = size)]
    pub max_unpacked: Option<u64>,
    /// Steps of a document at most [default: 20k]
    #[arg(long, global = true, value_name = "N", env = "SAMESTEP_MAX_STEPS", hide_env_values = true, value_parser = size)]
    pub max_steps: Option<u64>,
    /// Words of a document at most [default: 2M]
    #[arg(long, global = true, value_name = "N", env = "SAMESTEP_MAX_WORDS", hide_env_values = true, value_parser = size)]
    pub max_words: Option<u64>,
    /// Stop after so many seconds, with an error
    #[arg(long, global = true, value_name = "SECONDS", env = "SAMESTEP_TIMEOUT", hide_env_values = true)]
    pub timeout: Option<u64>,
    /// Read titles too; they often give the answer away and are left out by default
    #[arg(long, global = true, env = "SAMESTEP_USE_TITLES", hide_env_values = true, value_parser = BoolishValueParser::new())]
    pub use_titles: bool,
    /// What the settings file says, once it is read.
    #[arg(skip)]
    pub filed: Filed,
}

/// The limits where nothing else is asked for.
pub const LIMITS: Limits =
    Limits { read: 256_000_000, unpacked: 16_000_000, steps: 20_000, words: 2_000_000 };

impl Common {
    /// How files are read.
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions { use_titles: self.use_titles, limits: self.limits_or(LIMITS), ..ReadOptions::default() }
    }

    /// Refuses a file that has more bytes than were asked for, where it is read piece by piece.
    pub fn check_size(&self, path: &Path) -> samestep::Result<()> {
        self.max_bytes.map_or(Ok(()), |most| check_size(path, most))
    }

    /// The limits that were asked for, and others where nothing was.
    pub fn limits_or(&self, others: Limits) -> Limits {
        Limits {
            read: self.max_bytes.unwrap_or(others.read),
            unpacked: self.max_unpacked.unwrap_or(others.unpacked),
            steps: self.max_steps.unwrap_or(others.steps),
            words: self.max_words.unwrap_or(others.words),
        }
    }
}

/// A number, or one of thousands (k), millions (M) or milliards (G).
pub fn size(text: &str) -> Result<u64, String> {
    let units = [('k', 1_000), ('M', 1_000_000), ('G', 1_000_000_000)];
    let unit = units.iter().find(|(sign, _)| text.ends_with(*sign));
    let (digits, times) = unit.map_or((text, 1), |(sign, times)| (text.trim_end_matches(*sign), *times));
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(times));
    number
        .filter(|number| *number > 0)
        .ok_or_else(|| "expected a number, for example 5000, 64k or 256M".to_owned())
}

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "expected a number of at least 1, for example 4".to_owned())
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Tell whether two documents describe the same procedure, and show what differs
    Compare(Compare),
    /// List the words and phrases that a document is about
    Keywords(Keywords),
    /// Group a document's keywords into concepts
    Concepts(Concepts),
    /// Build the concept graph of a document or of a pair
    Graph(Graph),
    /// Turn a data set into JSON lines of documents or pairs
    Import(Import),
    /// Make labelled pairs of documents, split into training, validation and test
    Pairs(Pairs),
    /// Train word vectors on a corpus
    ///
    /// One thread does it, whatever --threads says: the same corpus and seed give the same file.
    Vectors(Vectors),
    /// Train a model on labelled pairs
    Train(Train),
    /// Measure a model on labelled pairs
    Eval(Eval),
    /// Score pairs of documents in bulk
    Score(Score),
    /// Make an index of many documents, or bring it up to date
    #[cfg(feature = "corpus")]
    Index(Index),
    /// Find the documents of an index that are most likely the same as a document
    #[cfg(feature = "corpus")]
    Find(Find),
    /// Find all pairs of an index that are likely the same
    #[cfg(feature = "corpus")]
    Dedup(Dedup),
    /// Run the paper's table again, beside controls and baselines
    Reproduce(Reproduce),
    /// Measure one ability on pairs made from documents of yours
    Bench(Bench),
    /// Print version, model and settings, and where each came from
    Doctor(Doctor),
    /// Print the completions of a shell
    Completions(Completions),
    /// Print the manual page, or write those of all commands to a folder
    Man(Man),
}
