//! Reads the manuals and recipes that the reference fixtures are about, where the data is at hand.

use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use samestep::Document;
use serde_json::Value;

const CATEGORIES: [&str; 5] = ["appliance", "apparel", "computer-hardware", "game-console-rebuilt", "skills"];

/// The data folder, if there is one; prints why not otherwise.
pub fn data() -> Option<PathBuf> {
    let folder =
        std::env::var_os("SAMESTEP_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from);
    if folder.join("myfixit").is_dir() {
        return Some(folder);
    }
    println!("skipped: no data in {} (set SAMESTEP_DATA)", folder.display());
    None
}

/// The workspace's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the committed reference results, unpacked where its name ends in `.gz`.
pub fn fixture(name: &str) -> String {
    let path = root().join("fixtures/reference").join(name);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    match name.ends_with(".gz") {
        true => std::io::read_to_string(GzDecoder::new(file)),
        false => std::io::read_to_string(file),
    }
    .unwrap()
}

/// The manuals by guide number: a step for each `Text_raw` that is not blank.
pub fn manuals(data: &Path) -> HashMap<String, Document> {
    let mut manuals = HashMap::new();
    for category in CATEGORIES {
        let file = File::open(data.join("myfixit").join(format!("{category}.jsonl.gz"))).unwrap();
        for line in BufReader::new(GzDecoder::new(file)).lines() {
            let guide: Value = serde_json::from_str(&line.unwrap()).unwrap();
            let steps = guide["Steps"].as_array().unwrap().iter();
            let steps: Vec<&str> = steps
                .filter_map(|step| step["Text_raw"].as_str())
                .filter(|text| !text.trim().is_empty())
                .collect();
            let id = guide["Guidid"].to_string();
            if !steps.is_empty() && !manuals.contains_key(&id) {
                manuals.insert(id.clone(), Document::from_steps(id, steps));
            }
        }
    }
    manuals
}
