//! Keywords against the Python tools, on 100 manuals; `reference/README.md` says how the fixtures are made.

// A test that cannot read its fixture has to stop, and the counts are what it is for.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::{collections::BTreeSet, fs, io::Read, path::PathBuf, sync::Arc};

use flate2::read::MultiGzDecoder;
use samestep::{
    Document,
    encoder::{SentenceEncoder, Window},
    keywords::{
        KeyBert, Keyword, KeywordExtractor, Rake, Summa,
        keybert::{self, Selection},
    },
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

/// KeyBERT rounds cosines to four decimals.
const ROUNDING: f64 = 0.5e-4;

fn encoder() -> Option<Arc<SentenceEncoder>> {
    let Some(folder) = std::env::var_os("SAMESTEP_ENCODER") else {
        println!("skipped: SAMESTEP_ENCODER does not name a folder with all-MiniLM-L6-v2");
        return None;
    };
    Some(Arc::new(SentenceEncoder::open(folder).unwrap()))
}

fn keybert(
    encoder: &Arc<SentenceEncoder>,
    document: &Document,
    params: keybert::Params,
) -> Vec<(String, f64)> {
    ranked(&KeyBert::new(Arc::clone(encoder), params).unwrap().extract(document).unwrap())
}

/// The same texts in the same order, where neighbours whose rounded scores tie may change places.
fn same_ranking(found: &[(String, f64)], expected: &[(String, f64)]) -> bool {
    let groups = |list: &[(String, f64)]| -> Vec<Vec<String>> {
        let texts = |tied: &[(String, f64)]| {
            let mut texts: Vec<String> = tied.iter().map(|(text, _)| text.clone()).collect();
            texts.sort();
            texts
        };
        let rounded = |score: f64| (score * 1e4).round();
        list.chunk_by(|a, b| rounded(a.1) == rounded(b.1)).map(texts).collect()
    };
    same_texts(found, expected) || groups(found) == groups(expected)
}

#[test]
fn keybert_ranks_as_keybert() {
    let (Some(encoder), Some(guides)) = (encoder(), reference("keybert.json")) else { return };
    let (mut same, mut worst, mut short, mut agree) = (0, 0.0f64, 0, 0);
    for (guide, document) in &guides {
        let cut = keybert::Params { window: Window::Truncate, ..keybert::Params::default() };
        let found = keybert(&encoder, document, cut);
        let mut expected = ranking(&guide["keywords"]);
        expected.truncate(5);
        if same_ranking(&found, &expected) {
            same += 1;
            worst = worst.max(difference(&found, &expected));
        } else {
            println!("{}: {found:?} instead of {expected:?}", guide["guide"]);
        }
        if guide["tokens"].as_u64().unwrap() <= encoder.window_length() as u64 {
            short += 1;
            let vector = |window| encoder.encode_with(&[document.text()], window).unwrap();
            agree += usize::from(vector(Window::Whole) == vector(Window::Truncate));
        }
    }
    println!(
        "keybert: same top 5 on {same} of {}, cosines within {:.1e} of the rounded ones",
        guides.len(),
        worst
    );
    println!("keybert: whole and truncated agree on {agree} of {short} manuals that fit into a window");
    assert!(same >= 95 && worst <= 1e-4 + ROUNDING && agree == short);
}

#[test]
fn keybert_spreads_phrases_as_keybert() {
    let (Some(encoder), Some(guides)) = (encoder(), reference("keybert.json")) else { return };
    let ways = [
        ("phrases", Selection::Nearest),
        ("mmr", Selection::Mmr { diversity: 0.5 }),
        ("max_sum", Selection::MaxSum { candidates: 12 }),
    ];
    for (name, selection) in ways {
        let (mut same, mut all) = (0, 0);
        for (guide, document) in guides.iter().filter(|(guide, _)| !guide[name].is_null()) {
            let params = keybert::Params {
                max_words: 2,
                selection,
                window: Window::Truncate,
                ..keybert::Params::default()
            };
            let found = keybert(&encoder, document, params);
            let texts =
                |list: &[(String, f64)]| list.iter().map(|(text, _)| text.clone()).collect::<BTreeSet<_>>();
            let expected = ranking(&guide[name]);
            all += 1;
            if texts(&found) == texts(&expected) {
                same += 1;
            } else {
                println!("{name}, {}: {found:?} instead of {expected:?}", guide["guide"]);
            }
        }
        println!("keybert with one or two words, {name}: same on {same} of {all}");
        assert!(all > 0 && same == all);
    }
}
