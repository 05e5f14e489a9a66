//! What the Python references share with us: the first 100 usable manuals, as sentences or as a race.
//!
//! `cargo run -p samestep --example reference_manuals -- sentences appliance.jsonl.gz > input.json` writes our sentences
//! and stop words for `reference/rake.py`.
//! `cargo run --release -p samestep --example reference_manuals -- times appliance.jsonl.gz [ENCODER]` prints how long
//! the extractors take on one thread; `reference/summa.py` prints the same for summa.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::Path,
    sync::LazyLock,
    time::Instant,
};

use flate2::read::MultiGzDecoder;
use samestep::{
    Document,
    keywords::{KeyBert, KeywordExtractor, Rake, Summa, keybert},
    text::stopwords,
};
use serde_json::{Value, json};

/// How many manuals the references are computed on.
const MANUALS: usize = 100;
/// A manual with fewer steps is left out.
const STEPS: usize = 3;
/// The best of this many runs is printed, in processor time: others may be using the machine.
const RUNS: usize = 20;
/// KeyBERT is slow enough to be timed on fewer manuals, once.
const EMBEDDED: usize = 10;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["sentences", path] => print_sentences(&read(path)?),
        ["times", path] => print_times(&read(path)?),
        ["times", path, encoder] => {
            let manuals = read(path)?;
            print_times(&manuals)?;
            print_keybert_time(&manuals, encoder)
        }
        _ => Err("usage: reference_manuals sentences|times MANUALS.jsonl.gz [ENCODER]".into()),
    }
}

/// A manual's guide id and steps.
type Manual = (u64, Vec<String>);

fn read(path: &str) -> Result<Vec<Manual>> {
    let mut manuals = Vec::new();
    for line in BufReader::new(MultiGzDecoder::new(File::open(path)?)).lines() {
        let record: Value = serde_json::from_str(&line?)?;
        let id = record["Guidid"].as_u64().ok_or("a record has no Guidid")?;
        let steps: Vec<String> = record["Steps"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|step| step["Text_raw"].as_str())
            .filter(|text| !text.trim().is_empty())
            .map(String::from)
            .collect();
        if steps.len() >= STEPS {
            manuals.push((id, steps));
        }
    }
    manuals.sort();
    manuals.truncate(MANUALS);
    Ok(manuals)
}

fn document((id, steps): &Manual) -> Document {
    Document::from_steps(id.to_string(), steps)
}

fn print_sentences(manuals: &[Manual]) -> Result {
    let documents: Vec<Value> = manuals.iter().map(sentences).collect();
    let input = json!({ "stop_words": stopwords::english(), "manuals": documents });
    writeln!(io::stdout(), "{input}")?;
    Ok(())
}

fn sentences(manual: &Manual) -> Value {
    let document = document(manual);
    let sentences: Vec<&str> = document.sentences().iter().map(|s| s.span.of(document.text())).collect();
    json!({ "guide": manual.0, "sentences": sentences })
}

fn print_times(manuals: &[Manual]) -> Result {
    let documents: Vec<Document> = manuals.iter().map(document).collect();
    report("cutting into sentences and tokens", || {
        manuals.iter().map(document).map(|d| d.tokens().len()).sum()
    })?;
    let extractors: [&dyn KeywordExtractor; 2] = [&Rake::default(), &Summa::default()];
    for extractor in extractors {
        let count = |document: &Document| extractor.extract(document).map_or(0, |found| found.len());
        report(extractor.name(), || documents.iter().map(count).sum())?;
    }
    Ok(())
}

/// Seconds that this thread has been on a processor; where the system does not say, seconds on the clock.
fn clock() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.as_deref().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |spent| spent * 1e-9)
}

fn report(what: &str, mut run: impl FnMut() -> usize) -> Result {
    let mut best = f64::INFINITY;
    let mut found = 0;
    for _ in 0..RUNS {
        let start = clock();
        found = run();
        best = best.min(clock() - start);
    }
    writeln!(io::stdout(), "{what}: {:.3} ms, {found} found", best * 1e3)?;
    Ok(())
}

fn print_keybert_time(manuals: &[Manual], encoder: &str) -> Result {
    let start = clock();
    let extractor = KeyBert::open(Some(Path::new(encoder)), keybert::Params::default())?;
    writeln!(io::stdout(), "opening the encoder: {:.3} s", clock() - start)?;
    let start = clock();
    for manual in &manuals[..EMBEDDED] {
        extractor.extract(&document(manual))?;
    }
    writeln!(io::stdout(), "keybert: {:.3} s a manual", (clock() - start) / EMBEDDED as f64)?;
    Ok(())
}
