//! Keywords against the Python tools, on 100 manuals; `reference/README.md` says how the fixtures are made.

// A test that cannot read its fixture has to stop, and the counts are what it is for.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::{collections::BTreeSet, fs, io::Read, path::PathBuf};

use flate2::read::MultiGzDecoder;
use samestep::{
    Document,
    keywords::{Keyword, KeywordExtractor, Rake, Summa},
};
use serde_json::Value;

fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The manuals of `appliance.jsonl.gz`, by guide id; none where the data is not there.
fn manuals() -> Option<Vec<(u64, Document)>> {
    let data =
        std::env::var_os("SAMESTEP_DATA").map_or_else(|| workspace().join("../shared/data"), PathBuf::from);
    let path = data.join("myfixit/appliance.jsonl.gz");
    let Ok(file) = fs::File::open(&path) else {
        println!("skipped: no {} (set SAMESTEP_DATA)", path.display());
        return None;
    };
    let mut text = String::new();
    MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    Some(records.map(|record| (record["Guidid"].as_u64().unwrap(), manual(&record))).collect())
}

fn manual(record: &Value) -> Document {
    let steps = record["Steps"].as_array().unwrap().iter().map(|step| step["Text_raw"].as_str().unwrap());
    Document::from_steps(record["Guidid"].to_string(), steps.filter(|text| !text.trim().is_empty()))
}

/// The reference's entries, each with its document.
fn reference(name: &str) -> Option<Vec<(Value, Document)>> {
    let mut manuals = manuals()?;
    let text = fs::read_to_string(workspace().join("fixtures/reference").join(name)).unwrap();
    let fixture: Value = serde_json::from_str(&text).unwrap();
    let guides = fixture["guides"].as_array().unwrap();
    assert_eq!(guides.len(), 100);
    let document = |guide: &Value| {
        let at = manuals.iter().position(|(id, _)| Some(*id) == guide["guide"].as_u64()).unwrap();
        manuals.swap_remove(at).1
    };
    Some(guides.iter().cloned().zip(guides.iter().map(document).collect::<Vec<_>>()).collect())
}

/// A list of `[keyword, score]`.
fn ranking(list: &Value) -> Vec<(String, f64)> {
    let entry = |entry: &Value| (entry[0].as_str().unwrap().to_string(), entry[1].as_f64().unwrap());
    list.as_array().unwrap().iter().map(entry).collect()
}

fn ranked(keywords: &[Keyword]) -> Vec<(String, f64)> {
    keywords.iter().map(|keyword| (keyword.text.clone(), keyword.score)).collect()
}

fn same_texts(left: &[(String, f64)], right: &[(String, f64)]) -> bool {
    left.iter().map(|(text, _)| text).eq(right.iter().map(|(text, _)| text))
}

/// The greatest difference of scores; the texts are the same.
fn difference(left: &[(String, f64)], right: &[(String, f64)]) -> f64 {
    left.iter().zip(right).map(|(left, right)| (left.1 - right.1).abs()).fold(0.0, f64::max)
}

#[test]
fn rake_ranks_as_rake_nltk() {
    let Some(guides) = reference("rake.json") else { return };
    let mut same = 0;
    for (guide, document) in &guides {
        let mut found = ranked(&Rake::default().extract(document).unwrap());
        found.truncate(10);
        let expected = ranking(&guide["keywords"]);
        if same_texts(&found, &expected) && difference(&found, &expected) < 1e-9 {
            same += 1;
        } else {
            println!("{}: {found:?} instead of {expected:?}", guide["guide"]);
        }
    }
    println!("rake: same ranking of the top 10 on {same} of {}", guides.len());
    assert!(same >= 95);
}

#[test]
fn summa_finds_what_summa_finds() {
    let Some(guides) = reference("summa.json") else { return };
    let (mut same, mut ordered, mut shipped, mut worst) = (0, 0, 0, 0.0f64);
    for (guide, document) in &guides {
        let found = ranked(&Summa::default().extract(document).unwrap());
        let expected = ranking(&guide["keywords"]);
        let by_text = |list: &[(String, f64)]| {
            let mut list = list.to_vec();
            list.sort_by(|a, b| a.0.cmp(&b.0));
            list
        };
        let (sorted, wanted) = (by_text(&found), by_text(&expected));
        if same_texts(&sorted, &wanted) {
            same += 1;
            ordered += usize::from(same_texts(&found, &expected));
            worst = worst.max(difference(&sorted, &wanted));
        } else {
            println!("{}: {sorted:?} instead of {wanted:?}", guide["guide"]);
        }
        let texts: BTreeSet<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        let as_shipped = guide["shipped"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
        shipped += usize::from(texts == as_shipped.collect());
    }
    println!(
        "summa: same keywords on {same} of {}, in the same order on {ordered}, scores within {worst:.1e}",
        guides.len()
    );
    println!("summa: same keywords as without the settled PageRank (see reference/summa.py) on {shipped}");
    assert!(same >= 95 && worst <= 1e-3);
}
