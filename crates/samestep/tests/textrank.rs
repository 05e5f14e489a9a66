//! The ten best phrases of `textrank` against PyTextRank's.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod manuals;

use std::collections::{BTreeSet, HashSet};

use samestep::{
    Document,
    keywords::{Keyword, KeywordExtractor, textrank::TextRank},
    text::tagging::{Tag, analyse},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    id: String,
    held_out: bool,
    phrases: Vec<Phrase>,
}

#[derive(Deserialize)]
struct Phrase {
    text: String,
    lemmas: String,
}

const TOP: usize = 10;

/// Lower-case, with single spaces, without apostrophes: how two phrases are compared.
fn normal(text: &str) -> String {
    text.replace('\'', "").to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn f1(ours: &BTreeSet<String>, theirs: &BTreeSet<String>) -> f64 {
    match ours.len() + theirs.len() {
        0 => 1.0,
        both => 2.0 * ours.intersection(theirs).count() as f64 / both as f64,
    }
}

fn lemmas(document: &Document, keywords: &[Keyword]) -> BTreeSet<String> {
    let analysis = analyse(document);
    let kept = |token: &u32| {
        matches!(analysis.tags()[*token as usize], Tag::Adj | Tag::Noun | Tag::Propn | Tag::Verb)
    };
    let of = |keyword: &Keyword| {
        let tokens = keyword.mentions[0].tokens.clone().filter(kept);
        tokens.map(|token| analysis.lemma(token).to_lowercase()).collect::<Vec<_>>().join(" ")
    };
    keywords.iter().map(of).collect()
}

#[test]
fn phrases_are_those_of_pytextrank() {
    let Some(data) = manuals::data() else { return };
    let mut documents = manuals::manuals(&data);
    let references: Vec<Reference> = serde_json::from_str(&manuals::fixture("textrank.json")).unwrap();
    assert_eq!(references.len(), 100);
    let (mut by_text, mut by_lemma, mut held_out) = (Vec::new(), Vec::new(), Vec::new());
    for reference in &references {
        let document = documents.remove(&reference.id).unwrap();
        let mut keywords = TextRank::default().extract(&document).unwrap();
        let distinct: HashSet<&str> = keywords.iter().map(|keyword| keyword.text.as_str()).collect();
        assert_eq!(distinct.len(), keywords.len(), "a keyword is named twice in {}", reference.id);
        keywords.truncate(TOP);
        let ours = keywords.iter().map(|keyword| normal(&keyword.text)).collect();
        let theirs = reference.phrases.iter().map(|phrase| normal(&phrase.text)).collect();
        by_text.push(f1(&ours, &theirs));
        let theirs = reference.phrases.iter().map(|phrase| phrase.lemmas.clone()).collect();
        by_lemma.push(f1(&lemmas(&document, &keywords), &theirs));
        if reference.held_out {
            held_out.extend(by_text.last());
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    println!(
        "textrank: F1 {:.4} by text, {:.4} by lemmas; {:.4} on the {} guides that were not in training",
        mean(&by_text),
        mean(&by_lemma),
        mean(&held_out),
        held_out.len()
    );
    assert!(mean(&by_text) >= 0.80);
}
