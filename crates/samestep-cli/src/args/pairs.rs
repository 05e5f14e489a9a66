use std::path::PathBuf;

use clap::{Args, ValueEnum};
use samestep::eval::protocol::{Fold, Protocol};

/// Make labelled pairs of documents, split into training, validation and test.
#[derive(Args, Debug)]
#[command(
    after_help = "Documents come from `samestep import`. Titles are left out of the pairs. DIR/pairs.json tells how the pairs were made, \
and their hash.\n\nWithout --seed the seed is 0."
)]
pub struct Pairs {
    /// Files of documents, as `samestep import` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What may stand on both sides of training and test
    #[arg(long, value_name = "NAME")]
    pub protocol: ProtocolName,
    /// Which of the folds is the test; the next one is the validation [default: 1/5]
    #[arg(long, value_name = "K/N")]
    pub fold: Option<Fold>,
    /// The folder for train.jsonl, valid.jsonl, test.jsonl and pairs.json
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
    /// Leave out a document that cannot be read or made pairs of, and say so, instead of stopping
    #[arg(long)]
    pub keep_going: bool,
}

/// What may stand on both sides of training and test.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum ProtocolName {
    /// Anything: pairs are dealt at random, 60-20-20
    Pair,
    /// No document and no subject
    Document,
    /// As document, with half of the negatives from the same device or alike
    Hard,
}

impl ProtocolName {
    /// The library's name for it.
    pub fn protocol(self) -> Protocol {
        match self {
            ProtocolName::Pair => Protocol::Pair,
            ProtocolName::Document => Protocol::Document,
            ProtocolName::Hard => Protocol::Hard,
        }
    }
}
