//! Measures the baselines on imported documents: every protocol, five folds (or seeds), mean and standard deviation.
//!
//! ```text
//! samestep import myfixit ../shared/data/myfixit/*.gz -o manuals.jsonl
//! cargo run --release --example baselines -- manuals.jsonl [pair|document|hard]...
//! ```

use std::{collections::BTreeMap, error::Error, time::Instant};

use samestep::{
    Document,
    eval::{
        LabelledPair, Metrics, Spread,
        baselines::Baseline,
        protocol::{Corpus, Fold, PairIds, Params, Protocol, make},
        report::{Style, Table},
    },
    features::PairFeatures,
    text::read::{Limits, read_records},
};

const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: baselines FILE.jsonl [pair|document|hard]...")?;
    let protocols: Vec<Protocol> = arguments
        .map(|name| match name.as_str() {
            "pair" => Ok(Protocol::Pair),
            "document" => Ok(Protocol::Document),
            "hard" => Ok(Protocol::Hard),
            other => Err(format!("{other} is no protocol")),
        })
        .collect::<Result<_, _>>()?;
    let records = read_records(file.as_ref(), Limits::default())?;
    let corpus =
        Corpus::new(records.map(|record| record.map(|(_, record)| record)).collect::<Result<_, _>>()?)?;
    let documents: Vec<Document> =
        corpus.documents().iter().map(|record| record.clone().into_document()).collect();
    for protocol in protocols {
        say(&format!("\n{protocol:?}\n\n{}", table(&corpus, &documents, protocol)?.markdown()));
    }
    say(&speed(&documents));
    Ok(())
}

fn table(corpus: &Corpus, documents: &[Document], protocol: Protocol) -> samestep::Result<Table> {
    let columns = ["accuracy", "F1"].map(|name| (name, Style::Percent));
    let columns = columns.into_iter().chain([("AUC", Style::Fraction), ("ECE", Style::Fraction)]);
    let mut table = Table::new("baseline", columns);
    let mut runs: BTreeMap<Baseline, Vec<Metrics>> = BTreeMap::new();
    for run in 1..=RUNS {
        let seed = if protocol == Protocol::Pair { run as u64 } else { 1 };
        let split = make(corpus, &Params { protocol, fold: Fold { test: run, of: RUNS }, seed })?;
        let labelled = |pairs: &[PairIds]| -> Vec<LabelledPair<'_>> {
            let pair = |pair: &PairIds| LabelledPair {
                left: &documents[pair.left],
                right: &documents[pair.right],
                label: pair.label,
            };
            pairs.iter().map(pair).collect()
        };
        let (train, valid, test) = (labelled(&split.train), labelled(&split.valid), labelled(&split.test));
        let labels: Vec<bool> = test.iter().map(|pair| pair.label).collect();
        for baseline in Baseline::ALL {
            let fitted = baseline.fit(&train, &valid, seed)?;
            runs.entry(baseline).or_default().push(Metrics::new(&fitted.scores(&test), &labels));
        }
    }
    for (baseline, runs) in runs {
        let spread =
            |measure: fn(&Metrics) -> f64| Some(Spread::of(&runs.iter().map(measure).collect::<Vec<_>>()));
        table.row(
            baseline.to_string(),
            [spread(|m| m.accuracy), spread(|m| m.f1), spread(|m| m.auc), spread(|m| m.ece)],
        );
    }
    Ok(table)
}

fn speed(documents: &[Document]) -> String {
    let features = PairFeatures::fit(documents);
    let start = Instant::now();
    let prepared: Vec<_> = documents.iter().map(|document| features.prepare(document)).collect();
    let preparing = start.elapsed().as_secs_f64() / documents.len() as f64;
    let start = Instant::now();
    let mut pairs = 0;
    for step in [1, 7, 31] {
        for (at, left) in prepared.iter().enumerate() {
            let right = &prepared[(at + step) % prepared.len()];
            std::hint::black_box(features.features(left, right));
            pairs += 1;
        }
    }
    let pairing = start.elapsed().as_secs_f64() / f64::from(pairs);
    format!("\npreparing {:.0} µs a document, pairing {:.1} µs a pair\n", preparing * 1e6, pairing * 1e6)
}

#[allow(clippy::print_stdout)]
fn say(text: &str) {
    print!("{text}");
}
