//! Tags, noun phrases and lemmas against spaCy's, on guides and dishes that were not in training.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod manuals;

use std::{collections::HashSet, path::Path};

use samestep::{
    Document,
    text::{
        Span,
        tagging::{Analysis, Tag, analyse},
    },
};
use serde::Deserialize;

/// What spaCy says of a document; see `compact` in reference/tags.py.
#[derive(Deserialize)]
struct Reference {
    id: String,
    source: String,
    bytes: usize,
    tags: String,
    gaps: String,
    lengths: String,
    chunks: Vec<usize>,
}

impl Reference {
    fn tokens(&self) -> Vec<(Span, Tag)> {
        let mut end = 0;
        let lengths = numbers(&self.gaps).into_iter().zip(numbers(&self.lengths));
        (lengths.zip(self.tags.chars()))
            .map(|((gap, length), tag)| {
                let start = end + gap;
                end = start + length;
                (Span::new(start, end), tag_of(tag))
            })
            .collect()
    }

    fn chunks(&self) -> Vec<Span> {
        let mut end = 0;
        self.chunks
            .chunks_exact(2)
            .map(|pair| {
                let start = end + pair[0];
                end = start + pair[1];
                Span::new(start, end)
            })
            .collect()
    }
}

/// Numbers as reference/tags.py writes them: `z` is 89 and goes on, any other character ends one.
fn numbers(text: &str) -> Vec<usize> {
    text.split_inclusive(|c| c != 'z')
        .map(|digits| digits.bytes().map(|digit| usize::from(digit - b'!')).sum())
        .collect()
}

fn tag_of(letter: char) -> Tag {
    const LETTERS: &str = "JIRACDHNMTPE.S$VX";
    Tag::ALL[LETTERS.find(letter).unwrap()]
}

#[derive(Debug, Default)]
struct Measure {
    tokens: usize,
    agreed: usize,
    chunks: usize,
    found: usize,
    right: usize,
}

impl Measure {
    /// A token agrees if ours has the same span and the same tag; a noun phrase if both have the same span.
    fn add(&mut self, reference: &Reference, document: &Document, analysis: &Analysis) {
        let tokens = document.tokens();
        for (span, tag) in reference.tokens() {
            let ours = tokens.binary_search_by_key(&span, |token| token.span);
            self.tokens += 1;
            self.agreed += usize::from(ours.is_ok_and(|at| analysis.tags()[at] == tag));
        }
        let found = analysis.chunks().iter();
        let found: HashSet<Span> = found
            .map(|c| Span::new(tokens[c.start as usize].span.start, tokens[c.end as usize - 1].span.end))
            .collect();
        let chunks = reference.chunks();
        self.found += found.len();
        self.chunks += chunks.len();
        self.right += chunks.iter().filter(|chunk| found.contains(chunk)).count();
    }

    fn agreement(&self) -> f64 {
        self.agreed as f64 / self.tokens as f64
    }

    fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.found + self.chunks) as f64
    }
}

fn references(source: &str) -> Vec<Reference> {
    let all: Vec<Reference> = serde_json::from_str(&manuals::fixture("tags.json.gz")).unwrap();
    all.into_iter().filter(|reference| reference.source == source).collect()
}

fn measure<'a>(pairs: impl Iterator<Item = (&'a Reference, Document)>) -> Measure {
    let mut measure = Measure::default();
    for (reference, document) in pairs {
        assert_eq!(document.text().len(), reference.bytes, "{} is another text", reference.id);
        measure.add(reference, &document, &analyse(&document));
    }
    measure
}

#[test]
fn manuals_are_tagged_as_spacy_tags_them() {
    let Some(data) = manuals::data() else { return };
    let mut documents = manuals::manuals(&data);
    let references = references("manual");
    assert!(references.len() > 200);
    let measure =
        measure(references.iter().map(|reference| (reference, documents.remove(&reference.id).unwrap())));
    println!("manuals: tags {:.4}, noun phrases F1 {:.4}", measure.agreement(), measure.f1());
    assert!(measure.agreement() >= 0.96 && measure.f1() >= 0.92, "{measure:?}");
}

#[test]
fn recipes_are_tagged_as_spacy_tags_them() {
    let Some(data) = manuals::data() else { return };
    let references = references("recipe");
    let measure = measure(references.iter().map(|reference| (reference, recipe(&data, &reference.id))));
    println!("recipes: tags {:.4}, noun phrases F1 {:.4}", measure.agreement(), measure.f1());
    assert!(measure.agreement() >= 0.90 && measure.f1() >= 0.80, "{measure:?}");
}

fn recipe(data: &Path, id: &str) -> Document {
    let dish = id.rsplit_once('_').unwrap().0;
    let path = data.join("ara").join(dish).join("recipes").join(format!("{id}.conllu"));
    let text = std::fs::read_to_string(path).unwrap();
    let words: Vec<&str> = text.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    Document::from_text(id, words.join(" "))
}

/// The fixture holds single words of the held-out manuals with spaCy's tag and lemma: no data is needed.
#[test]
fn lemmas_are_those_of_spacy() {
    let (mut right, mut total) = (0, 0);
    let fixture = manuals::fixture("lemmas.tsv");
    for line in fixture.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [form, tag, lemma, count] = fields[..] else { panic!("{line}") };
        let count: usize = count.parse().unwrap();
        let tag = Tag::parse(tag).unwrap();
        total += count;
        right += usize::from(samestep::text::tagging::lemma(form, tag) == lemma) * count;
    }
    let share = right as f64 / total as f64;
    println!("lemmas: {share:.4} of {total}");
    assert!(share >= 0.98);
}
