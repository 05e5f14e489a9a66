use std::path::PathBuf;

use clap::Args;

use super::pairs::ProtocolName;

/// Run the paper's table again, beside controls and baselines.
#[derive(Args, Debug)]
#[command(
    after_help = "DIR holds myfixit/*.jsonl.gz or ecbplus/*.jsonl.gz or both; the sets are called appliance, manuals (all of MyFixit) and ecbplus. \
Pairs of --cnse and --cnss are dealt at random: only the protocol pair goes with them.\n\n\
Finished cells are kept in OUT/cells: a run that was stopped goes on when the same command is given again. \
OUT/results.md, results.json and results.html tell the results (ablation.* with --ablation)."
)]
pub struct Reproduce {
    /// The folder with the data sets
    #[arg(long, value_name = "DIR", required_unless_present_any = ["cnse", "cnss"])]
    pub data: Option<PathBuf>,
    /// Pairs of the Chinese News Same Event data set
    #[arg(long, value_name = "FILE")]
    pub cnse: Option<PathBuf>,
    /// Pairs of the Chinese News Same Story data set
    #[arg(long, value_name = "FILE")]
    pub cnss: Option<PathBuf>,
    /// The folder for results and finished cells
    #[arg(long, short, value_name = "OUT")]
    pub output: PathBuf,
    /// Sweep one setting at a time instead: learning rate, layers, vectors, keywords, communities, vertices
    #[arg(long)]
    pub ablation: bool,
    /// Only these sets, for example appliance,ecbplus
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Only these protocols [default: pair,document,hard]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub protocols: Vec<ProtocolName>,
    /// Folds, or seeds of the protocol pair
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(3..=20))]
    pub runs: u16,
    /// Only methods whose name contains one of these, for example C-HP,boosting
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// Set a value of the settings for all networks, for example train.epochs=20
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Folder of a sentence encoder; with it the ablation runs keybert too
    #[arg(long, value_name = "DIR", env = "SAMESTEP_ENCODER", hide_env_values = true)]
    pub encoder: Option<PathBuf>,
}
