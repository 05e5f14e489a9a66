use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use samestep::eval::order_bench;

/// Measure one ability on pairs made from documents of yours.
#[derive(Args, Debug)]
pub struct Bench {
    #[command(subcommand)]
    pub what: What,
}

/// What is measured.
#[derive(Subcommand, Debug)]
pub enum What {
    /// Tell documents in order from reordered ones, and find the steps that moved
    Order(OrderBench),
    /// Measure the model's content score on subjects, devices and kinds of text that it was not made of
    Content(ContentBench),
    /// Align the actions of two recipes
    Align(AlignBench),
    /// Tell moves that break a dependency from harmless ones
    Harm(HarmBench),
}

/// Align the actions of two recipes.
#[derive(Args, Debug)]
#[command(
    after_help = "For every action of a recipe, the action of another that corresponds to it, or none: several may go to one. One dish is left out in turn; \
everything is learnt from the other dishes. The table shows the share of right answers, beside the most alike action by cosine of words, of word pairs and (with \
--encoder) of sentence vectors, and the best alignment without crossings; where these say nothing is chosen on the other dishes too. A row tells what is gained where all recipes of the dish may be looked at."
)]
pub struct AlignBench {
    /// The folder of Aligned Recipe Actions (ARA)
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write the pairs of recipes to this folder too, as JSON lines with the right answers, so that another system can be scored on them
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// A folder with a sentence encoder (all-MiniLM-L6-v2): its vectors are further similarities
    #[arg(long, value_name = "DIR")]
    pub encoder: Option<PathBuf>,
}

/// Tell moves that break a dependency from harmless ones.
#[derive(Args, Debug)]
#[command(
    after_help = "Steps of recipes are taken to other places. A move does harm if the step passes one that depends on it, or that it depends on, in the \
recipe's own graph. Of every recipe as many harmful as harmless moves are drawn, at most 8 of a kind, five times; the table shows the mean. One dish is left out \
in turn; weights and thresholds come from the other dishes. Without --seed the seed is 0.\n\n\
A folder of JSON lines {\"id\", \"steps\", \"before\": [[i, j], …]}, counted from 0, where step i must come before step j, is measured with the weights that ship."
)]
pub struct HarmBench {
    /// The folder of Aligned Recipe Actions (ARA), or of procedures with marked dependencies
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write the moves of the first draw to this folder too, as JSON lines, so that another system can be scored on them
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

/// Tell documents in order from reordered ones, and find the steps that moved.
#[derive(Args, Debug)]
#[command(
    after_help = "Pairs are a document and a copy of it with words dropped (15, 40, 60 %), or with words dropped and replaced, steps deleted and merged; \
of MyFixit and other documents with subjects also two documents of one subject. Copies in order stand against copies with two steps swapped, \
one step or a block moved, reversed, and shuffled. Tables show the area under the ROC curve of the order score and of simpler scores.\n\n\
Documents are dealt into two halves by their ids; the words' weights come from the half that is not measured. Without --seed the seed is 0."
)]
pub struct OrderBench {
    /// The folder with the documents, as `import` reads MyFixit, else .jsonl, .json, .md, .html or .txt
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write the pairs to this folder too, a file of JSON lines a kind, so that another system can be scored on them
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The half of the documents that is measured
    #[arg(long, value_name = "NAME", default_value = "report")]
    pub half: HalfName,
}

/// Measure the model's content score on subjects, devices and kinds of text that it was not made of.
#[derive(Args, Debug)]
#[command(
    after_help = "Every row makes a model of its own, without the documents that it is measured on: five folds of manuals (hard), each category left out in turn, \
two manuals of one device that work on other parts, copies with few edits and revised ones, news of one event against events of one topic, procedures told twice against near misses, and recipes, of which no model has learned a pair. \
Simple methods stand beside it. Without --seed the seed is 0."
)]
pub struct ContentBench {
    /// The folder with `myfixit`, and if they are there `ecbplus` and `ara`
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// The folder of procedures told twice, with `learned` and `unseen`: part of the project
    #[arg(long, value_name = "DIR", default_value = "fixtures/told-twice")]
    pub told: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Measure only what starts with this name: hard, news, recipes, told, or a category; `graph` is measured only if it is named here; may be given several times, or with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
}

/// A half of the documents.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub enum HalfName {
    /// The one that settings were chosen on
    Choose,
    /// The one that results are reported on
    Report,
}

impl HalfName {
    /// The library's name for it.
    pub fn half(self) -> order_bench::Half {
        match self {
            HalfName::Choose => order_bench::Half::Choose,
            HalfName::Report => order_bench::Half::Report,
        }
    }
}
