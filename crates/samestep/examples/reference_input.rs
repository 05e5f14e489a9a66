//! Writes what the Python references must share with us: the sentences of the first 100 usable manuals, and the stop words.
//!
//! `cargo run -p samestep --example reference_input -- appliance.jsonl.gz > input.json`; `reference/rake.py` reads the result.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
};

use flate2::read::MultiGzDecoder;
use samestep::{Document, text::stopwords};
use serde_json::{Value, json};

/// How many manuals the references are computed on.
const MANUALS: usize = 100;
/// A manual with fewer steps is left out.
const STEPS: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: reference_input MANUALS.jsonl.gz")?;
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
    let documents: Vec<Value> = manuals.iter().map(|(id, steps)| sentences(*id, steps)).collect();
    let input = json!({ "stop_words": stopwords::english(), "manuals": documents });
    writeln!(io::stdout(), "{input}")?;
    Ok(())
}

fn sentences(id: u64, steps: &[String]) -> Value {
    let document = Document::from_steps(id.to_string(), steps);
    let sentences: Vec<&str> = document.sentences().iter().map(|s| s.span.of(document.text())).collect();
    json!({ "guide": id, "text": document.text(), "sentences": sentences })
}
