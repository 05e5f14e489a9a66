//! The model card: what a stranger should know before using a model.

use std::fmt::Write;

use samestep::{
    Config,
    eval::{Metrics, protocol::Manifest},
};

/// What the card tells.
pub struct Card {
    /// How the pairs were made, where that is known.
    pub manifest: Option<Manifest>,
    pub data_licence: String,
    /// The hash of the files that were learned from.
    pub inputs: String,
    /// The number of training pairs.
    pub train: usize,
    /// For each network the epoch that was kept, and how many there were.
    pub kept: Vec<(usize, usize)>,
    pub valid: Metrics,
    pub test: Option<Metrics>,
    pub settings: Config,
    pub vectors_given: bool,
    pub command: String,
}

impl Card {
    /// One line for the terminal.
    pub fn summary(&self) -> String {
        let mut line = format!(
            "epoch {}: validation accuracy {:.1} %, AUC {:.3}",
            self.epochs(),
            100.0 * self.valid.accuracy,
            self.valid.auc
        );
        if let Some(test) = &self.test {
            let _ = write!(line, "; test {:.1} %, {:.3}", 100.0 * test.accuracy, test.auc);
        }
        line
    }

    fn epochs(&self) -> String {
        let kept = self.kept.iter().map(|(epoch, of)| format!("{epoch} of {of}"));
        kept.collect::<Vec<_>>().join(", ")
    }

    /// The card in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::from(
            "# A Samestep model\n\nTells whether two documents describe the same procedure.\n\n",
        );
        text += "## Data\n\n";
        text += &self.data();
        text += "\n## Measures\n\n| pairs | number | accuracy | F1 | AUC | ECE |\n| --- | ---: | ---: | ---: | ---: | ---: |\n";
        text += &row("validation (chose the epoch)", &self.valid);
        if let Some(test) = &self.test {
            text += &row("test", test);
        }
        let vectors = if self.vectors_given {
            "given by a file"
        } else {
            "trained on the documents of the training pairs"
        };
        let _ = write!(
            text,
            "\n## Training\n\nEpoch {}. Word vectors: {vectors}. Seed {}.\n\n```\n{}\n```\n\nAll settings are in `config.json`.\n",
            self.epochs(),
            self.settings.train.seed,
            self.command
        );
        text
    }

    fn data(&self) -> String {
        let mut text =
            format!("{} training pairs. Licence of the data: {}.\n", self.train, self.data_licence);
        if let Some(manifest) = &self.manifest {
            let fold = manifest.fold.map_or_else(String::new, |fold| format!(", fold {fold}"));
            let protocol = format!("{:?}", manifest.protocol).to_lowercase();
            let files: Vec<&str> = manifest.sources.iter().map(|source| source.file.as_str()).collect();
            let _ = write!(
                text,
                "Protocol `{protocol}`{fold}, seed {}. Files: {}.\nSHA-256 of the pair list: `{}`.\n",
                manifest.seed,
                files.join(", "),
                manifest.sha256
            );
        }
        let _ = writeln!(text, "SHA-256 of what was learned from: `{}`.", self.inputs);
        text
    }
}

fn row(name: &str, metrics: &Metrics) -> String {
    let Metrics { pairs, accuracy, f1, auc, ece } = metrics;
    format!("| {name} | {pairs} | {:.1} % | {:.1} % | {auc:.3} | {ece:.3} |\n", 100.0 * accuracy, 100.0 * f1)
}
