//! How fast the network learns and scores, on pairs whose graphs are prepared. For `bench/learning.py`, which runs the same network in PyTorch.
//!
//! ```text
//! samestep pairs manuals.jsonl --protocol hard -o PAIRS
//! cargo run --release --example learning_times -- PAIRS [DUMP.json]
//! ```
//!
//! Prints JSON: seconds an epoch (the best of five), the mean loss of the untrained network, pairs a second of scoring. With DUMP.json, writes
//! the samples and the first parameters there.

use std::{error::Error, fs::File, hint::black_box, io::BufWriter, path::Path, time::Instant};

use rayon::prelude::*;
use samestep::{
    Config,
    model::{Encoded, Network, Sample, Scorer},
    pipeline::{Basis, LabelledPair, PairFile, Sampler},
    train::{Adam, Labelled, Rate, loss_and_gradient, losses},
};
use serde_json::{Value, json};

const EPOCHS: usize = 5;
const BATCH: usize = 32;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: learning_times PAIRS [DUMP.json]")?;
    let file = PairFile::read(Path::new(&folder).join("train.jsonl"))?;
    let pairs = file.labelled();
    let config = Config::default();
    let sampler = Sampler::new(config.clone(), Basis::fit(&config, &pairs, None)?)?;
    let samples = sampler.labelled(&pairs)?;
    let words = sampler.basis().words();
    let network = Network::new(config.network.clone(), words.dimensions(), 0, 0)?;
    if let Some(path) = arguments.next() {
        serde_json::to_writer(BufWriter::new(File::create(path)?), &dump(&sampler, &network, &samples))?;
    }
    let first: Vec<(f32, f64)> = losses(&network, &words, &samples);
    let loss = first.iter().map(|(_, loss)| loss).sum::<f64>() / samples.len() as f64;
    let scorer = Scorer::new(network.clone(), &words);
    let report = json!({
        "pairs": samples.len(),
        "threads": rayon::current_num_threads(),
        "first loss": loss,
        "seconds an epoch": epoch(network, &sampler, &samples),
        "prepared pairs a second": scoring(&scorer, &samples),
        "pairs of prepared documents a second": joining(&sampler, &scorer, &pairs)?,
    });
    say(&serde_json::to_string_pretty(&report)?);
    Ok(())
}

/// The samples and parameters, as another program can read them.
fn dump(sampler: &Sampler, network: &Network, samples: &[Labelled]) -> Value {
    let vectors = &sampler.basis().vectors;
    let tensors: serde_json::Map<String, Value> = network
        .tensors()
        .iter()
        .map(|tensor| {
            let rows: Vec<&[f32]> = tensor.of(&network.parameters).chunks(tensor.columns).collect();
            (tensor.name.clone(), json!(rows))
        })
        .collect();
    let sample = |Labelled { sample, label }: &Labelled| {
        json!({
            "label": u8::from(*label),
            "sentences": [sample.sides[0].sentences, sample.sides[1].sentences],
            "vertices": [sample.sides[0].vertices, sample.sides[1].vertices],
            "arcs": sample.arcs,
            "terms": sample.term_similarities,
        })
    };
    json!({
        "dimensions": vectors.dimensions(),
        "vectors": vectors.values(),
        "parameters": tensors,
        "samples": samples.iter().map(sample).collect::<Vec<_>>(),
    })
}

fn epoch(mut network: Network, sampler: &Sampler, samples: &[Labelled]) -> f64 {
    let words = sampler.basis().words();
    let mut adam = Adam::new(network.parameters.len());
    let samples: Vec<&Labelled> = samples.iter().collect();
    let run = |_| {
        let start = Instant::now();
        for batch in samples.chunks(BATCH) {
            let (_, gradient) = loss_and_gradient(&network, &words, batch);
            adam.step(&mut network.parameters, &gradient, Rate { learning: 0.0005, decay: 0.01 });
        }
        start.elapsed().as_secs_f64()
    };
    (0..EPOCHS).map(run).fold(f64::INFINITY, f64::min)
}

/// Graphs and encoded sentences are there; the network alone runs.
fn scoring(scorer: &Scorer, samples: &[Labelled]) -> f64 {
    let encode = |sample: &Sample| [0, 1].map(|side| scorer.encode(&sample.sides[side].sentences));
    let ready: Vec<(&Sample, [Encoded; 2])> =
        samples.iter().map(|labelled| (&labelled.sample, encode(&labelled.sample))).collect();
    rate(ready.len(), || {
        ready.par_iter().for_each(|(sample, [left, right])| {
            black_box(scorer.logit_of(sample, [left, right]));
        });
    })
}

/// Documents are prepared; the pair's graph is built and scored.
fn joining(sampler: &Sampler, scorer: &Scorer, pairs: &[LabelledPair<'_>]) -> samestep::Result<f64> {
    let documents: Vec<_> = pairs.iter().flat_map(|pair| [pair.left, pair.right]).collect();
    let prepared = sampler.prepare_all(&documents)?;
    let ready: Vec<_> =
        prepared.iter().map(|document| (document, scorer.encode(document.sentences()))).collect();
    Ok(rate(pairs.len(), || {
        ready.par_chunks(2).for_each(|pair| {
            if let Ok(sample) = sampler.sample(pair[0].0, pair[1].0) {
                black_box(scorer.logit_of(&sample, [&pair[0].1, &pair[1].1]));
            }
        });
    }))
}

/// Pairs a second, the best of several runs.
fn rate(pairs: usize, mut run: impl FnMut()) -> f64 {
    let mut seconds = f64::INFINITY;
    for _ in 0..EPOCHS {
        let start = Instant::now();
        run();
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    (pairs as f64 / seconds).round()
}

#[allow(clippy::print_stdout)]
fn say(text: &str) {
    println!("{text}");
}
