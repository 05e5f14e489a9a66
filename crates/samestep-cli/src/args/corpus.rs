use std::path::PathBuf;

use clap::Args;

use super::ModelOption;

/// Make an index of many documents, or bring it up to date.
#[derive(Args, Debug)]
#[command(
    after_help = "Folders are searched for .txt, .md, .html, .json, .jsonl, .csv and .parquet files, but for names that start with a dot; links to folders are not followed. Only documents that are new or changed are read; documents of the \
given sources that are gone are removed, those of other sources stay, until --forget takes them out. A run that was stopped goes on when it is given again."
)]
pub struct Index {
    /// Folders and files
    #[arg(value_name = "DIR_OR_FILE", required_unless_present = "forget")]
    pub sources: Vec<PathBuf>,
    /// Take the documents of a folder or file out of the index, also if it is gone itself (may be given several times)
    #[arg(long, value_name = "DIR_OR_FILE")]
    pub forget: Vec<PathBuf>,
    /// The folder of the index
    #[arg(long, value_name = "INDEX")]
    pub to: PathBuf,
    /// The column of CSV and Parquet files with the text
    #[arg(long, value_name = "NAME")]
    pub text_column: Option<String>,
    /// The column of CSV and Parquet files with the id [default: rows are counted from 1]
    #[arg(long, value_name = "NAME", requires = "text_column")]
    pub id_column: Option<String>,
    /// Documents of a commit
    #[arg(long, value_name = "N", default_value_t = 2_000, hide = true)]
    pub batch: usize,
    /// Pass over what cannot be read, and say so, instead of stopping
    #[arg(long)]
    pub keep_going: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub model: ModelOption,
}

/// Find the documents of an index that are most likely the same procedure as a document.
#[derive(Args, Debug)]
#[command(
    after_help = "The likeliest come first. Documents that hold nearly all steps of the given one word by word, that it holds, or that have its steps in another order \
(\"held\" in the JSON: the share of the shorter one's steps that stand in the other) stand among those of .9, whatever their own probability: a part of a procedure \
is not the procedure, but worth a look."
)]
pub struct Find {
    /// The document (- for standard input)
    #[arg(value_name = "DOC")]
    pub document: String,
    /// The folder of the index
    #[arg(long = "in", value_name = "INDEX")]
    pub index: PathBuf,
    /// How many to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub top: usize,
    /// How many to compare
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub candidates: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub model: ModelOption,
}

/// Find all pairs of an index that are likely the same procedure.
#[derive(Args, Debug)]
#[command(
    after_help = "Not every pair is compared: documents that share telling terms or wording are candidates. A run that was stopped goes on when it is given again.\n\n\
--precision takes the lowest threshold at which the pairs found are, on average, at least that likely. The model is calibrated on as many same as other pairs; in \
an index the same are few. How few is estimated from pairs drawn at random (but no fewer than 3 in 100 candidates), and the probabilities are put right by it, unless \
one document is a copy of the other, which is no accident; `probability` in what is written is the model's own, `likelihood` the one put right. It is an estimate: where many documents share whole steps, \
fewer are right. Pairs below 10 % are never taken by it."
)]
pub struct Dedup {
    /// The folder of the index
    #[arg(value_name = "INDEX")]
    pub index: PathBuf,
    /// Pairs at least this likely, by the model's own probability [default: .9]
    #[arg(long, value_name = "P", conflicts_with = "precision")]
    pub threshold: Option<f64>,
    /// Take the threshold at which so large a share of the pairs should be right, by an estimate from this index
    #[arg(long, value_name = "P")]
    pub precision: Option<f64>,
    /// How many documents each is compared with, by its terms
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub candidates: usize,
    /// Write the pairs to this file, a line each (- for standard output)
    #[arg(long, short, value_name = "PAIRS.jsonl")]
    pub output: Option<PathBuf>,
    /// Write groups of documents whose members mostly pair with each other to this file, a line each; what pairs with one member alone is in none
    #[arg(long, value_name = "CLUSTERS.jsonl")]
    pub clusters: Option<PathBuf>,
    /// Documents that stay in memory at once
    #[arg(long, value_name = "N", default_value_t = 12_288, hide = true)]
    pub block: usize,
    /// Write all pairs that were candidates to this file, a line each
    #[arg(long, value_name = "CANDIDATES.jsonl")]
    pub candidates_to: Option<PathBuf>,
    /// Write a page of the pairs to this file; the comparisons go to a folder beside it
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub model: ModelOption,
}
