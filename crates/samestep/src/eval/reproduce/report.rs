//! What the cells of a study say.

use std::fmt::Write;

use serde::Serialize;

use super::{Cell, run::protocol_name};
use crate::eval::{
    Spread,
    protocol::Protocol,
    report::{Style, Table},
};

/// The cells of each method, a run each, in the order of the table.
pub(super) type Methods = Vec<(String, Vec<Cell>)>;

/// The tables of a study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// What the study is called.
    pub title: String,
    /// One table for each data set and protocol.
    pub sections: Vec<Section>,
}

/// A data set under a protocol.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    /// The data set.
    pub set: String,
    /// The protocol.
    pub protocol: Protocol,
    /// The numbers of training, validation and test pairs of each run.
    pub pairs: Vec<[usize; 3]>,
    /// The hash of each run's pair list.
    pub pairs_sha256: Vec<String>,
    /// Mean and deviation over the runs, a row a method.
    pub table: Table,
    /// The paper's variant with the best validation AUC, and what it reached.
    pub chosen: Option<Chosen>,
    #[serde(skip)]
    pub(super) methods: Methods,
}

/// The variant that the validation pairs choose.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chosen {
    /// Its name.
    pub method: String,
    /// Its accuracy on the test pairs.
    pub accuracy: Spread,
    /// Its AUC on the test pairs.
    pub auc: Spread,
}

impl Report {
    /// Sorts the cells of a study into tables, in the order in which they come.
    pub fn new(title: impl Into<String>, cells: Vec<Cell>) -> Self {
        let mut sections: Vec<(String, Protocol, Methods)> = Vec::new();
        for cell in cells {
            let same =
                |section: &&mut (String, Protocol, _)| section.0 == cell.set && section.1 == cell.protocol;
            let methods = match sections.iter_mut().find(same) {
                Some(section) => &mut section.2,
                None => {
                    sections.push((cell.set.clone(), cell.protocol, Vec::new()));
                    &mut sections.last_mut().expect("just added").2
                }
            };
            match methods.iter_mut().find(|(name, _)| *name == cell.method) {
                Some((_, runs)) => runs.push(cell),
                None => methods.push((cell.method.clone(), vec![cell])),
            }
        }
        let section = |(set, protocol, methods)| Section::new(set, protocol, methods);
        Report { title: title.into(), sections: sections.into_iter().map(section).collect() }
    }

    /// The tables in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", self.title);
        for section in &self.sections {
            let _ = write!(
                text,
                "\n## {}\n\n{}\n\n{}",
                section.heading(),
                section.facts(),
                section.table.markdown()
            );
            if let Some(line) = section.verdict() {
                let _ = write!(text, "\n{line}\n");
            }
        }
        text
    }
}

impl Section {
    fn new(set: String, protocol: Protocol, methods: Methods) -> Self {
        let columns = [
            ("accuracy", Style::Percent),
            ("F1", Style::Percent),
            ("AUC", Style::Fraction),
            ("edges a graph", Style::Decimals(1)),
            ("seconds an epoch", Style::Decimals(2)),
        ];
        let mut table = Table::new("method", columns);
        for (name, runs) in &methods {
            table.row(
                name.as_str(),
                [
                    Some(spread(runs, |cell| cell.test.accuracy)),
                    Some(spread(runs, |cell| cell.test.f1)),
                    Some(spread(runs, |cell| cell.test.auc)),
                    maybe(runs, |cell| cell.edges),
                    maybe(runs, |cell| cell.seconds_per_epoch)
                        .map(|spread| Spread { deviation: 0.0, ..spread }),
                ],
            );
        }
        let first = methods.first().map_or(&[][..], |(_, runs)| runs);
        let (pairs, pairs_sha256) = (
            first.iter().map(|cell| cell.pairs).collect(),
            first.iter().map(|cell| cell.pairs_sha256.clone()).collect(),
        );
        let chosen = chosen(&methods);
        Section { set, protocol, pairs, pairs_sha256, table, chosen, methods }
    }

    pub(super) fn heading(&self) -> String {
        format!("{}, protocol `{}`", self.set, protocol_name(self.protocol))
    }

    /// How many runs of how many pairs, and the hashes of their lists.
    pub(super) fn facts(&self) -> String {
        let runs = if self.protocol == Protocol::Pair { "seeds" } else { "folds" };
        let [train, valid, test] = [0, 1, 2].map(|part| {
            Spread::of(&self.pairs.iter().map(|pairs| pairs[part] as f64).collect::<Vec<_>>()).mean
        });
        let hashes: Vec<&str> = self.pairs_sha256.iter().map(|hash| &hash[..12.min(hash.len())]).collect();
        format!(
            "{} {runs} of {train:.0} training, {valid:.0} validation and {test:.0} test pairs on average; pair lists {}.",
            self.pairs.len(),
            hashes.join(", ")
        )
    }

    /// What the validation pairs choose, beside its controls.
    pub(super) fn verdict(&self) -> Option<String> {
        let Chosen { method, accuracy, auc } = self.chosen.as_ref()?;
        let suffix = method.find(" + ").map_or("", |at| &method[at..]);
        let mut line =
            format!("Best on validation among the paper's variants: {method}, {}.", brief(*accuracy, *auc));
        for control in ["no edges", "random edges"] {
            let name = format!("{control}{suffix}");
            if let Some((_, runs)) = self.methods.iter().find(|(method, _)| *method == name) {
                let (accuracy, auc) =
                    (spread(runs, |cell| cell.test.accuracy), spread(runs, |cell| cell.test.auc));
                let _ = write!(line, " {}: {}.", capital(&name), brief(accuracy, auc));
            }
        }
        Some(line)
    }
}

/// The greatest mean AUC on validation pairs among the variants of the paper.
fn chosen(methods: &[(String, Vec<Cell>)]) -> Option<Chosen> {
    let is_variant = |name: &str| {
        ["JCIG", "I-SGS", "C-SGS", "I-HP", "C-HP"].iter().any(|variant| name.starts_with(variant))
    };
    let variants = methods.iter().filter(|(name, _)| is_variant(name));
    let valid = |runs: &[Cell]| spread(runs, |cell| cell.valid.auc).mean;
    // The first of equals: `max_by` would take the last.
    let best = variants.rev().max_by(|a, b| valid(&a.1).total_cmp(&valid(&b.1)))?;
    Some(Chosen {
        method: best.0.clone(),
        accuracy: spread(&best.1, |cell| cell.test.accuracy),
        auc: spread(&best.1, |cell| cell.test.auc),
    })
}

fn spread(runs: &[Cell], value: impl Fn(&Cell) -> f64) -> Spread {
    Spread::of(&runs.iter().map(value).collect::<Vec<_>>())
}

fn maybe(runs: &[Cell], value: impl Fn(&Cell) -> Option<f64>) -> Option<Spread> {
    let values: Vec<f64> = runs.iter().filter_map(value).collect();
    (!values.is_empty()).then(|| Spread::of(&values))
}

fn brief(accuracy: Spread, auc: Spread) -> String {
    let auc_text = format!("{:.3}", auc.mean);
    format!("accuracy {:.1} %, AUC {}", 100.0 * accuracy.mean, auc_text.trim_start_matches('0'))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::eval::{Metrics, reproduce::Point};

    pub(crate) fn cell(method: &str, run: usize, auc: f64) -> Cell {
        let metrics = Metrics { pairs: 4, accuracy: auc, f1: auc, auc, ece: 0.0 };
        Cell {
            fingerprint: String::new(),
            set: "toy".into(),
            protocol: Protocol::Hard,
            run,
            method: method.into(),
            pairs_sha256: "0123456789abcdef".into(),
            pairs: [6, 2, 4],
            test: metrics,
            valid: metrics,
            edges: Some(3.0),
            vertices: Some(4.0),
            seconds_per_epoch: Some(0.5),
            history: vec![Point { loss: 0.7, valid_loss: 0.6, valid_accuracy: 0.5 }],
            roc: vec![(0.0, 0.0), (0.5, 1.0), (1.0, 1.0)],
        }
    }

    pub(crate) fn report() -> Report {
        let cells = [("JCIG", 0.5), ("C-HP", 0.75), ("no edges", 0.75), ("TF-IDF", 0.9)];
        let runs = [1, 2].into_iter().flat_map(|run| cells.map(|(method, auc)| cell(method, run, auc)));
        Report::new("Toy", runs.collect())
    }

    #[test]
    fn a_table_a_set_and_protocol_and_the_choice_of_validation() {
        let report = report();
        assert_eq!(report.sections.len(), 1);
        let text = report.markdown();
        assert!(text.contains("## toy, protocol `hard`"), "{text}");
        assert!(text.contains("2 folds of 6 training, 2 validation and 4 test pairs"), "{text}");
        assert!(text.contains("| C-HP | 75.0 | 75.0 | .750 | 3.0 | 0.50 |"), "{text}");
        assert!(
            text.contains("variants: C-HP, accuracy 75.0 %, AUC .750. No edges: accuracy 75.0 %"),
            "{text}"
        );
    }
}
